/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -flto: what travels from one process of the compiler to the next, so that the whole program is
   one scope.

       cc1     graph of each function                     summary-stream.cc  -> a section of the
   object lto1    all graphs into one, numbered, planned     summary.cc LTRANS  the plans of the
   bodies that it has        partition.cc       -> a section a partition

   A section is one that GCC would give a function of a name that no function has. */
#ifndef PATHPROF_SUMMARY_H
#define PATHPROF_SUMMARY_H

#include "gcc/decide/plan-unit.h"
#include "gcc/extract/extract.h"
extern "C" {
#include "core/base/bytes.h"
}

/* One function, where it is compiled and where it is linked. */
struct pp_summary {
    unsigned users;      /* nodes: the function's and its clones' */
    uint32_t proc;       /* in pp_link.notes.graph; then in pp_link.graph, or PP_NONE */
    char *brief;         /* its name as functions= and exclude= see it */
    vec<gimple *> calls; /* compile: the statements of its call vertices, in order */
    vec<unsigned> uids;  /* link: their gimple_uid + 1, as cgraph_edge.lto_stmt_uid */
    struct pp_beliefs beliefs;
};

/* What the process that generates a procedure's code has been told of it. */
struct pp_record {
    uint64_t checksum;
    unsigned HOST_WIDE_INT offset;
    enum pp_block_check check;
    uint32_t first_vertex;
    unsigned handed; /* handed-words.h */
    struct pp_beliefs beliefs;
    struct pp_input plan; /* pp_plan_read */
};

struct pp_link {
    /* Of all functions seen, until the program is numbered. */
    struct pp_notes notes;
    hash_map<cgraph_node *, struct pp_summary *> *summaries;

    /* The whole program: by procedure. */
    struct pp_graph graph;
    vec<cgraph_node *> nodes; /* when it was numbered: some may have gone since */
    vec<struct pp_summary *> kept;
    struct pp_decision *decisions;

    /* Code generation. */
    vec<struct pp_record> records;
    hash_map<cgraph_node *, unsigned> *recorded;
};

/* C's link, made when it is first asked for. */
struct pp_link *pp_link_of(struct pp_compilation *c);

/* The functions with a summary that are still wanted: by their order in the program. */
vec<cgraph_node *> pp_summarised(const struct pp_compilation *c);

/* The same as graph G, initialised, in which procedure i is that of NODES[i]. */
void pp_gather(const struct pp_link *link, const vec<cgraph_node *> &nodes, struct pp_graph *g);

/* The summary of the function that NODE is a version of; NULL if there is none. */
struct pp_summary *pp_find_summary(const struct pp_link *link, struct cgraph_node *node);

/* The record for the function that NODE is a version of; NULL if it is not to be instrumented. */
const struct pp_record *pp_find_record(const struct pp_link *link, struct cgraph_node *node);

/* What the unit that NODES make is named after: the source that is compiled, or of a link the main source of the first
   object that has one of NODES, as it is called from here.  Not the file of the first function, which may be in any
   header.  Malloc'd. */
char *pp_main_source(const struct pp_link *link, const vec<cgraph_node *> &nodes);

/* In a link, the sources of the objects that NODES are of, for pp_unit.sources: malloc'd, *NUM of them. */
uint64_t *pp_link_sources(const struct pp_link *link, const vec<cgraph_node *> &nodes,
                          uint32_t *num);

/* summary-stream.cc: compile -> link, and ld -r. */
void pp_write_summaries(struct pp_compilation *c);
void pp_read_summaries(struct pp_compilation *c);

/* What both of them say of C's options, the update settled; and into O again. */
void pp_put_options(struct pp_bytes *out, const struct pp_compilation *c);
void pp_get_options(struct pp_input *in, struct pp_options *o);

/* The regular IPA pass, to be placed after `whole-program`. */
opt_pass *pp_make_summary_pass(struct pp_compilation *c);

#endif
