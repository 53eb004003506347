/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in text with what is expected of them: graph-check FILE...

   A file is a sequence of lines; # begins a comment.  What describes a graph:

     graph NAME              begins a graph; Entry and Exit are there
     mode path|edge|context|...   (path)
     max N                   most paths before edges are broken (2^64 - 1)
     iterations K            mode kpath: of innermost loops (1)
     iterations V K          of the loop with head V
     cut WHAT:REGEX | depth N:REGEX    as the options have it
     recursion context       recursive calls keep their context; a path shows the surrogate of
                             an Entry as a second Entry
     loops context           so do rounds of loops; likewise
     entered N               modes edge and callgraph: callers tell that it was entered so often
     array N                 most paths that are counted in an array (4096)
     vertex NAME FLAG...     block (needs no line of its own unless it has flags), call, return;
                             restart, leaves, goto
     edge A B [W] [FLAG...]  W is its weight; summary, true, false, case, eh, abnormal, noreturn
     switch A B...           an edge from A to each B
     diamonds A N B          N two-armed diamonds in a row between A and B
     nest A N B              N nested do-while loops around one block
     weights static          weights by the rules, for all edges
     proc NAME [outside] [ENTRY EXIT]         begins a procedure; what its Entry and Exit are called
     call C R [CALLEE] [W] [leaves]           a call vertex, its return site, whom it calls
                             (nobody: a function that is not in the graph)

     stmts V N               statements of V (0)

   Express lanes, of all procedures; x is the only variable of the constants that are propagated:

     ran N [TIMES]           the path numbered N has been executed so often
     hot N...                these are the hot ones, in this order; or
     coverage P              those that cover P percent of the statements are
     set V C | add V C | unknown V     V assigns C, x + C, or nobody knows what, to x
     use V | test V C        V uses x; its first edge is taken if x < C, the others if not
     ranges                  and not of constants, but of ranges (-1000 to 1000)
     joins                   control comes to hot paths from anywhere
     reduce P G              hot vertices cover P percent of the benefit (100), growth G percent
   (1000)

   A vertex has its name in its procedure; where several have one, an expectation says PROC.NAME.

   What is expected; each line is a test that passes or fails:

     numpaths N | numpaths <= N    storage array|table|edges|none      why TEXT (a part of it)
     exact N | exact A^B | exact same         paths before any edge was broken
     back A-B ... | back none                 exactly these edges are BACK
     broken A-B ... | broken none | broken some      exactly these are BROKEN
     numbroken <= N
     label A B N             value of the edge A -> B of the graph
     surrogate A B N         the same for a surrogate
     path N = V...           * V: begins at V after a recording edge; U > V: ends as that is taken
     weight A B W
     run V... = N...         numbers recorded when control goes along these vertices
     run ( V... )T = ...     T times along those in brackets
     run V... = N:C...       the same, how often each was
     sideways V... = N...    the same for control that first arrives from elsewhere
     counters N              mode edge: |E| - (|V| - 1), one less if `entered`; mode callgraph: so many
     cost W                  the counters' edges' weights together
     counter A B N           not a test: what is counted on A -> B; and then
     count A B N             what its count must be
     consistent | contradictory     pp_propagate's opinion of the counters
     free A B                there is no code on A -> B
     unknown A B             mode callgraph: the count of A -> B does not follow from the counters

   Mode path-context (paths are shown with * V behind V where they go over the surrogate of V, which
   is split, and with | where the active-suffix begins): `surrogate V V N` is its value.

   Mode kpath (paths are shown with | likewise, with + V where they begin as the collapsed loop of V
   is entered, and with over V where they pass it as a step):

     loops N                 whose paths span several iterations
     k V N                   iterations that paths of the loop with head V span; 0: 1
     val A B I [whole] = V   what A -> B is worth in iteration I (whole: to a path that began at the
                             loop's head), or `ignored`
     val A - I, val + B I    the same of what ends a path at A's back edge, of what begins one at B
     paths V I [whole] = N   how many ways lead on from V

   Labels are written N, or <A,B>: the function A x + B, or "at X N": its value at X.
   In modes context and piecewise it is also tested that the notes give the same labels, and:

     total N | total <= N                     paths of the unit
     storage array|table|none                 of the unit
     psi V LABEL
     label EXIT R N                           of the return edge: its value by equation (31)
     roots PROC...                            exactly these are
     root PROC N | gentry PROC N              value of Entry_global -> Entry, -> GEntry
     unbalanced PROC N                        numUnbalRLPaths[Exit]
     begins PROC yes|no                       may a path begin in it and come back?
     recursive C... | none                    exactly these calls are cut as recursive
     cutcalls C... | none                     exactly these are cut by choice
     cutreturns C... | none                   likewise the returns from these
     brokencalls C... | none | some           exactly these are broken
     brokenreturns C... | none | some         likewise the returns from these
     unbalancedreturns C... | none | some     likewise for paths without an open parenthesis
     refused PROC TEXT
     path N = V...           ( and ) before the vertices behind a call and a return; | V: where the
                             active-suffix begins; * V: another surrogate; > V: as above; ! V: gone
     run V... = N...         an Entry: is called, or comes in between; a ~: all activations are gone
     go [TIMES] V...         the same, not a test: goes on from where the last one ended; and then
     counts N:C...           exactly these numbers have been recorded, so often

   About lanes; a copy of vertex V is written V Q, Q the state of the hot-path automaton:

     hotpaths N              so many intraprocedural paths are hot
     states N                of the automaton
     next Q A B = R          its transition from Q along A -> B
     hotvertices N | hotedges N
     copies V = Q...
     lane V... = Q...        the copies along these vertices; * V...: behind a recording edge
     records V Q W R | passes V Q W R       is this edge a recording one, or not?
     hotcount V Q N | hotcount V Q W R N    of a vertex, of an edge
     balanced                both hot-path graph and reduced graph obey Kirchhoff's law
     plain V = C|A..B|any|dead | value V Q = ...         x before V, without lanes and with
     compatible V = Q... | Q...    blocks of the compatibility partition, divided by |
     joined V = Q... | Q...  blocks of the coarsest partition
     reducedvertices N | reducededges N
     reducedcount V Q N      of the vertex that this copy has become part of
     plainstmts N | hotstmts N | reducedstmts N     of the three graphs
     benefit = N of M free|limited     of the hot vertices, of all; did growth set a limit?

   About lanes over calls, in a mode that follows them; each line begins with `super`:

     took COUNT V...         a path that ran; * V: a surrogate leads there; > V: a recording edge, at its end
     hot I...                the I-th of these are hot
     states N | vertices N | edges N     of automaton and hot-path supergraph
     next Q A B = R          its transition from Q along A -> B, FLOW, summary or call; next Q * B: by a surrogate
     back Q C X = R          where the call of C, made in Q, comes back from its callee's Exit in X
     copies V = Q...
     link V Q W R | nolink V Q W R       is there an edge (no return edge) between these copies?
     comes X Q W R C S       is there this return edge, labelled [C, S]?
     count V Q N | count V Q W R N       of a vertex, of an edge

   and what is made of that graph, or of one that is given; a hot vertex is then written V:Q, or as it is called:

     copy NAME V             a hot vertex, a copy of V; the first of an Entry is where control comes from outside
     edge NAME NAME          a hot edge, also a call or a summary edge
     return X R C            a return edge labelled C
     known NAME N            what is known there (nothing, if there is no such line); nothing is solved then
     pinned NAME             to which every edge leads on that does
     set V X N | sum V X Y Z | unknown V X       the statement of vertex V of the program: variable X
     value NAME X = N|any|dead                   what is known of X there, by constant propagation
     partition A B | C D = A | B | C D           the blocks into which these are split; others are alone
     subsumes A B | nosubsumes A B               does A subsume B, when return edges have been added?
     added X R C             this return edge has been
     redirected A B [C]      is there this edge [, labelled C] when edges have been redirected?
     gone A... | left N      these vertices are not there any more; so many are
     alternated N | together A B | apart A B     after alternation: vertices; are these one? */
#include "graph-check.h"

#include "core/profile/profile.h"
#include "core/edge/propagate.h"
#include "core/transform/transform.h"
#include "core/graph/weights.h"
#include "core/pipeline/pipeline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned num_failed;
static const char *file_name;
static unsigned line_number;

void die(const char *what)
{
    printf("FAIL: %s: line %u: %s\n", file_name, line_number, what);
    exit(1);
}

char *copy(const char *s)
{
    size_t size = strlen(s) + 1;
    return memcpy(pp_xmalloc(size), s, size);
}

void split(struct words *w, const char *line)
{
    w->num = 0;
    w->text = copy(line);
    for (char *p = strtok(w->text, " \t\n"); p && w->num < MOST_WORDS; p = strtok(NULL, " \t\n"))
        w->word[w->num++] = p;
}

const char *word(const struct words *w, unsigned i)
{
    if (i >= w->num)
        die("a word is missing");
    return w->word[i];
}

unsigned join(const struct words *w, unsigned first, const char *stop, char *to, size_t size)
{
    unsigned i = first;
    *to = '\0';
    for (; i < w->num && strcmp(w->word[i], stop); i++)
        append(to, size, "", w->word[i]);
    return i + 1;
}

void append(char *got, size_t size, const char *sign, const char *name)
{
    size_t used = strlen(got);
    snprintf(got + used, size - used, "%s%s%s", used ? " " : "", sign, name);
}

static void begin(struct test *t, const char *name)
{
    memset(t, 0, sizeof *t);
    snprintf(t->name, sizeof t->name, "%s", name);
    t->unit.params = (struct pp_params){.mode = PP_MODE_PATH,
                                        .max_paths = UINT64_MAX,
                                        .array_limit = 4096,
                                        .k = 1,
                                        .rules = &t->rules};
    pp_graph_init(&t->g);
    pp_numbering_init(&t->n);
}

/* Takes the counters' values from the lines that give them, and propagates. */
static void propagate(struct test *t)
{
    t->counters = pp_xcalloc(t->plans[0].num_actions + 1, sizeof *t->counters);
    t->counts = pp_xcalloc(t->g.num_edges + 1, sizeof *t->counts);
    t->known = pp_xcalloc(t->g.num_edges + 1, sizeof *t->known);
    for (unsigned i = 0; i < t->num_expectations; i++) {
        struct words w;
        split(&w, t->expectations[i]);
        if (!strcmp(w.word[0], "counter")) {
            const struct pp_action *a = action(t, PP_AT_EDGE, named_edge(t, &w, false));
            if (a)
                t->counters[a->index.b.low] = strtoull(word(&w, 3), NULL, 10);
            else
                die("there is no counter on that edge");
        }
        free(w.text);
    }
    if (t->unit.params.mode == PP_MODE_CALLGRAPH)
        t->consistent = pp_follow(&t->g, 0, t->counters, t->entered, t->counts, t->known);
    else
        t->consistent = pp_propagate(&t->g, 0, t->counters, t->entered, t->counts);
}

static void say(const struct test *t, bool good, const char *what, const char *got)
{
    num_failed += !good;
    printf("%s: %s: %s%s%s\n", good ? "PASS" : "FAIL", t->name, what, good ? "" : ": it is ",
           good ? "" : got);
}

static void make(struct test *t)
{
    t->plans = pp_xcalloc(t->g.num_procs, sizeof *t->plans);
    for (uint32_t p = 0; p < t->g.num_procs; p++) {
        pp_plan_init(&t->plans[p]);
        pp_mark_backedges(&t->g, p);
        if (t->static_weights)
            pp_static_weights(&t->g, p);
    }
    if (pp_mode_row(t->unit.params.mode)->crosses_calls) {
        make_scope(t);
        return;
    }
    t->g.procs[0].by_callers = t->by_callers;
    t->planned = pp_pipeline(&t->g, 0, &t->unit.params, &t->n, &t->plans[0]);
    if (t->planned && pp_mode_row(t->unit.params.mode)->counts_edges)
        propagate(t);
}

static void end(struct test *t)
{
    static char got[4000];
    finish_graph(t);
    make(t);
    make_lanes(t);
    make_super(t);
    for (unsigned i = 0; i < t->num_expectations; i++) {
        struct words w;
        split(&w, t->expectations[i]);
        if (strcmp(w.word[0], "counter") && strcmp(w.word[0], "go"))
            say(t, expect(t, &w, got, sizeof got), t->expectations[i], got);
        else if (*w.word[0] == 'g')
            expect(t, &w, got, sizeof got);
        free(w.text);
        free(t->expectations[i]);
    }
    if (pp_mode_row(t->unit.params.mode)->crosses_calls)
        say(t, notes_agree(t, got, sizeof got), "the notes give the same labels", got);
    for (uint32_t i = 0; i < t->num_names; i++)
        free(t->names[i]);
    for (uint32_t p = 0; p < t->g.num_procs; p++)
        pp_plan_free(&t->plans[p]);
    free(t->plans);
    pp_rules_free(&t->rules);
    free(t->counters);
    free(t->counts);
    free(t->known);
    free(t->went);
    machine_free(&t->machine);
    free_lanes(t);
    free_super(t);
    pp_graph_free(&t->g);
    pp_numbering_free(&t->n);
}

static void read_line(struct test *t, bool *open, char *line)
{
    struct words w;
    line[strcspn(line, "#\n")] = '\0';
    while (*line && strchr(" \t", line[strlen(line) - 1]))
        line[strlen(line) - 1] = '\0';
    split(&w, line);
    if (w.num && !strcmp(w.word[0], "graph")) {
        char name[80];
        if (*open)
            end(t);
        join(&w, 1, "", name, sizeof name);
        begin(t, name);
        *open = true;
    } else if (w.num && !*open) {
        die("no graph has begun");
    } else if (w.num && !read_description(t, &w)) {
        if (t->num_expectations == MOST_LINES)
            die("too many lines");
        t->expectations[t->num_expectations++] = copy(line);
    }
    free(w.text);
}

int main(int argc, char **argv)
{
    static struct test test;
    for (int i = 1; i < argc; i++) {
        char line[4000];
        bool open = false;
        FILE *f = fopen(argv[i], "r");
        file_name = argv[i];
        line_number = 0;
        if (!f)
            die("cannot be opened");
        while (fgets(line, sizeof line, f)) {
            line_number++;
            read_line(&test, &open, line);
        }
        if (open)
            end(&test);
        fclose(f);
    }
    return num_failed != 0;
}
