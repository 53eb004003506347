// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions through copies of what is called, and destructors in them.
#include <cstdio>
#include <stdexcept>
#include <string>

volatile int no;
int destroyed;

struct guard {
    int value;
    explicit guard(int v) : value(v) {}
    ~guard() { destroyed += value & 1; }
};

static int check(int a)
{
    guard g(a);
    std::string text("some text that is long enough to be on the heap");
    if (no)
        text += std::to_string(a) + text + std::to_string(no);
    if (no > 1)
        std::fprintf(stderr, "%s %d\n", text.c_str(), a);
    if (no > 2)
        std::fprintf(stderr, "%s %d %d\n", text.c_str(), a, no);
    if (a % 1000 == 999)
        throw std::runtime_error(text);
    return static_cast<int>(text.size()) + a;
}

static int twice(int a)
{
    return check(a) + check(a + 1);
}

static int safely(int a)
{
    try {
        guard g(a);
        return twice(a);
    } catch (const std::exception &e) {
        return static_cast<int>(std::string(e.what()).size());
    }
}

int main()
{
    unsigned sum = 0;
    for (int i = 0; i < 20000; i++)
        sum += safely(i);
    std::printf("%u %d\n", sum, destroyed);
    return 0;
}
