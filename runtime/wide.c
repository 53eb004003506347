/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Option wide=1: what plugin/gcc/emit/call-protocol.cc emits inline for path numbers of one word, on numbers
   of several (format.h).  Values are modulo 2^(64 * words).  Apart from runtime.c, a member of the
   library and a COMDAT group by itself, as state.c is: only modules with such units have it. */
#include "base/registers.h"

#pragma GCC visibility push(hidden)
#include "format.h"
#pragma GCC visibility pop

#include <stdbool.h>
#include <stddef.h>

__thread struct pathprof_wide_state __pathprof_wide_state
    __attribute__((visibility("hidden"), tls_model("initial-exec"), aligned(64)));

/* A word of an action, wherever the compiler put it. */
typedef uint64_t loose_word __attribute__((aligned(1)));

enum { PATH, NVC, ON_ENTRY, FOUND_PATH, FOUND_NVC };

struct doing {
    struct pathprof_wide_frame *frame;
    struct pathprof_wide_map *map;
    const loose_word *next; /* operand */
    uint64_t what, name;
    unsigned words;
};

static uint64_t *number(const struct doing *d, unsigned which)
{
    return d->frame->numbers + which * d->words;
}

static void copy(const struct doing *d, uint64_t *to, const uint64_t *from)
{
    for (unsigned i = 0; i < d->words; i++)
        to[i] = from[i];
}

/* TO += A * B + *CARRY, of which what is above a word becomes *CARRY.  (In halves: not every machine has numbers of two
   words.) */
static void add_product(uint64_t *to, uint64_t a, uint64_t b, uint64_t *carry)
{
    uint64_t a_low = (uint32_t)a, a_high = a >> 32, b_low = (uint32_t)b, b_high = b >> 32;
    uint64_t low = a_low * b_low, middle = a_high * b_low + (low >> 32);
    uint64_t other = a_low * b_high + (uint32_t)middle;
    uint64_t high = a_high * b_high + (middle >> 32) + (other >> 32);
    low = other << 32 | (uint32_t)low;
    low += *carry;
    high += low < *carry;
    *to += low;
    *carry = high + (*to < low);
}

static void set_word(const struct doing *d, uint64_t *to, uint64_t word)
{
    to[0] = word;
    for (unsigned i = 1; i < d->words; i++)
        to[i] = 0;
}

/* TO += the next operand. */
static void add_operand(struct doing *d, uint64_t *to)
{
    uint64_t size = *d->next++, carry = 0;
    for (uint64_t i = 0; i < d->words && (i < size || carry); i++)
        add_product(&to[i], i < size ? d->next[i] : 0, 1, &carry);
    d->next += size;
}

static void set_operand(struct doing *d, uint64_t *to)
{
    set_word(d, to, 0);
    add_operand(d, to);
}

/* TO += the next operand, a function, of nvc, which is not TO. */
static void add_function(struct doing *d, uint64_t *to)
{
    uint64_t size = *d->next++;
    const uint64_t *nvc = number(d, NVC);
    unsigned nvc_size = d->words;
    while (nvc_size && !nvc[nvc_size - 1])
        nvc_size--;
    for (uint64_t i = 0; i < size; i++) {
        uint64_t carry = 0, a = d->next[i];
        for (unsigned j = 0; i + j < d->words && (j < nvc_size || carry) && (a || carry); j++)
            add_product(&to[i + j], a, j < nvc_size ? nvc[j] : 0, &carry);
    }
    d->next += size;
    add_operand(d, to);
}

static void count(const struct doing *d, const uint64_t *path)
{
    if (d->map)
        __pathprof_wide_count(d->map, path, d->words);
}

/* As handover.cc: pp_write_enter. */
static void enter(struct doing *d)
{
    struct pathprof_wide_state *state = &__pathprof_wide_state;
    struct pathprof_wide_frame *frame = d->frame;
    uint64_t callee = state->callee;
    if (d->what & PATHPROF_WIDE_RESTORES) {
        frame->found_callee = callee;
        frame->found_begun = state->begun;
        copy(d, number(d, FOUND_PATH), state->path);
        copy(d, number(d, FOUND_NVC), state->nvc);
    }
    frame->is_root = (d->what & PATHPROF_WIDE_ALWAYS_ROOT) ||
                     ((d->what & PATHPROF_WIDE_MAY_BE_ROOT) && callee != d->name);
    frame->begun = 0;
    set_operand(d, number(d, PATH)); /* the root value */
    if (frame->is_root) {
        set_word(d, number(d, NVC), 1);
    } else {
        copy(d, number(d, PATH), state->path);
        copy(d, number(d, NVC), state->nvc);
    }
    /* RESTORES: the name of whom it interrupted would be taken for that of whom it calls. */
    if ((d->what & PATHPROF_WIDE_RESTORES) ||
        ((d->what & PATHPROF_WIDE_MAY_BE_ROOT) && !frame->is_root))
        state->callee = 0;
    if (!(d->what & PATHPROF_WIDE_PIECEWISE))
        copy(d, number(d, ON_ENTRY), number(d, PATH));
}

/* The next operands: where a path begins in mode piecewise, and unbalanced. */
static void begin_piece(struct doing *d)
{
    set_operand(d, number(d, PATH));
    set_operand(d, number(d, NVC));
    d->frame->begun = 1;
}

/* As pp_write_back. */
static void back(struct doing *d)
{
    struct pathprof_wide_state *state = &__pathprof_wide_state;
    if (!(d->what & PATHPROF_WIDE_RETURNS)) {
        count(d, state->path);
        return;
    }
    copy(d, number(d, PATH), state->path);
    if (!(d->what & PATHPROF_WIDE_MAY_BEGIN))
        return;
    if (!state->begun) {
        d->next += 1 + d->next[0];
        d->next += 1 + d->next[0];
    } else if (d->what & PATHPROF_WIDE_BEGUN_RETURNS) {
        add_operand(d, number(d, PATH));
        set_operand(d, number(d, NVC));
        d->frame->begun = 1;
    } else {
        count(d, number(d, PATH));
        begin_piece(d);
    }
}

/* path + the next operand. */
static const uint64_t *sum(struct doing *d, uint64_t *to)
{
    copy(d, to, number(d, PATH));
    add_function(d, to);
    return to;
}

/* As pp_write_begin. */
static void begin(struct doing *d)
{
    if (d->what & PATHPROF_WIDE_PIECEWISE) {
        d->next += 1 + d->next[0]; /* a constant: a is 0 */
        begin_piece(d);
        return;
    }
    copy(d, number(d, PATH), number(d, ON_ENTRY));
    add_function(d, number(d, PATH));
}

/* As pp_write_leave. */
static void leave(struct doing *d)
{
    struct pathprof_wide_state *state = &__pathprof_wide_state;
    if (!d->frame->is_root && !(d->what & PATHPROF_WIDE_ENDS)) {
        sum(d, state->path);
        state->begun = d->frame->begun;
        return;
    }
    uint64_t path[PATHPROF_MOST_WORDS];
    count(d, sum(d, path));
    if (d->frame->is_root && (d->what & PATHPROF_WIDE_RESTORES)) {
        state->callee = d->frame->found_callee;
        state->begun = d->frame->found_begun;
        copy(d, state->path, number(d, FOUND_PATH));
        copy(d, state->nvc, number(d, FOUND_NVC));
    }
}

/* As pp_write_call. */
static void call(struct doing *d)
{
    struct pathprof_wide_state *state = &__pathprof_wide_state;
    sum(d, state->path);
    set_word(d, state->nvc, 0);
    add_function(d, state->nvc);
    if (d->what & PATHPROF_WIDE_NAMED)
        state->callee = d->name;
}

void __pathprof_wide(struct pathprof_wide_frame *frame, struct pathprof_wide_map *map,
                     const void *action, uint64_t name)
{
    const loose_word *words = action;
    struct doing d = {frame, map, words + 2, words[1], name, (unsigned)words[0]};
    uint64_t path[PATHPROF_MOST_WORDS];
    if (d.what & PATHPROF_WIDE_ENTER)
        enter(&d);
    if (d.what & PATHPROF_WIDE_BACK)
        back(&d);
    if (d.what & PATHPROF_WIDE_RECORD)
        count(&d, sum(&d, path));
    if (d.what & PATHPROF_WIDE_ADD)
        add_function(&d, number(&d, PATH));
    if (d.what & PATHPROF_WIDE_SET)
        begin(&d);
    if (d.what & PATHPROF_WIDE_LEAVE)
        leave(&d);
    if (d.what & PATHPROF_WIDE_CALL)
        call(&d);
}
