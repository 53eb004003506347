// SPDX-License-Identifier: GPL-3.0-or-later
// Coroutines of C++20, whose frames are on the heap; exceptions on a stack of their own, caught there after it was
// left and came back, and one that crosses a generator.
// @flags -std=c++20
// @variant pending=on
// @variant pending=on array-limit=0
// @variant pending=on update=thread
// @calls risky 20
// @calls guarded 20
// @calls other 12
// @calls sums 2
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <ucontext.h>

struct numbers {
    struct promise_type {
        int value;
        numbers get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int n)
        {
            value = n;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    std::coroutine_handle<promise_type> handle;
    ~numbers() { handle.destroy(); }
};

static ucontext_t main_context, side_context;
static int total;

__attribute__((noinline, noclone)) void away()
{
    swapcontext(&side_context, &main_context);
    total++;
}

__attribute__((noinline, noclone)) int risky(int n)
{
    if (n % 2)
        away();      /* count 10 */
    if (n % 5 == 0)
        throw n;     /* count 4 */
    if (n % 4 == 3)
        away();      /* count 4 */
    return n;        /* count 16 */
}

__attribute__((noinline, noclone)) int guarded(int n)
{
    try {
        return risky(n); /* count 20 */
    } catch (int wrong) {
        away();          /* count 4 */
        return -wrong;   /* count 4 */
    }
}

static void side()
{
    for (int i = 1; i <= 20; i++)
        total += guarded(i); /* count 20 */
    away();                  /* count 1 */
}

__attribute__((noinline, noclone)) int other(int n)
{
    if (n == 7)
        throw "seven"; /* count 1 */
    return n;          /* count 11 */
}

static numbers count(int from)
{
    for (int i = from;; i++)
        co_yield other(i); /* count 12 */
}

__attribute__((noinline, noclone)) int sums(int from)
{
    int sum = 0;
    numbers of = count(from); /* count 2 */
    try {
        for (int i = 0; i < 9; i++) {
            of.handle.resume();                 /* count 12 */
            sum += of.handle.promise().value;   /* count 11 */
        }
    } catch (const char *) {
        sum = -sum; /* count 1 */
    }
    return sum;
}

int main()
{
    getcontext(&side_context);
    side_context.uc_stack.ss_sp = malloc(65536);
    side_context.uc_stack.ss_size = 65536;
    makecontext(&side_context, side, 0);
    for (int i = 0; i < 19; i++)
        swapcontext(&main_context, &side_context); /* count 19 */
    int sum = sums(10);
    printf("%d %d %d\n", total, sum, sums(5));
    return 0;
}
