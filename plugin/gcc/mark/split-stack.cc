/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Option -fsplit-stack: functions run on little stack, and ask for more when they are entered.  The
   runtime does not ask.  So whatever calls it in such a unit does so by a stub that does, as GCC's
   own prologues do (libgcc's morestack.S says how), and by which the runtime has as much as it has
   anywhere. */
#include "gcc/base/compat.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/split-stack.h"

/* For the deepest of the runtime, which writes the counts, with room for a signal handler. */
#define ROOM 0x8000

#define STUB "__pathprof_split_stack_"

/* The runtime's functions for which there are stubs. */
static const char *called[16];
static unsigned num_called;

static char *stub_name(const char *name)
{
    return concat(STUB, name + strlen("__pathprof_"), NULL);
}

char *pp_name_to_call(const char *name)
{
    if (flag_split_stack <= 0)
        return xstrdup(name);
    unsigned i = 0;
    while (i < num_called && strcmp(called[i], name))
        i++;
    gcc_assert(i < ARRAY_SIZE(called));
    called[i] = name;
    num_called = MAX(num_called, i + 1);
    return stub_name(name);
}

static void print_stub(FILE *out, const char *stub, const char *name)
{
    fprintf(out, "\t.section .text.%s,\"axG\",@progbits,%s,comdat\n", stub, stub);
    fprintf(out, "\t.globl %s\n\t.hidden %s\n\t.hidden %s\n\t.type %s, @function\n%s:\n", stub,
            stub, name, stub, stub);
    fprintf(out, "\tleaq -%d(%%rsp), %%r11\n\tcmpq %%fs:112, %%r11\n\tjae %s\n", ROOM, name);
    /* __morestack goes on behind the ret, and comes back to it. */
    fprintf(out, "\tmovl $%d, %%r10d\n\txorl %%r11d, %%r11d\n\tcall __morestack\n\tret\n", ROOM);
    fprintf(out, "\tjmp %s\n\t.size %s, .-%s\n", name, stub, stub);
}

void pp_print_split_stack(FILE *out)
{
    if (flag_split_stack <= 0)
        return;
    for (unsigned i = 0; i < num_called; i++) {
        char *stub = stub_name(called[i]);
        tree id = maybe_get_identifier(stub);
        if (id && TREE_SYMBOL_REFERENCED(id))
            print_stub(out, stub, called[i]);
        free(stub);
    }
    /* gold must not look for a prologue that asks for stack in the runtime.  If the unit has such functions itself, GCC
     * has written such a note, and the assembler warns of a second one that is not of another group. */
    fputs("\t.section .note.GNU-no-split-stack,\"G\",@progbits," STUB "note,comdat\n", out);
}
