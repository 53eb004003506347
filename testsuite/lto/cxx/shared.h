/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <cstdio>
#include <stdexcept>
#include <vector>

extern "C" int from_c(int x);
int thrower(int x);
int use(int x);

struct base {
    virtual ~base() {}
    virtual int value(int x) const { return x > 2 ? 1 : 2; }
};
struct derived : virtual base {
    int value(int x) const override { return x > 3 ? 3 : 4; }
};
base *make(int which);

template <class T> T largest(const std::vector<T> &all)
{
    T found = all.at(0);
    for (const T &one : all)
        if (found < one)
            found = one;
    return found;
}

/* In every unit, in a COMDAT group: one copy prevails. */
inline int both(int x)
{
    static int calls;
    calls++;
    if (x > 5)
        throw std::runtime_error("both");
    return calls & 1 ? x : -x;
}
