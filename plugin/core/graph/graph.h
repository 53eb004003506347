/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The supergraph G* (thesis 3.1): every procedure of one unit or one program, with call and
   return-site vertices, in one pair of arrays.

   Vertices and edges are named by their index and never move or disappear.  A transformation
   (transform.h) only marks edges CUT and appends surrogate edges; the graph that a profile
   numbers is the set of *live* edges: those that are not CUT.  The graph as the program has it
   is the set of edges that are not surrogate.

   Strings live in one arena and are named by their offset; offset 0 is the empty string.
   Every function here ends the process on memory exhaustion (pp_xmalloc); none reads files. */
#ifndef PATHPROF_GRAPH_H
#define PATHPROF_GRAPH_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/memory.h"

enum pp_vertex_kind {
    PP_ENTRY,       /* Entry_P; no code, no statements */
    PP_EXIT,        /* Exit_P */
    PP_BLOCK,       /* statements without a call that is a vertex */
    PP_CALL,        /* c: one call statement */
    PP_RETURN_SITE, /* r: what follows that call in its basic block */
    PP_VERTEX_KINDS
};

enum pp_vertex_flag {
    /* A non-local transfer may lead here (second return of setjmp, a nonlocal label): a path must
       begin here whichever way control came, so every edge into it is cut. */
    PP_V_RESTART = 1,
    /* A call that may not come back: it may exit, longjmp away or throw out of the procedure. */
    PP_V_MAY_LEAVE = 2,
    /* Ends in a computed goto: code can be placed on none of the edges that leave it. */
    PP_V_GOTO = 4,
    /* An indirect call (callee is then 0). */
    PP_V_INDIRECT = 8,
    /* Its code cannot be copied: a hot-path graph has one copy of it.  Set after the checksum is
       taken, where lanes are made. */
    PP_V_SINGLE = 16,
    /* The return site of a call of which one process comes and two go (forks.h); RESTART as well.
       What is known of callees decides, as it does of MAY_LEAVE. */
    PP_V_FORKED = 32,
};

struct pp_vertex {
    uint8_t kind;  /* enum pp_vertex_kind */
    uint8_t flags; /* enum pp_vertex_flag, or-ed */
    /* Mode kpath, a loop's head: how many iterations its paths are to span and do span; 0: not
       said, and 1. */
    uint8_t wanted_k, k;
    /* In the command: its line has branches like its own at several columns. */
    bool by_column;
    /* Mode path-context, the head of a loop whose paths keep the way to it: its surrogate
       (split.h); PP_NONE on every other vertex. */
    uint32_t split;
    /* Mode kpath: the head of the innermost collapsed loop that it is in (collapse.h), and, of such
       a head itself, the one of the next around it; PP_NONE: none. */
    uint32_t region, around;
    uint32_t proc;       /* index of the procedure */
    uint32_t block;      /* GCC's index of the basic block that it is (a part of) */
    uint32_t stmts;      /* GIMPLE statements, debug statements and labels apart */
    uint32_t first_line; /* where its source lines begin in pp_graph.lines ... */
    uint32_t num_lines;  /* ... and how many; in statement order, neighbours differ */
    uint32_t column; /* of the branch or the call that it ends with; 0: unknown, or it is neither */
    uint32_t callee; /* PP_CALL: assembler name of the callee (string), 0 if indirect */
    uint32_t numbered_first; /* edge out of it, in front of its list: first-edges.h; or PP_NONE */
    uint32_t first_out;      /* heads and tails of the edge lists; PP_NONE if empty */
    uint32_t last_out;
    uint32_t first_in;
    uint32_t last_in;
};

struct pp_line {
    uint32_t file; /* string */
    uint32_t line; /* from 1 */
};

enum pp_edge_kind {
    PP_FLOW,      /* control flow inside a procedure */
    PP_SUMMARY,   /* c -> r: over the call */
    PP_CALL_EDGE, /* c -> Entry_Q */
    PP_RETURN,    /* Exit_Q -> r */
    PP_SURROGATE, /* added by a transformation */
    PP_EDGE_KINDS
};

enum pp_edge_flag {
    PP_E_TRUE = 1,       /* the branch taken when the condition holds ... */
    PP_E_FALSE = 2,      /* ... and when it does not */
    PP_E_CASE = 4,       /* one way out of a switch or a computed goto */
    PP_E_EH = 8,         /* to a landing pad */
    PP_E_ABNORMAL = 16,  /* no code can be placed on it (computed goto) */
    PP_E_NORETURN = 32,  /* to Exit from a vertex that control enters and never leaves otherwise:
                            exit (), abort (), throw out of the procedure, a trap */
    PP_E_FAKE = 64,      /* surrogate for a non-local transfer; no code can be placed */
    PP_E_BACK = 128,     /* retreating edge of the depth-first search from Entry */
    PP_E_CUT = 256,      /* not in the graph that is numbered: a recording edge */
    PP_E_BROKEN = 512,   /* cut because there were too many paths */
    PP_E_COUNTED = 1024, /* modes edge and callgraph: it has a counter; the k-th such edge in edge
                            order of a procedure has its counter k */
    PP_E_PENDING = 4096, /* surrogate c -> GExit_P of the paths that end in call c, which did not
                            come back (option pending=) */
    PP_E_CHOSEN = 8192, /* call or return edge that is cut by choice: the mode's (thesis 5.3) or the
                           user's (5.4, rules.h) */
    PP_E_OVER = 16384,  /* surrogate of a collapsed loop: over it, or Entry -> h where it is entered
                          (collapse.h) */
    PP_E_FIRST = 32768, /* the likeliest out of its source, numbered first (first-edges.h) */
    PP_E_UNBALANCED = 2048, /* return edge: broken for the paths that have begun since the call only
                               (thesis 4.1.2: "with respect to unbalanced-right path prefixes") */
};

struct pp_edge {
    uint32_t from, to;
    uint8_t kind;      /* enum pp_edge_kind */
    uint16_t flags;    /* enum pp_edge_flag, or-ed */
    uint32_t next_out; /* next edge with the same source; the order is that of the numbering */
    uint32_t next_in;  /* next edge with the same target */
    /* CUT edges: the surrogate that ends the path which takes this edge (its own), and the one
       that begins the next path (shared by all cut edges with the same target).  Collapsed loops:
       collapse.h. */
    uint32_t ends;
    uint32_t begins;
    /* Surrogate v -> Exit: the cut edge that it stands for; PP_NONE on every other edge. */
    uint32_t origin;
    double weight; /* how often it is expected to run per call of the procedure; >= 0 */
};

enum pp_storage {
    PP_STORE_ARRAY, /* counts[path number] */
    PP_STORE_TABLE, /* open-addressing table keyed by path number */
    PP_STORE_EDGES, /* mode edge: one counter for each edge off the spanning tree */
    PP_STORE_UNIT,  /* interprocedural modes: its paths are counted in the unit's own counters */
    PP_STORE_NONE,  /* not instrumented; pp_proc.why says why */
    PP_STORE_WIDE,  /* of a unit: a map keyed by path numbers of several words */
    PP_STORES
};

struct pp_proc {
    uint32_t name;   /* assembler name, unique in a module unless static (string) */
    uint32_t pretty; /* name as the programmer wrote it (string) */
    uint32_t file;   /* of its declaration (string) */
    uint32_t line;
    uint32_t why;   /* string: what is particular about it, for people; 0 if nothing */
    uint32_t unit;  /* index into the units that the notes came from (tool), 0 in the plugin */
    uint32_t index; /* number within its unit: what the data file calls it */
    uint32_t entry, exit;                /* vertices */
    uint32_t first_vertex, num_vertices; /* all its vertices, consecutive, Entry and Exit first */
    uint64_t checksum;                   /* of its CFG (pp_cfg_checksum) */
    uint8_t storage;                     /* enum pp_storage */
    /* Interprocedural modes.  ROOT: there is an edge Entry_global -> Entry_P, because control comes
       from OUTSIDE (what is not in the graph may enter it) or from a call that is cut. */
    bool root, outside;
    bool is_main;        /* its name is "main" */
    bool static_weights; /* its weights have been those of weights.h, not GCC's */
    bool local;          /* in the plugin, in a unit: its symbol is not another unit's */
    /* Modes edge and callgraph: how often it is entered is as often as the calls of its name in its
       unit are made (by-callers.h), so that no counter needs to tell. */
    bool by_callers;
    uint64_t num_paths;   /* psi_Entry(1) after breaking; counters in mode edge; UINT64_MAX: see
                             exact_paths */
    uint32_t exact_paths; /* string: decimal number of paths before any edge was broken; 0 = same */
    uint32_t first_edge, num_edges; /* its edges that are not surrogate, consecutive */
    double calls;                   /* how often it is called (earlier-profile.h); < 0: unknown */
    uint64_t paths_run;   /* how many different paths an earlier profile has of it; 0: unknown */
    uint64_t records_run; /* how often any of them was counted then */
    uint64_t buckets;     /* PP_STORE_TABLE, in the plugin: of its table */
    uint32_t last_line;   /* where its text ends; its first line if that is in another file */
    bool artificial;      /* the compiler's own: in no source file, whatever its lines say */
    bool
        inlined; /* some calls of it had been inlined before it was extracted, and are not counted */
    bool comdat; /* other units may have copies of it, of which the linker keeps one */
    bool weak;   /* ... or definitions that go first */
    bool
        exported; /* in a shared object: other modules may have definitions that go first, or use this one */
    bool
        replaceable; /* in the command: whoever calls it by its name may come to another definition */
    bool
        absent; /* in the command: another unit's copy is the one in the program (profile/copies.h) */
    uint32_t first_line_block, num_line_blocks; /* in the order of the code */
    uint32_t first_turn,
        num_turns; /* impossible ones: by from, places where paths begin last; then by to */
};

/* A basic block as gcov knows it, for what is said of lines (line-graph.h): of the graph before it
   was made canonical, and ended by each call that may not come back.  A vertex that no block begins
   at goes on with the block of the vertex before it, if that is of the same block of GCC's; if not,
   there was no block, and what leads to it leads on to where it leads. */
struct pp_line_block {
    uint8_t at;          /* enum pp_line_place */
    uint32_t where;      /* vertex, edge; of one that is nowhere, the vertex before it, or 0 */
    uint32_t first_line; /* as in a vertex, but no line occurs twice */
    uint32_t num_lines;
};

enum pp_line_place {
    PP_LINES_NOWHERE,   /* control never comes there, and the graph leaves it out; one without lines
                           says where else the next one is led to */
    PP_LINES_AT_VERTEX, /* it begins there; of several at one vertex, each behind the one before */
    PP_LINES_AT_EDGE,   /* it is all that lies on the way: a goto's */
    PP_LINE_PLACES
};

/* A function whose address the unit takes, so that an indirect call may enter it (option targets=). */
struct pp_target {
    uint32_t symbol, pretty; /* strings */
    uint32_t proc;           /* that it certainly is; PP_NONE: another's body, a thunk ... */
};

/* A symbol that calls may name and no procedure of the unit has. */
struct pp_alias {
    uint32_t symbol; /* string */
    uint32_t pretty; /* name as the programmer wrote it (string) */
    uint32_t proc;   /* whose body it means as well; PP_NONE: it is not in the unit */
};

/* A function that is no procedure, but whose body the compiler had (extern inline, extern templates): what is not
   counted as it runs calls PROC.  Once for each procedure that it calls, itself or by other such functions. */
struct pp_passage {
    uint32_t symbol; /* string: as calls name the function */
    uint32_t proc;
};

/* A turn that cannot be, as the compiler has proven: when a path has begun at, or an outcome FROM been taken, and
   control comes to the next branch without another choice, that does not take TO. */
struct pp_turn {
    uint32_t from; /* edge; a vertex at which paths begin behind a back edge, if BEGINS */
    uint32_t to;   /* edge */
    bool begins;
};

struct pp_graph {
    struct pp_vertex *vertices;
    struct pp_edge *edges;
    struct pp_proc *procs;
    struct pp_line *lines;
    struct pp_target *targets;
    struct pp_alias *aliases;
    struct pp_passage *passages;
    struct pp_line_block *line_blocks;
    struct pp_turn *turns;
    char *strings;
    uint32_t num_vertices, num_edges, num_procs, num_lines, num_targets, num_aliases, strings_size;
    uint32_t num_line_blocks, cap_line_blocks;
    uint32_t num_passages, cap_passages;
    uint32_t num_turns, cap_turns;
    uint32_t num_collapsed; /* loops */
    uint32_t cap_vertices, cap_edges, cap_procs, cap_lines, cap_targets, cap_aliases, cap_strings;
    uint32_t *string_hash; /* open addressing over the arena: interned strings */
    uint32_t string_slots, num_strings;
};

void pp_graph_init(struct pp_graph *g);
void pp_graph_free(struct pp_graph *g);

/* Interns S.  Returns its offset in g->strings. */
uint32_t pp_string(struct pp_graph *g, const char *s);
static inline const char *pp_text(const struct pp_graph *g, uint32_t s)
{
    return g->strings + s;
}
/* Interns NAME as it is shown: control characters are '?'.  What it really is stays known, unless another that shows as
   the same came first; NAME is not in g->strings. */
uint32_t pp_shown_string(struct pp_graph *g, const char *name);
/* What string S really is, to open the file that has that name. */
const char *pp_real_text(const struct pp_graph *g, uint32_t s);

/* Building.  A procedure's vertices and edges are added between its pp_add_proc and the next;
   pp_add_proc adds Entry and Exit itself.  Edges are appended at the tails of both lists. */
uint32_t pp_add_proc(struct pp_graph *g, const char *name, const char *pretty);
uint32_t pp_add_vertex(struct pp_graph *g, uint32_t proc, enum pp_vertex_kind kind, uint32_t block);
/* Adds a source line to the vertex that was added last; a repeat of its last line is dropped. */
void pp_add_line(struct pp_graph *g, uint32_t vertex, const char *file, uint32_t line);
uint32_t pp_add_edge(struct pp_graph *g, uint32_t from, uint32_t to, enum pp_edge_kind kind,
                     unsigned flags);
/* Adds a line block to PROC, and a line to the block that was added last. */
uint32_t pp_add_line_block(struct pp_graph *g, uint32_t proc, enum pp_line_place at,
                           uint32_t where);
void pp_add_block_line(struct pp_graph *g, uint32_t block, const char *file, uint32_t line);

/* Adds a target of indirect calls; returns its index. */
uint32_t pp_add_target(struct pp_graph *g, const char *symbol, const char *pretty, uint32_t proc);
/* Adds a symbol that no procedure has. */
void pp_add_alias(struct pp_graph *g, const char *symbol, const char *pretty, uint32_t proc);
void pp_add_passage(struct pp_graph *g, const char *symbol, uint32_t proc);
/* Adds an impossible turn to PROC, behind those that it has; no other procedure got one since its first. */
void pp_add_turn(struct pp_graph *g, uint32_t proc, struct pp_turn turn);

/* The edges out of V, live or not, in the order of the numbering: the list, but for one that may come first. */
uint32_t pp_first_numbered(const struct pp_graph *g, uint32_t v);
uint32_t pp_next_numbered(const struct pp_graph *g, uint32_t e);

/* Makes the call vertex C a call of procedure CALLEE: adds c -> Entry_Q, as the first edge out of
   c, and Exit_Q -> r.  C's summary edge to its return site r must be its only edge out and the only
   one into r: who knows how often r runs then knows it of the call.  Returns the call edge; the
   return edge is the next. */
uint32_t pp_link_call(struct pp_graph *g, uint32_t c, uint32_t callee);

/* The call edge of call vertex C, cut or not; PP_NONE if it has none. */
static inline uint32_t pp_call_edge(const struct pp_graph *g, uint32_t c)
{
    assert(c < g->num_vertices);
    uint32_t e = g->vertices[c].first_out;
    return e != PP_NONE && g->edges[e].kind == PP_CALL_EDGE ? e : PP_NONE;
}

/* Call edge CALL's return edge Exit_Q -> r, and the other way round. */
static inline uint32_t pp_return_edge(const struct pp_graph *g, uint32_t call)
{
    assert(g->edges[call].kind == PP_CALL_EDGE && g->edges[call + 1].kind == PP_RETURN);
    (void)g;
    return call + 1;
}

static inline uint32_t pp_call_of_return(const struct pp_graph *g, uint32_t back)
{
    assert(g->edges[back].kind == PP_RETURN && g->edges[back - 1].kind == PP_CALL_EDGE);
    (void)g;
    return back - 1;
}

/* The summary edge c -> r over the call of call edge CALL. */
static inline uint32_t pp_summary_of_call(const struct pp_graph *g, uint32_t call)
{
    uint32_t summary = g->edges[call].next_out;
    assert(g->edges[call].kind == PP_CALL_EDGE && g->edges[summary].kind == PP_SUMMARY);
    return summary;
}

/* The call vertex c of return site R: the one before it. */
static inline uint32_t pp_call_of_site(const struct pp_graph *g, uint32_t r)
{
    assert(g->vertices[r].kind == PP_RETURN_SITE && g->vertices[r - 1].kind == PP_CALL);
    (void)g;
    return r - 1;
}

/* FNV-1a over the shape of PROC: kinds, blocks, flags and edges that are not surrogate; lines,
   weights, names and what is known of callees (MAY_LEAVE, FORKED) do not enter. */
uint64_t pp_cfg_checksum(const struct pp_graph *g, uint32_t proc);

static inline bool pp_live(const struct pp_graph *g, uint32_t edge)
{
    assert(edge < g->num_edges);
    return !(g->edges[edge].flags & PP_E_CUT);
}

/* Is E control flow inside a procedure? */
static inline bool pp_inside(const struct pp_edge *e)
{
    return e->kind == PP_FLOW || e->kind == PP_SUMMARY;
}

/* Does an observable path end on EDGE of the supergraph (transformed, in whatever mode)? */
static inline bool pp_is_recording(const struct pp_graph *g, uint32_t edge)
{
    assert(edge < g->num_edges);
    const struct pp_edge *e = &g->edges[edge];
    return pp_inside(e) && (e->flags & PP_E_CUT) && e->ends != PP_NONE;
}

/* Walks the live edges out of V in numbering order: for (e = pp_first_out (g, v); e != PP_NONE;
   e = pp_next_out (g, e)).  Likewise for edges into V. */
uint32_t pp_first_out(const struct pp_graph *g, uint32_t v);
uint32_t pp_next_out(const struct pp_graph *g, uint32_t e);
uint32_t pp_first_in(const struct pp_graph *g, uint32_t v);
uint32_t pp_next_in(const struct pp_graph *g, uint32_t e);

#endif
