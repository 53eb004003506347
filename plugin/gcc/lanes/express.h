/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The express-lane transformation of one function, from hot paths to code (thesis 2.2):

       hot paths -> automaton -> hot-path graph -> facts -> reduced graph -> code */
#ifndef PATHPROF_EXPRESS_H
#define PATHPROF_EXPRESS_H

#include "gcc/lanes/lanes.h"
#include "gcc/lanes/report.h"
extern "C" {
#include "core/lanes/intra.h"
}

/* Statements that lanes may add to any function, if growth is not less than all of them: a short
   loop, unrolled along a pattern of some iterations, is several times what it was. */
#define PP_LEAST_GROWTH 40

struct pp_express_params {
    double benefit; /* percent of the benefit of facts that hot vertices cover */
    double growth;  /* percent of a function's statements that lanes may add */
    double price;   /* of a statement added, as in pp_reduce_params */
    double entries; /* likewise */
    double scale;   /* of counts: pp_make_lanes */
};

/* What became of one function. */
struct pp_express_report {
    size_t hot_paths, left_out; /* in the automaton; not, because there were too many */
    uint64_t stmts, hot_stmts, reduced_stmts; /* of the function, the hot-path graph, the reduced */
    uint32_t vertices, hot_vertices, reduced_vertices;
    uint64_t gained[PP_FACT_KINDS]; /* facts that lanes give, each as often as it is used ... */
    uint64_t kept[PP_FACT_KINDS];   /* ... and those of them that reduction has kept */
    uint64_t plain[PP_FACT_KINDS];  /* that hold without lanes */
    uint64_t steps;                 /* of the analysis */
    bool limited;                   /* by growth */
    struct pp_lanes_made made;
    struct pp_told *told; /* NULL: nobody wants to know more */
};

/* Gives cfun, PROC of G, lanes for the NUM paths of INTRA, all of PROC, that PATHS lists, hottest
   first.  SITES is of its body, which is as it was profiled; its counts are set, and become those
   of the lanes. */
void pp_express(struct pp_graph *g, uint32_t proc, const struct pp_sites *sites,
                const struct pp_profile *intra, const size_t *paths, size_t num,
                const struct pp_express_params *params, struct pp_express_report *report);

/* The part from hot-path graph H, whose counts are set, to code. */
void pp_lanes_from(const struct pp_hot_graph *h, uint32_t proc, const struct pp_sites *sites,
                   const struct pp_express_params *params, struct pp_express_report *report);

#endif
