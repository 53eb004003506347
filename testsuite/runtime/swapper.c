/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An attacker: exchanges pairs of names (A B [A B]...) again and again until it is killed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    for (unsigned i = 0;; i++)
        for (int a = 1; a + 1 < argc; a += 2)
            if (syscall(SYS_renameat2, AT_FDCWD, argv[a], AT_FDCWD, argv[a + 1],
                        2 /* RENAME_EXCHANGE */) != 0 &&
                i == 0) {
                perror(argv[a]);
                return 1;
            }
}
