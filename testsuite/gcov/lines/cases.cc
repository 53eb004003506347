// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of many basic blocks, each as gcov counts it: testsuite/gcov/lines.py.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>
template <typename T> struct box {
    T value;
    box(T v) : value(v) {}
    T twice() { return value + value; }
    ~box() { value = T(); }
};
static int calls(std::map<int, std::string> &m)
{
    for (int i = 0; i < 10; i++) {
        m.insert(std::make_pair(i, "x"));
        m[i] += std::to_string(i) + "y";
    }
    return (int)m.size();
}
static int labels(int n)
{
    int s = 0;
again:
    switch (n) {
    case 0: case 1:
    default:
        s++;
        break;
    case 7:
        s += 2;
        n = 1; goto again;
    }
    if (s > 2) goto out;
    s = 9;
out:
    return s;
}
static int circuits(int n)
{
    int s = 0; for (int i = 0; i < n; i++) for (int j = 0; j < 3; j++) { if (j == 1) continue; s += i ^ j; }
    while (s > 100) s -= 7; do s++; while (s & 3);
    return s;
}
static int thrown(int n)
{
    try { if (n & 1) throw std::string("odd"); return n; } catch (std::string &s) { return (int)s.size(); }
}
static int continued(int n, std::map<int, std::string> &m)
{
    int s = m.count(n) ? (int)m[n].size() :
        circuits(n) +
        labels(n);
    while (n-- > 0)
        if (s > n
            && m.find(n) != m.end()) s--;
    __asm__ volatile("" : "+r"(s)); __asm__ volatile("" : "+r"(s));
    return s;
}
// With optimisation a loop has an empty block before it, through which control comes back to the line, unless a call of
// a function without effects, or an assertion, makes GCC clean up before it counts.
static int plain(const char *s, int n)
{
    int t = 0;
    for (; n > 0; n--) {
        int k = n;
        if (n & 1) { while (k > 3) { t += *s; k -= 2; } t ^= k; }
        t++;
    }
    return t;
}
static int cleaned(const char *s, int n)
{
    int t = 0;
    for (; n > 0; n--) {
        int k = n;
        if (n & 1) { while (k > 3) { t += strcmp(s, "x"); k -= 2; } t ^= k; }
        t++;
    }
    return t;
}
int main()
{
    std::map<int, std::string> m;
    int s = calls(m) + labels(7) + labels(2) + circuits(20);
    for (int i = 0; i < 5; i++) s += thrown(i) + continued(i * 4, m);
    box<int> a(3); box<std::string> b("b"); s += a.twice() + (int)b.twice().size();
    s += plain(m[0].c_str(), 17) + cleaned(m[0].c_str(), 17);
    auto f = [](int x) { return x > 2 ? x : 2; }; s += f(1) + f(5);
    return s == 0;
}
