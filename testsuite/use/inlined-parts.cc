// SPDX-License-Identifier: GPL-3.0-or-later
// A program of three units, of this source with PART 1 to 3.  A constructor is called by an alias of what is compiled in
// another unit, which calls nothing that is profiled; there it is declared in one place, and defined in another.
#define NOIPA __attribute__((noipa))

struct item {
    int sum;
    item(int x, int kind);
    ~item();
};
extern int table[64], under_way;
enum { LEFT, OUTER, CALLERS };
extern "C" {
NOIPA void odd();
NOIPA void even();
NOIPA void long_way();
NOIPA int left(int x);
NOIPA int outer(int x);
}

#if PART == 1
item::item(int x, int kind) : sum(0)
{
    for (int i = 0; i < x; i++)
        if ((kind + i) & 1) {
            sum += table[(x + i) & 63] * 3;
            odd();
        } else {
            table[i & 63] ^= sum + x;
            even();
        }
    if (sum + kind > 40)
        long_way();
}
item::~item()
{
    if (sum & 1)
        odd();
    else
        table[sum & 63]++;
}
#elif PART == 2
int left(int x)
{
    under_way = LEFT;
    item i(x, x & 1 ? 2 : 4);
    return i.sum;
}
int outer(int x)
{
    under_way = OUTER;
    item i(3, 1);
    return i.sum + x;
}
#else
#include <cstdio>
enum { ODD, EVEN, LONG, ARMS };
int table[64], under_way;
static unsigned long done[CALLERS][ARMS];
void odd()
{
    done[under_way][ODD]++;
}
void even()
{
    done[under_way][EVEN]++;
}
void long_way()
{
    done[under_way][LONG]++;
}
int main()
{
    static const char *const callers[CALLERS] = {"left", "outer"};
    static const char *const arms[ARMS] = {"odd", "even", "long_way"};
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += left(i) + outer(i) + outer(2 * i);
    for (int c = 0; c < CALLERS; c++)
        for (int a = 0; a < ARMS; a++)
            std::printf("%s %s %lu\n", callers[c], arms[a], done[c][a]);
    std::fprintf(stderr, "%d\n", sum);
}
#endif
