/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second compile: what the profile says of a unit's functions and calls, for the choice among those that GCC's
   inliner leaves (left-calls.h).  With -flto that is made at the link, which has no profile and no bodies; it has GCC's
   summaries, counts and edges.

       cc1 (use.cc): records of the unit  -> a section of the object -> lto1 (left-calls.cc): calls are chosen */
#ifndef PATHPROF_CALL_RECORDS_H
#define PATHPROF_CALL_RECORDS_H

#include "gcc/use/outside-calls.h"

/* One direct call that is not rare. */
struct pp_call_record {
    gimple *call; /* where the unit is compiled, not to be looked at later; NULL: at the link */
    unsigned uid; /* gimple_uid + 1, as cgraph_edge.lto_stmt_uid; at the link */
    char *file;
    uint32_t line;
    /* What the profile says of this call, if it is known, and whether that is for certain. */
    bool known, exact;
    double stmts;
    uint64_t hot, cold;
};

/* One function whose counts are known.  Counts are as GCC has them. */
struct pp_function_record {
    unsigned users;     /* nodes: the function's and its clones' */
    uint64_t entries;   /* how often it was called */
    uint64_t executed;  /* statements */
    uint64_t hot, cold; /* statements that have run, and that have not */
    vec<pp_call_record> calls;
};

struct pp_call_records {
    double program; /* statements executed in the whole program; 0: there are no records */
    hash_map<cgraph_node *, pp_function_record *> *functions;
    vec<struct pp_known_call> known; /* where the unit is compiled, until its calls are kept */
    struct pp_lane_unit
        *report; /* of the unit, to be ended when all calls are chosen; NULL: none */
};

/* The records of this process. */
struct pp_call_records *pp_call_records_make(void);

/* From now on records follow their nodes.  Not before IPA passes begin where units are compiled: a precompiled header
   has the symbol table in it, so hooks of it would go into the one that is written, and be lost where one is read. */
void pp_call_records_watch(struct pp_call_records *records);

/* Where a unit is compiled, while USE says what it knows and what it has expanded: the records of its functions. */
void pp_keep_functions(struct pp_call_records *records, const struct pp_use *use);

/* Likewise, when bodies are as they are written: the records of their calls. */
void pp_keep_calls(struct pp_call_records *records);

/* The section of the object that is written, and those of the objects that are linked. */
void pp_write_call_records(const struct pp_call_records *records);
void pp_read_call_records(struct pp_call_records *records);

/* What is known of NODE, or of what it is a clone of; NULL: nothing. */
const struct pp_function_record *pp_call_record_of(const struct pp_call_records *records,
                                                   struct cgraph_node *node);

#endif
