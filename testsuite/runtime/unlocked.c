/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unlocked COMMAND...: runs it where no file can be locked (ENOLCK), by whatever call. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define IF_EQUAL(value, then, otherwise) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, then, otherwise)
#define RETURN(value) BPF_STMT(BPF_RET | BPF_K, value)

int main(int argc, char **argv)
{
    struct sock_filter code[] = {
        LOAD(nr),
        IF_EQUAL(SYS_fcntl, 0, 6),
        LOAD(args[1]), /* the half that counts, on little-endian machines */
        IF_EQUAL(F_OFD_SETLK, 3, 0),
        IF_EQUAL(F_OFD_SETLKW, 2, 0),
        IF_EQUAL(F_SETLK, 1, 0),
        IF_EQUAL(F_OFD_GETLK, 0, 1),
        RETURN(SECCOMP_RET_ERRNO | ENOLCK),
        RETURN(SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof code / sizeof *code, code};
    if (argc < 2 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) {
        perror("unlocked");
        return 125;
    }
    execvp(argv[1], argv + 1);
    perror(argv[1]);
    return 126;
}
