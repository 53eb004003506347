/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which calls are expanded: the limits one by one, and what holds of whatever is chosen. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/lanes/call-choice.h"

#define PROCS 8
#define MOST 12

static int wrong;

static void result(bool good, const char *name)
{
    wrong |= !good;
    printf("%s: %s\n", good ? "PASS" : "FAIL", name);
}

/* Are the fates of LIST those that WANTED names: a letter each? */
static void choose(const char *name, struct pp_call_candidate *list,
                   const struct pp_call_limits *limits, const char *wanted)
{
    static const char letters[] = "EFLRPGC"; /* in the order of enum pp_call_fate */
    char got[MOST + 1] = "";
    size_t num = strlen(wanted);
    pp_choose_calls(list, num, limits);
    for (size_t i = 0; i < num; i++)
        got[i] = letters[list[i].fate];
    if (strcmp(got, wanted))
        printf("    %s instead of %s\n", got, wanted);
    result(!strcmp(got, wanted), name);
}

static const uint64_t none[PROCS], small[PROCS] = {10, 10, 10, 10, 10, 10, 10, 10};
/* An average statement of the unit is executed 10 times. */
static const uint64_t sizes[PROCS] = {100}, executed[PROCS] = {1000};

static void check_limits(void)
{
    struct pp_call_limits free = {1, 0, UINT_MAX, none, none, PROCS, NULL};
    struct pp_call_limits rare = {200000, 0, UINT_MAX, none, none, PROCS, NULL};
    struct pp_call_limits dear = {1, 100, UINT_MAX, sizes, executed, PROCS, NULL};
    struct pp_call_candidate given[] = {
        {.caller = 0, .callee = 1, .times = 5, .refused = true},
        {.caller = 0, .callee = 1, .times = 5, .left = true},
        {.caller = 0, .callee = 1, .times = 5, .refused = true, .left = true},
        {.caller = 0, .callee = 1, .times = 0},
    };
    /* However long the way through the callee: a copy saves the same, and costs by its size. */
    struct pp_call_candidate ways[] = {
        {.caller = 0, .callee = 1, .times = 10, .stmts = 2, .hot = 8},
        {.caller = 0, .callee = 1, .times = 10, .stmts = 2000, .hot = 8},
        {.caller = 0, .callee = 1, .times = 10, .stmts = 2000, .hot = 9},
    };
    struct pp_call_candidate seldom[] = {{.caller = 0, .callee = 1, .times = 9},
                                         {.caller = 0, .callee = 1, .times = 10}};
    struct pp_call_candidate priced[] = {
        {.caller = 0, .callee = 1, .times = 10, .hot = 8},
        {.caller = 0, .callee = 1, .times = 10, .hot = 9},
        {.caller = 0, .callee = 1, .times = 10, .hot = 7, .cold = 10},
        {.caller = 0, .callee = 1, .times = 10, .hot = 7, .cold = 20},
    };
    choose("choice: refused, left, never made", given, &free, "FLFR");
    choose("choice: short and long ways", ways, &dear, "EEP");
    choose("choice: rare is less than one for 20000 statements", seldom, &rare, "RE");
    choose("choice: price, of cold statements a tenth", priced, &dear, "EPEP");
    result(pp_call_is_rare(0, 0) && !pp_call_is_rare(1, 20000) && pp_call_is_rare(1, 20001),
           "choice: what is rare");
}

static void check_room(void)
{
    struct pp_call_limits all = {1, 0, 100, small, none, PROCS, NULL},
                          half = {1, 0, 50, small, none, PROCS, NULL};
    /* Procedure 0 has taken in 290 statements before, the unit 590: 10 may follow. */
    static const uint64_t before[PROCS] = {290, 300};
    struct pp_call_limits grown = {1, 0, 100, small, none, PROCS, before};
    struct pp_call_candidate callers[] = {
        {.caller = 0, .callee = 7, .times = 900, .hot = 200, .cold = 100},
        {.caller = 0, .callee = 7, .times = 1, .hot = 1},
        {.caller = 1, .callee = 7, .times = 800, .hot = 299},
        {.caller = 2, .callee = 7, .times = 1, .hot = 2},
        {.caller = 2, .callee = 7, .times = 1, .hot = 1},
    };
    struct pp_call_candidate more[] = {
        {.caller = 0, .callee = 7, .times = 900, .hot = 151},
        {.caller = 1, .callee = 7, .times = 900, .hot = 150},
        {.caller = 2, .callee = 7, .times = 900, .hot = 150},
        {.caller = 3, .callee = 7, .times = 1, .hot = 1},
    };
    /* Of two of which one has room: that which gains more for a statement; the first of equal ones. */
    struct pp_call_candidate better[] = {
        {.caller = 0, .callee = 7, .times = 20, .hot = 200},
        {.caller = 0, .callee = 7, .times = 19, .hot = 150, .cold = 1},
        {.caller = 1, .callee = 7, .times = 5, .hot = 200},
        {.caller = 1, .callee = 7, .times = 5, .hot = 200},
    };
    struct pp_call_candidate rest[] = {
        {.caller = 0, .callee = 7, .times = 900, .hot = 8},
        {.caller = 0, .callee = 7, .times = 90, .hot = 3},
        {.caller = 2, .callee = 7, .times = 9, .hot = 3},
        {.caller = 2, .callee = 7, .times = 8, .hot = 2},
    };
    choose("choice: room that is left", rest, &grown, "EGGE");
    choose("choice: room of callers and of the unit", callers, &all, "EGEGE");
    choose("choice: half the room", more, &half, "GEEG");
    choose("choice: the most useful first", better, &all, "GEEG");
}

static void check_chains(void)
{
    struct pp_call_limits limits = {1, 0, UINT_MAX, none, none, PROCS, NULL};
    struct pp_call_candidate first[] = {{.caller = 0, .callee = 1, .times = 6},
                                        {.caller = 1, .callee = 2, .times = 5}};
    struct pp_call_candidate second[] = {{.caller = 0, .callee = 1, .times = 5},
                                         {.caller = 1, .callee = 2, .times = 6}};
    struct pp_call_candidate sum[] = {{.caller = 0, .callee = 1, .times = 5},
                                      {.caller = 3, .callee = 1, .times = 2},
                                      {.caller = 1, .callee = 2, .times = 6}};
    struct pp_call_candidate ring[] = {{.caller = 0, .callee = 1, .times = 5},
                                       {.caller = 1, .callee = 0, .times = 6}};
    struct pp_call_candidate out[] = {{.caller = 0, .callee = 1, .times = 9, .refused = true},
                                      {.caller = 1, .callee = 2, .times = 6}};
    struct pp_call_candidate far[] = {{.caller = 0, .callee = 1, .times = 9},
                                      {.caller = 1, .callee = 2, .times = 6},
                                      {.caller = 2, .callee = 3, .times = 5}};
    choose("choice: a chain, the first call gains more", first, &limits, "EC");
    choose("choice: a chain, the second gains more", second, &limits, "CE");
    choose("choice: all calls of a procedure against all that it makes", sum, &limits, "EEC");
    choose("choice: two that call each other", ring, &limits, "CE");
    choose("choice: what is not expanded makes no chain", out, &limits, "FE");
    choose("choice: a chain of four is two", far, &limits, "ECE");
}

static uint32_t next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(*state >> 33);
}

/* No procedure is both, all are within their limits, and what is not expanded for want of room has none. */
static bool holds(const struct pp_call_candidate *list, size_t num, unsigned growth)
{
    uint64_t grown[PROCS] = {0}, unit = 0;
    bool calls[PROCS] = {false}, called[PROCS] = {false};
    for (size_t i = 0; i < num; i++) {
        if (list[i].fate != PP_CALL_EXPANDED)
            continue;
        calls[list[i].caller] = called[list[i].callee] = true;
        grown[list[i].caller] += list[i].hot + list[i].cold;
        unit += list[i].hot + list[i].cold;
    }
    for (unsigned p = 0; p < PROCS; p++)
        if ((calls[p] && called[p]) || grown[p] > 300 * growth / 100)
            return false;
    for (size_t i = 0; i < num; i++) {
        uint64_t more = list[i].hot + list[i].cold;
        if (list[i].fate == PP_CALL_GROWTH && grown[list[i].caller] + more <= 300 * growth / 100 &&
            unit + more <= 600 * growth / 100)
            return false;
    }
    return unit <= 600 * growth / 100;
}

static void check_random(void)
{
    struct pp_call_candidate list[MOST];
    uint64_t state = 1;
    bool good = true;
    for (unsigned trial = 0; trial < 20000; trial++) {
        unsigned growth = 50 * (1 + next(&state) % 4), num = 1 + next(&state) % MOST;
        struct pp_call_limits limits = {1, 0, growth, small, none, PROCS, NULL};
        for (unsigned i = 0; i < num; i++) {
            uint32_t caller = next(&state) % PROCS;
            list[i] = (struct pp_call_candidate){
                .caller = caller,
                .callee = (caller + 1 + next(&state) % (PROCS - 1)) % PROCS,
                .times = next(&state) % 50,
                .stmts = next(&state) % 70,
                .hot = next(&state) % 150,
                .cold = next(&state) % 150};
        }
        pp_choose_calls(list, num, &limits);
        good &= holds(list, num, growth);
    }
    result(good, "choice: at random, no chains, within the limits, no room unused");
}

int main(void)
{
    check_limits();
    check_room();
    check_chains();
    check_random();
    return wrong;
}
