#include <cstdlib>
inline int half(int x)
{
    if (x > 8)
        exit(0);
    return x / 2;
}
static int part(int x) { return half(x) + 1; }
int main()
{
    int s = 0;
    for (int i = 0;; i++)
        s += part(i);
}
