/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of graph-check share. */
#ifndef GRAPH_CHECK_H
#define GRAPH_CHECK_H

#include "core/graph/graph.h"
#include "machine.h"
#include "core/format/notes.h"
#include "core/number/number.h"
#include "core/plan/plan.h"
#include "registers.h"
#include "core/transform/rules.h"

#define MOST_WORDS 512
#define MOST_NAMES 512
#define MOST_LINES 256

/* A call by name, to be linked when all procedures are there. */
struct named_call {
    uint32_t vertex;
    char *callee;
};

struct test {
    char name[80];
    struct pp_graph g;
    struct pp_unit unit; /* with the parameters */
    struct pp_rules rules;
    bool static_weights;
    char *names[MOST_NAMES]; /* of the first vertices, within their procedures */
    uint32_t num_names;
    struct named_call *calls;
    uint32_t num_calls;
    char *expectations[MOST_LINES];
    unsigned num_expectations;
    struct pp_numbering n;
    struct pp_plan *plans; /* by procedure */
    uint64_t *counters, *counts, entered;
    bool *known; /* mode callgraph: counts */
    bool planned, consistent, by_callers;
    /* Interprocedural modes. */
    struct machine machine;
    struct pp_num *went; /* numbers recorded by `go` */
    uint32_t num_went;
    struct lanes *lanes; /* NULL: it is not about lanes */
    struct super *super; /* NULL: nor about lanes over calls */
};

struct words {
    char *word[MOST_WORDS];
    unsigned num;
    char *text;
};

/* ---- graph-check.c */

/* Says WHAT is wrong with the line that is read, and ends. */
void die(const char *what);
char *copy(const char *s);
void split(struct words *w, const char *line);
/* The word at I, which must be there. */
const char *word(const struct words *w, unsigned i);
/* Joins the words from FIRST to the one before the word STOP (or the end).  Returns the index
   after. */
unsigned join(const struct words *w, unsigned first, const char *stop, char *to, size_t size);
void append(char *got, size_t size, const char *sign, const char *name);

/* ---- graph-read.c */

/* Returns false if the line is an expectation. */
bool read_description(struct test *t, const struct words *w);
/* After the last line: the graph has a procedure, and its calls are linked. */
void finish_graph(struct test *t);

/* The procedure called NAME. */
uint32_t known_proc(const struct test *t, const char *name);
/* The vertex called NAME or PROC.NAME. */
uint32_t known(const struct test *t, const char *name);
/* What V is called in a file. */
const char *name_of(const struct test *t, uint32_t v);

/* ---- graph-expect.c: each returns whether what there is, which it writes to GOT, is what the line
   says. */

bool text(char *got, size_t size, const char *value, const char *expected);
bool number(char *got, size_t size, uint64_t value, const char *expected);
bool big_number(char *got, size_t size, struct pp_num value, const char *expected);
/* The edge FROM -> TO that is, or is not, a surrogate; PP_NONE if there is none. */
uint32_t find_edge(const struct test *t, uint32_t from, uint32_t to, bool surrogate);
uint32_t named_edge(const struct test *t, const struct words *w, bool surrogate);
const struct pp_action *action(const struct test *t, enum pp_place place, uint32_t at);
bool expect(struct test *t, const struct words *w, char *got, size_t size);

/* ---- graph-loops.c: what is expected in mode kpath. */

bool expect_in_loops(struct test *t, const struct words *w, char *got, size_t size);

/* ---- graph-scope.c: what is expected in the interprocedural modes. */

void make_scope(struct test *t);
/* Do the notes give the decoder the same labels? */
bool notes_agree(const struct test *t, char *got, size_t size);
/* Sets *GOOD and returns true, or returns false: it is a line of all modes. */
bool expect_in_scope(struct test *t, const struct words *w, char *got, size_t size, bool *good);

/* ---- graph-lanes.c: the same for express lanes. */

/* Returns false if the line has nothing to do with lanes, or is an expectation. */
bool read_lanes(struct test *t, const struct words *w);
void make_lanes(struct test *t);
void free_lanes(struct test *t);
bool expect_lanes(struct test *t, const struct words *w, char *got, size_t size, bool *good);

/* ---- graph-lane-calls.c: the same over calls. */

bool read_super(struct test *t, const struct words *w);
void make_super(struct test *t);
void free_super(struct test *t);
bool expect_super(struct test *t, const struct words *w, char *got, size_t size, bool *good);

#endif
