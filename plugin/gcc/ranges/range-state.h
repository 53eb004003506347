/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ranges SSA names have at one point of a body, and how statements and branches change that:
   GCC's own range operators, asked with what holds there. */
#ifndef PATHPROF_RANGE_STATE_H
#define PATHPROF_RANGE_STATE_H

#include "gcc/ranges/bits.h"
#include "gcc/ranges/range-set.h"

#if PP_RANGES

/* RANGE is NULL if it may be any. */
struct pp_known {
    const pp_range *range;
    struct pp_bits bits;
};

static inline bool pp_is_nothing(const struct pp_known *known)
{
    return !known->range && !known->bits.known;
}

/* In the place of an SSA name's version, the value that the function returns: no name has it. */
#define PP_RESULT 0

/* What is known of one SSA name, beyond what GCC knows of it wherever it is. */
struct pp_slot {
    unsigned name;          /* version */
    unsigned char up, down; /* how often a meet has moved its bounds (thesis, chapter 8) */
    unsigned char changes;  /* and changed anything of it */
    unsigned char lost;     /* and taken bits that were known */
    struct pp_known known;
};

/* What holds somewhere: slots by rising name.  A name without one may be anything. */
struct pp_env {
    unsigned num;
    struct pp_slot slots[];
};

class pp_point_query;

/* The point gone through. */
struct pp_point {
    pp_range_set pool;
    auto_vec<struct pp_known> now; /* by version of a name: what holds */
    auto_vec<unsigned> touched;    /* the versions that are, or were, in now */
    pp_gori gori;
    pp_outgoing outgoing;
    pp_point_query *query; /* answers with now */
    const_bitmap names;    /* the versions that matter; NULL: all */
};

/* Need it be known at AT what NAME is? */
static inline bool pp_matters(const struct pp_point *at, tree name)
{
    return !at->names || bitmap_bit_p(at->names, SSA_NAME_VERSION(name));
}

/* A point in cfun at which nothing is known.  Its ranges are kept in its pool. */
struct pp_point *pp_point_new(void);
void pp_point_free(struct pp_point *at);

/* To where ENV holds; and what holds now of the names that are LIVE, or of all. */
void pp_point_load(struct pp_point *at, const struct pp_env *env);
struct pp_env *pp_point_store(struct pp_point *at, const_bitmap live);

/* What NAME is now. */
void pp_range_now(const struct pp_point *at, pp_range_max &r, tree name);

/* Past STMT. */
void pp_execute(struct pp_point *at, gimple *stmt);

/* Whether the statement that ends E's source can choose E; if so, refines what it tells of. */
bool pp_take_branch(struct pp_point *at, edge e);

/* All PHIs of E's target at once. */
void pp_take_phis(struct pp_point *at, edge e);

/* What EXPR is now: sets R, undefined if it has no ranges, and returns its bits. */
struct pp_bits pp_value_of(const struct pp_point *at, pp_range_max &r, tree expr);

/* At the entry of cfun, where nothing else is known: parameters are what pp_value_of has said of the
   arguments. */
void pp_take_arguments(struct pp_point *at, const auto_delete_vec<pp_range_max> &ranges,
                       const auto_vec<struct pp_bits> &bits);

/* What cfun returns along E becomes what is known of PP_RESULT; and what EXIT knows of that, of what
   CALL defines. */
void pp_take_result(struct pp_point *at, edge e);
void pp_give_result(struct pp_point *at, gimple *call, const struct pp_env *exit);

#endif
#endif
