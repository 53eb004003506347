static volatile int s;
static __attribute__((noinline)) int helper(int x) { for (int i=0;i<x*1000;i++) s+=i; return x * 3+s; }
int two(int n) { int s = 0; for (int i = 0; i < n; i++) s += helper(i*3); return s; }
