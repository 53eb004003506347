// SPDX-License-Identifier: GPL-3.0-or-later
// What C++20, C++23 and newer GCCs have; where a compiler does not know it yet, the nearest that it does.
// @flags -std=gnu++2b -fcoroutines
// @calls Matrix::at 12
// @calls collect 3
#include <compare>
#include <concepts>
#include <coroutine>
#include <cstdio>
#include <initializer_list>

#if __cplusplus >= 202302L || __cpp_if_consteval
#define IF_CONSTEVAL if consteval
#else
#define IF_CONSTEVAL if (__builtin_is_constant_evaluated())
#endif
#if __has_cpp_attribute(assume)
#define ASSUME(x) [[assume(x)]]
#else
#define ASSUME(x) ((void)0)
#endif
#if __has_cpp_attribute(gnu::musttail)
#define MUSTTAIL [[gnu::musttail]]
#else
#define MUSTTAIL
#endif
#if __cpp_static_call_operator
#define STATIC_CALL static
#define CONST
#else
#define STATIC_CALL
#define CONST const
#endif
#if __cpp_explicit_this_parameter
#define METHOD(name) name(this auto &&self)
#else
#define METHOD(name) name()
#define self (*this)
#endif

constexpr int twice(int x)
{
    IF_CONSTEVAL {
        return -2 * x;
    }
    return 2 * x; /* count 10 */
}

struct Smaller {
    STATIC_CALL bool operator()(int a, int b) CONST { return a < b; } /* count 6 */
};

struct Matrix {
    int cells[3][4];
    __attribute__((noinline)) int &at(int i, int j)
    {
        ASSUME(i < 3 && j < 4);
        if (i == j)
            cells[i][j]++; /* count 3 */
        return cells[i][j]; /* count 12 */
    }
};

struct Counter {
    int value = 0;
    __attribute__((noinline)) int METHOD(next)
    {
        if (self.value % 3 == 2)
            self.value += 10; /* count 4 */
        return self.value++; /* count 10 */
    }
};

__attribute__((noinline)) int last(int n, int sum)
{
    if (n == 0)
        return sum; /* path count 1 */
    MUSTTAIL return last(n - 1, sum + n); /* path count 20 */
}

struct Version {
    int major, minor;
    auto operator<=>(const Version &) const = default;
};

template <std::integral T> T clamp(T x, T most)
{
    return x > most ? most : x; /* count 5 */
}

struct Generator {
    struct promise_type {
        int value;
        Generator get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int x)
        {
            value = x; /* count 10 */
            return {};
        }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    std::coroutine_handle<promise_type> handle;
    ~Generator() { handle.destroy(); }
    bool step()
    {
        handle.resume(); /* count 13 */
        return !handle.done(); /* count 13 */
    }
};

Generator evens(int n)
{
    for (int i = 0; i < n; i++)
        if (i % 2 == 0)
            co_yield i; /* count 10 */
}

__attribute__((noinline)) int collect(int n)
{
    int sum = 0;
    for (Generator g = evens(n); g.step();)
        sum += g.handle.promise().value; /* count 10 */
    return sum;
}

int main()
{
    static_assert(twice(2) == -4);
    int sum = 0;
    Matrix m = {};
    Counter c;
    for (int i = 0; i < 10; i++)
        sum += twice(i) + c.next(); /* count 10 */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            sum += m.at(i, j); /* count 12 */
    Smaller smaller;
    for (auto list = {3, 1, 2, 5, 4, 7}; int x : list)
        if (smaller(x, 4))
            sum += x; /* count 3 */
    sum += last(20, 0); /* count 1 */
    if (Version{1, 2} < Version{1, 3})
        sum++; /* count 1 */
    for (long i = 0; i < 5; i++)
        sum += clamp(i, 3L);
    for (int i = 5; i < 8; i++)
        sum += collect(i); /* count 3 */
    auto [major, minor] = Version{4, 5};
    auto add = [&]<typename T>(T x) { sum += x; }; /* count 2 */
    add(major);
    add(minor);
    printf("%d\n", sum);
    return 0;
}
