// SPDX-License-Identifier: GPL-3.0-or-later
#include "shared.h"

struct guard {
    int &count;
    explicit guard(int &c) : count(c) {}
    ~guard() { count += count > 4 ? 1 : 2; }
};

static std::vector<int> table = {3, 1, 2};

int main()
{
    int sum = 0, left = 0;
    for (int i = 0; i < 12; i++) {
        guard g(left);
        try {
            sum += both(i % 8) + thrower(i) + from_c(i);
        } catch (const std::runtime_error &) {
            sum += 100;
        } catch (int n) {
            sum += n;
        }
        base *b = make(i & 1);
        sum += b->value(i) + use(i);
        delete b;
        table.push_back(i);
    }
    std::printf("%d %d %d\n", sum, left, largest(table));
}
