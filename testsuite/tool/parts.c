/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that two others call through a pointer.  -DMORE: and one that calls itself, one that runs before main. */
volatile int sink;
#define FUNCTION static __attribute__((noinline, noclone))
FUNCTION void called(int n) { for (int i = 0; i < n; i++) sink += i; }
void (*volatile pointer)(int) = called;
FUNCTION void much(void) { for (int i = 0; i < 30; i++) pointer(1); }
FUNCTION void little(void) { for (int i = 0; i < 10; i++) pointer(100); }
#ifdef MORE
FUNCTION void walk(int n) { called(n); if (n) walk(n - 1); }
__attribute__((constructor)) static void begin(void) { called(20); }
#else
#define walk(n) (void)0
#endif
int main(void) { much(); little(); walk(9); return 0; }
