/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hot-path automaton (thesis 2.2.1): a trie of hot paths over the edges of the supergraph,
   whose failure function makes a deterministic automaton of it.  A path that begins behind a
   recording edge has first the symbol of that edge's target, "recording edge to v" (7.3.1), so that
   only paths that begin there lead on from its state.

   One object holds the automata of several procedures, each with a root of its own (7.3: "one large
   automaton with several sub-automata").  A symbol that leads nowhere from the current state is
   tried in its reset state, and in that one's; in the root, if it is a recording edge to v, the
   symbol "recording edge to v" is.  Of acyclic paths the reset state is the root.  It is kept by
   state because over calls it is not: where context-prefixes are followed it is the state at the
   last Entry (7.3.2).

   A path of mode kpath goes over recording edges, in the trie symbols like all others.  The windows
   of which such paths are made overlap: where one goes over a recording edge, another begins.  So
   the reset state is Aho and Corasick's failure function: the state of the longest hot path that
   control may be on as well, and began later.  In a loop whose iterations alternate, each iteration
   is the second of one path and the first of the next: the automaton has a cycle as the pattern has,
   and so the hot-path graph has the loop unrolled along it.

   With JOINS, which the thesis does not have, control that comes to where hot paths begin, on none
   itself, goes on with them, though no path ends there: the symbol "recording edge to v" is any
   edge to v.  The first iteration of a loop, and what a hot path that is left leaves it for, are
   then in the same lanes as all others, and have not to be told from them where there is nothing to
   tell.

   A SINGLE vertex has one copy, so control that comes to it is always in the same state: a path
   through it is two, the second as if it began there.

   Over calls (pp_automaton_follow_calls; 7.3.1, 7.3.2) paths are the profile's own: call and return
   edges are symbols too, and lead on only where the trie does.  Elsewhere a call leads to the root
   of its callee, and a return to one of three states (7.3.4): the trie's; where hot paths begin at
   the return site; where the summary edge leads from the call's state.  With contexts a surrogate
   in the middle of a path is the symbol "recording edge to v", and the reset state of a state is
   LastEntry, the last state at an Entry of the same procedure: in that state the procedure is run in
   the context that leads there, as long as no hot path goes on (the Context Property, 7.2.2).

   What cannot be copied keeps its one copy over calls as well.  An Exit that is SINGLE has one state,
   so that a path into the callee ends there, and goes on, as one over the summary edge or, without
   contexts, as one that begins at the return site.  An Entry that is SINGLE is always entered in the
   root; with contexts so is any procedure in which a vertex but Exit is SINGLE or RESTART: there its
   context is forgotten, and what a path tells behind such a vertex must not differ by context. */
#ifndef PATHPROF_AUTOMATON_H
#define PATHPROF_AUTOMATON_H

#include "core/profile/profile.h"
#include "core/number/path.h"

struct pp_state {
    uint32_t vertex; /* at which control is in this state; the root's: Entry.  In the root it may be
                        anywhere in the procedure. */
    uint32_t parent; /* PP_NONE: a root */
    uint32_t edge;   /* from parent; PP_NONE: any recording edge to vertex */
    uint32_t reset;  /* the root's, and with contexts that of a state at an Entry: itself */
};

struct pp_automaton {
    const struct pp_graph *graph; /* not owned */
    uint32_t *procs;              /* those that it has automata for, in the order asked for */
    uint32_t num_procs;
    uint32_t *roots; /* of first_proc on, num_roots of them; use pp_automaton_root */
    uint32_t first_proc, num_roots;
    struct pp_state *states; /* a parent comes before its children */
    uint32_t num_states, cap_states;
    uint32_t *hash; /* open addressing: the trie's transitions, named by the states they lead to */
    uint32_t hash_slots;
    uint32_t num_paths; /* how many hot paths it recognises */
    bool joins;
    bool calls, contexts; /* set by pp_automaton_follow_calls */
    bool *one_entry;      /* as roots: its Entry has one copy */
};

/* The automata of PROCS, without hot paths.  `joins` may be set before any are added. */
void pp_automaton_init(struct pp_automaton *a, const struct pp_graph *graph, const uint32_t *procs,
                       uint32_t num_procs);
void pp_automaton_free(struct pp_automaton *a);

/* From now on paths go over calls of A's procedures, which are to be all that the profile's mode
   follows calls to and from.  CONTEXTS: the mode's paths have context-prefixes (context), or not
   (piecewise).  The profile must be without the options loops=context and recursion=context. */
void pp_automaton_follow_calls(struct pp_automaton *a, bool contexts);

/* Makes the NUM paths of PROFILE that PATHS lists hot paths, in that order, until there might be
   more than MOST states; that path is left out, as are all after it.  Returns how many that are.
   The paths are intraprocedural ones (pp_intra_make), or over calls the profile's own.  A path's
   last edge is not of it if it is a recording one.  One that repeats another, or is its prefix, adds
   no state. */
size_t pp_automaton_add_all(struct pp_automaton *a, const struct pp_profile *profile,
                            const size_t *paths, size_t num, uint32_t most);

/* The root of PROC; PP_NONE if it is not one of A's. */
uint32_t pp_automaton_root(const struct pp_automaton *a, uint32_t proc);

/* The one transition from STATE by EDGE, FLOW or SUMMARY, of the procedure in which STATE is. */
uint32_t pp_automaton_step(const struct pp_automaton *a, uint32_t state, uint32_t edge);

/* Is the call of call edge CALL followed? */
bool pp_automaton_follows(const struct pp_automaton *a, uint32_t call);

/* The state in which the call of call edge CALL, which is followed, enters from STATE. */
uint32_t pp_automaton_call(const struct pp_automaton *a, uint32_t state, uint32_t call);

/* The state in which control comes back from Exit in EXIT to the return site of call edge CALL, that
   was left in STATE. */
uint32_t pp_automaton_return(const struct pp_automaton *a, uint32_t state, uint32_t call,
                             uint32_t exit);

/* Over calls: where surrogate EDGE, which begins paths, leads from STATE at its source. */
uint32_t pp_automaton_resume(const struct pp_automaton *a, uint32_t state, uint32_t edge);

/* Is EDGE, of a path over calls, a surrogate by which the path goes on in its active-suffix? */
static inline bool pp_is_begin(const struct pp_edge *edge)
{
    return edge->kind == PP_SURROGATE && edge->origin == PP_NONE && !(edge->flags & PP_E_PENDING);
}

/* The state in which control is when a path begins at V: Entry, the target of a recording edge, or
   a RESTART vertex. */
uint32_t pp_automaton_begin(const struct pp_automaton *a, uint32_t v);

/* The state in which control is where the active-suffix of PATH begins, hot or not.  Its
   context-prefix, as far as it says anything, says all that the automaton knows then. */
uint32_t pp_automaton_at(const struct pp_automaton *a, const struct pp_path *path);

#endif
