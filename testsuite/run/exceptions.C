// SPDX-License-Identifier: GPL-3.0-or-later
// Exceptions: landing pads, catches by type, rethrow, destructors on the way, throw through frames.
// @variant update=auto
// @variant pending=on
// @calls edge thrower 30
// @calls catcher 30
// @calls edge through 20
// @calls Guard::~Guard 20
// @calls edge rethrower 10
#include <cstdio>
#include <stdexcept>
#include <string>

static int closed;

struct Guard {
    int id;
    explicit Guard(int i) : id(i) {}
    __attribute__((noinline)) ~Guard();
};

Guard::~Guard()
{
    closed += id;
}

__attribute__((noinline)) int thrower(int i)
{
    if (i % 3 == 0)
        throw std::runtime_error("three"); /* count 10 */
    if (i % 3 == 1)
        throw i;  /* count 10 */
    return i * 2; /* count 10 */
}

__attribute__((noinline)) int through(int i)
{
    Guard guard(i);
    int r = thrower(i);
    return r + 1; /* count 6 */
}

__attribute__((noinline)) int rethrower(int i)
{
    try {
        return thrower(i);
    } catch (int &x) {
        x += 100;
        throw; /* count 3 */
    }
}

__attribute__((noinline)) int catcher(int i)
{
    int r = 0;
    try {
        if (i < 20)
            r = through(i);
        else
            r = rethrower(i);
        r += 1; /* count 10 */
    } catch (const std::exception &e) {
        r = (int)std::string(e.what()).size(); /* count 10 */
    } catch (int x) {
        r = -x; /* count 10 */
    }
    return r;
}

int main()
{
    int s = 0;
    for (int i = 0; i < 30; i++)
        s += catcher(i);
    std::printf("%d %d\n", s, closed);
    return 0;
}
