// SPDX-License-Identifier: GPL-3.0-or-later
// Constructors that GCC inlines, after they were profiled, in callers that have them do different things; what each arm
// does is counted here as well, by the caller that is under way.  GCC makes several functions of a constructor, and of
// the destructor, which is virtual.
//
// Without PART it is one unit, with 1 to 3 one of three.  Then a constructor is called by an alias of what is compiled
// in another unit, which calls nothing that is profiled, and there it is defined in another place than it is declared.
#include <cstdio>

#define NOIPA __attribute__((noipa))

enum { LEFT, OUTER, CALLERS };
enum { ODD, EVEN, LONG, SHORT, ARMS };

extern unsigned long done[CALLERS][ARMS];
extern int under_way, table[64];

extern "C" {
NOIPA void odd();
NOIPA void even();
NOIPA void long_way();
NOIPA void short_way();
NOIPA int left(int x);
NOIPA int outer(int x);
}

#ifndef PART // known to the unit alone
namespace
{
#endif
struct item {
    int sum;
    item(int x, int kind);
    virtual ~item();
};

struct pair : item {
    pair(int x) : item(x, 7)
    {
        item other(3, 2);
        if (sum > other.sum)
            short_way();
    }
};

#if !defined PART || PART == 1
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

__attribute__((noinline)) item::~item()
{
    table[sum & 63]++;
}
#endif
#ifndef PART
} // namespace
#endif

#if !defined PART || PART == 2
int left(int x)
{
    under_way = LEFT;
    item i(x, x & 1 ? 2 : 4);
    return i.sum;
}

int outer(int x)
{
    under_way = OUTER;
    return pair(x & 7).sum + item(3, 1).sum;
}
#endif

#if !defined PART || PART == 3
unsigned long done[CALLERS][ARMS];
int under_way, table[64];

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
void short_way()
{
    done[under_way][SHORT]++;
}

int main()
{
    static const char *const callers[CALLERS] = {"left", "outer"};
    static const char *const arms[ARMS] = {"odd", "even", "long_way", "short_way"};
    int sum = 0;
    for (int i = 0; i < 40; i++)
        sum += left(i) + outer(i) + outer(2 * i);
    for (int c = 0; c < CALLERS; c++)
        for (int a = 0; a < ARMS; a++)
            std::printf("%s %s %lu\n", callers[c], arms[a], done[c][a]);
    std::fprintf(stderr, "%d\n", sum);
}
#endif
