/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Express lanes on random programs against definitions: random-lanes [GRAPHS [SEED]].

   Control goes through the procedures of a random supergraph, each by itself, as a toy program
   says. What it does is cut into paths; some of them are hot; and all that core/ makes of that is
   compared with what the same walks do, with enumerations and with plain iterations. */
#include "random-lanes.h"

#include "core/lanes/intra.h"
#include "core/lanes/hot-trace.h"
#include "core/lanes/translate.h"
#include "core/number/path.h"
#include "core/pipeline/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const property_names[] = {
    "intraprocedural paths are those that have been gone",
    "the smallest set of paths that covers so much",
    "a state for each prefix of a hot path",
    "hot-path graphs keep what hotgraph.h promises",
    "graphs are path congruent",
    "a copy is where control is, and on which hot path",
    "counts are those of the walks",
    "counts obey Kirchhoff's law",
    "conditional constants are the greatest solution",
    "facts hold, and copies know more",
    "ranges are widened, end and hold",
    "hot vertices are the best that cover so much",
    "the compatibility partition",
    "the coarsest partition that respects it",
    "the reduced graph goes as the hot-path graph does",
    "reduction keeps the facts of hot vertices",
    "growth stays within its limit",
    "lanes that bring nothing are not copied",
    "what is copied gains its price",
    "innermost loops have one entry, if others cost too much",
};

const unsigned num_properties = L_PROPERTIES;

static unsigned num_lanes;

static void make(struct lanes_case *c)
{
    memset(c, 0, sizeof *c);
    random_supergraph(&c->g);
    c->unit.params = (struct pp_params){
        .mode = chance(50) ? PP_MODE_KPATH : PP_MODE_PATH,
        .k = 2 + below(MOST_K - 1),
        .max_paths = chance(40) ? 1 + below(40) : UINT64_MAX,
        .array_limit = 100,
    };
    c->unit.num_procs = c->g.num_procs;
    pp_numbering_init(&c->n);
    for (uint32_t p = 0; p < c->g.num_procs; p++) {
        struct pp_plan plan;
        pp_plan_init(&plan);
        pp_pipeline(&c->g, p, &c->unit.params, &c->n, &plan);
        pp_plan_free(&plan);
    }
    bool single = chance(30);
    for (uint32_t v = 0; v < c->g.num_vertices; v++)
        if (single && chance(15) && c->g.vertices[v].kind > PP_EXIT)
            c->g.vertices[v].flags |= PP_V_SINGLE;
    c->notes = (struct pp_notes){.graph = c->g, .units = &c->unit, .num_units = 1};
}

static void unmake(struct lanes_case *c)
{
    pp_hot_graph_free(&c->h);
    pp_automaton_free(&c->a);
    pp_profile_free(&c->intra);
    pp_numbering_free(&c->n);
    pp_graph_free(&c->g);
    free(c->code);
    free(c->walks);
    free(c->segments);
    free(c->lanes);
}

/* Marks the segments of the first NUM paths of HOT; checks that no smaller set covers as much. */
static void mark_hot(struct lanes_case *c, const struct pp_hot *hot, size_t num, double percent)
{
    double all = 0, covered = 0, least = 0;
    uint64_t coldest = UINT64_MAX, hottest = 0;
    for (size_t i = 0; i < c->intra.num_paths; i++) {
        const struct pp_path *path = &c->intra.paths[hot->order[i]];
        uint64_t work = path->count * path->stmts;
        all += (double)work;
        if (i < num) {
            covered += (double)work;
            coldest = work < coldest ? work : coldest;
        } else if (work > hottest) {
            hottest = work;
        }
        for (uint32_t k = 0; i < num && k < c->num_segments; k++)
            if (c->segments[k].num == path->num_edges &&
                !memcmp(c->segments[k].edges, path->edges, path->num_edges * sizeof *path->edges))
                c->segments[k].hot = true;
    }
    least = num ? covered - (double)coldest : -1;
    check(L_COVER, covered >= all * percent / 100 && least < all * percent / 100,
          "%zu of %zu paths for %g percent", num, c->intra.num_paths, percent);
    check(L_COVER, num == 0 || coldest >= hottest, "a hotter path is cold");
}

/* The hot paths of some procedures, in any order. */
static void choose(struct lanes_case *c)
{
    struct pp_hot hot;
    struct pp_hot_sets sets;
    double percent = chance(20) ? 100 : chance(20) ? 0 : below(101);
    uint32_t procs[MOST_PROCS], num = 0;
    pp_hot_make(&hot, &c->intra, PP_HOT_STMTS);
    size_t num_hot = pp_hot_cover(&hot, &c->intra, percent, NULL);
    mark_hot(c, &hot, num_hot, percent);
    pp_hot_divide(&sets, &hot, num_hot, &c->intra);
    for (uint32_t p = c->g.num_procs; p-- > 0;)
        if (chance(70))
            procs[num++] = p;
    pp_automaton_init(&c->a, &c->g, procs, num);
    c->a.joins = chance(50);
    bool good = true;
    size_t in_sets = 0;
    for (uint32_t i = 0; i < num; i++) {
        const size_t *paths = sets.paths + sets.first[procs[i]];
        size_t of = sets.first[procs[i] + 1] - sets.first[procs[i]], left_out;
        uint32_t most = chance(10) ? below(40) : UINT32_MAX;
        for (size_t k = 0; k < of; k++)
            good &= c->intra.paths[paths[k]].proc == procs[i];
        left_out = pp_automaton_add_all(&c->a, &c->intra, paths, of, most);
        good &= left_out == 0 || most != UINT32_MAX;
        good &= c->a.num_states <= most || left_out == of;
        good &= left_out == 0 ||
                c->a.num_states + 1 + c->intra.paths[paths[of - left_out]].num_edges > most;
        for (uint32_t k = 0; left_out > 0 && k < c->num_segments; k++)
            for (size_t n = of - left_out; n < of; n++)
                if (c->segments[k].proc == procs[i] &&
                    c->segments[k].num == c->intra.paths[paths[n]].num_edges &&
                    !memcmp(c->segments[k].edges, c->intra.paths[paths[n]].edges,
                            c->segments[k].num * sizeof(uint32_t)))
                    c->segments[k].hot = false;
        num_lanes += of - left_out;
    }
    for (uint32_t k = 0; k < c->num_segments; k++) {
        bool traced = false;
        for (uint32_t i = 0; i < num; i++)
            traced |= procs[i] == c->segments[k].proc;
        c->segments[k].hot &= traced;
    }
    make_lane_pieces(c);
    for (uint32_t p = 0; p < c->g.num_procs; p++)
        in_sets += sets.first[p + 1] - sets.first[p];
    check(L_COVER, good && in_sets == num_hot, "the paths are divided otherwise");
    pp_hot_sets_free(&sets);
    pp_hot_free(&hot);
}

static void check_lanes(void)
{
    struct lanes_case c;
    make(&c);
    make_code(&c);
    c.notes.graph = c.g;
    make_walks(&c);
    if (c.num_segments < MOST_SEGMENTS) {
        check_segments(&c);
        choose(&c);
        pp_trace(&c.h, &c.a);
        pp_translate(&c.h, &c.a, &c.intra);
        check_trace(&c);
        check_counts(&c, &c.h, "hot-path graph");
        check_facts(&c);
    }
    unmake(&c);
}

int main(int argc, char **argv)
{
    unsigned graphs = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (unsigned i = 0; i < graphs; i++) {
        seed_graph(seed, i);
        check_lanes();
    }
    printf("%u graphs, %u hot paths, %u times round a loop; reduced: %u, with copies left: %u, "
           "growth was limited: %u, too dear: %u, loops: %u\n",
           graphs, num_lanes, num_rounds, num_smaller, num_copied, num_limited, num_priced,
           num_looping);
    bool all = num_lanes && num_rounds && num_smaller && num_copied && num_limited && num_priced &&
               num_looping;
    printf("%s: lanes are made, joined, kept, limited and dropped\n", all ? "PASS" : "FAIL");
    return !report_properties() || !all;
}
