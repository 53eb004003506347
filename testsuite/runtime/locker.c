/* SPDX-License-Identifier: GPL-3.0-or-later */
/* locker FILE: takes a lock of FILE, which needs no more than the right to read it, says so by a
   line on stdout, and keeps it until it is killed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct flock whole = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    int descriptor = argc > 1 ? open(argv[1], O_RDONLY) : -1;
    if (fcntl(descriptor, F_OFD_SETLKW, &whole) != 0) {
        perror("locker");
        return 1;
    }
    puts("locked");
    fflush(stdout);
    for (;;)
        pause();
}
