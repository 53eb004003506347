// SPDX-License-Identifier: GPL-3.0-or-later
// Constructors that are templates are inlined; what they are copies of has no symbol.
#include <future>

static int work(int n) { return n % 7; }

int main()
{
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += std::async(std::launch::deferred, [=] { return work(i); }).get();
    return sum != 6;
}
