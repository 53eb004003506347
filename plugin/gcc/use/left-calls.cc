/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GCC's inliner has done its part, and its summaries are still there; what it does to a call that it has chosen is done
   to ours, too.  There are no lanes in what is joined here: they are made long before, and where a program is linked
   there are no bodies.  What later passes find out there by themselves is all that is gained beside the calls. */
#include "gcc/base/compat.h"
#include "gcc/base/compilation.h"
#include "gcc/base/function-name.h"
#include "gcc/expand/expandable.h"
#include "gcc/lanes/report.h"
#include "gcc/use/left-calls.h"
extern "C" {
#include "core/lanes/call-choice.h"
}

/* One process of the compiler. */
struct left_calls {
    struct pp_compilation *c;
    struct pp_call_records *records;
};

/* A candidate as GCC knows it. */
struct candidate {
    struct cgraph_edge *edge;
    struct cgraph_node *caller, *callee; /* bodies as they will be: not inlined into others */
    const struct pp_call_record *record;
    const char *why; /* it is refused; NULL */
};

/* The program: its functions that are not inlined into others, as procedures, and its candidates. */
struct program {
    const struct pp_call_records *records;
    hash_map<struct cgraph_node *, uint32_t> *procs;
    hash_map<struct cgraph_node *, uint64_t> *taken; /* statements that bodies have taken in here */
    vec<uint64_t> size, executed, grown;
    vec<struct candidate> candidates;
    vec<struct pp_call_candidate> list;
};

/* The body that NODE's code will be in. */
static struct cgraph_node *body_of(struct cgraph_node *node)
{
    return node->inlined_to ? node->inlined_to : node;
}

/* ---- What a callee does. */

struct work {
    double
        stmts; /* executed for each call; what has been inlined into it apart, as calls are elsewhere */
    uint64_t hot, cold; /* its size, with all that has been inlined into it */
};

static void add_size(const struct program *x, struct cgraph_node *node, struct work *w)
{
    const struct pp_function_record *f = pp_call_record_of(x->records, node);
    if (f) {
        w->hot += f->hot;
        w->cold += f->cold;
    }
    for (struct cgraph_edge *e = node->callees; e; e = e->next_callee)
        if (!e->inline_failed)
            add_size(x, e->callee, w);
}

static struct work work_of(const struct program *x, const struct candidate *can)
{
    const struct pp_function_record *f = pp_call_record_of(x->records, can->callee);
    struct work w = {f->entries ? (double)f->executed / (double)f->entries : 0, 0, 0};
    add_size(x, can->callee, &w);
    if (can->record->known) { /* exactly, of the callee itself */
        w.stmts = can->record->stmts;
        w.hot += can->record->hot - f->hot;
        w.cold += can->record->cold - f->cold;
    }
    return w;
}

/* ---- Candidates. */

static bool is_within(struct cgraph_node *node, tree callee)
{
    while (node && node->decl != callee)
        node = node->inlined_to ? node->callers->caller : NULL;
    return node != NULL;
}

static const char *why_not(struct cgraph_edge *e, struct cgraph_node *caller,
                           struct cgraph_node *callee)
{
    if (is_within(e->caller, callee->decl))
        return "it calls itself";
    if (MAIN_NAME_P(DECL_NAME(callee->decl)) && TREE_PUBLIC(callee->decl))
        return "it is main";
    const char *why = pp_why_never_inlined(caller, callee);
    if (!why && (e->call_stmt_cannot_inline_p ||
                 cgraph_inline_failed_type(e->inline_failed) == CIF_FINAL_ERROR))
        why = cgraph_inline_failed_string(e->inline_failed);
    return why;
}

/* May it take in others, or be taken in? */
static bool may_take_part(struct cgraph_node *node)
{
    return node->definition && !node->thunk && !node->alias && opt_for_fn(node->decl, optimize) &&
           !opt_for_fn(node->decl, optimize_size) && !opt_for_fn(node->decl, optimize_debug);
}

static void look_at_edge(struct program *x, struct cgraph_edge *e,
                         const struct pp_call_record *record)
{
    enum availability available;
    struct cgraph_node *caller = body_of(e->caller);
    struct cgraph_node *callee = e->callee->ultimate_alias_target(&available, caller);
    uint32_t *from = x->procs->get(caller), *to = x->procs->get(callee);
    if (available <= AVAIL_INTERPOSABLE || !from || !to || !may_take_part(caller) ||
        !may_take_part(callee))
        return;
    struct candidate can = {e, caller, callee, record, why_not(e, caller, callee)};
    struct work w = work_of(x, &can);
    struct pp_call_candidate c = {};
    profile_count times = e->count.ipa();
    c.caller = *from;
    c.callee = *to;
    c.times = times.initialized_p() ? (uint64_t)times.to_gcov_type() : 0;
    c.stmts = w.stmts;
    c.hot = w.hot;
    c.cold = w.cold;
    c.refused = can.why != NULL;
    x->candidates.safe_push(can);
    x->list.safe_push(c);
}

/* What F, the record of the function that E is in, has of E; NULL: nothing. */
static const struct pp_call_record *record_of(const struct pp_function_record *f,
                                              struct cgraph_edge *e)
{
    for (unsigned i = 0; i < f->calls.length(); i++)
        if (e->call_stmt ? f->calls[i].call == e->call_stmt : f->calls[i].uid == e->lto_stmt_uid)
            return &f->calls[i];
    return NULL;
}

/* The calls of NODE, which may have been inlined. */
static void look_at_calls(struct program *x, struct cgraph_node *node,
                          const struct pp_function_record *f)
{
    for (struct cgraph_edge *e = node->callees; e; e = e->next_callee) {
        const struct pp_call_record *record =
            e->inline_failed && !e->speculative ? record_of(f, e) : NULL;
        if (record)
            look_at_edge(x, e, record);
    }
}

static int by_order(const void *a, const void *b)
{
    return (*(cgraph_node *const *)a)->order - (*(cgraph_node *const *)b)->order;
}

static void list_program(struct program *x)
{
    auto_vec<struct cgraph_node *> nodes;
    hash_set<const struct pp_function_record *> known;
    struct cgraph_node *node;
    unsigned i;
    FOR_EACH_DEFINED_FUNCTION(node)
    if (pp_call_record_of(x->records, node))
        nodes.safe_push(node);
    nodes.qsort(by_order);
    FOR_EACH_VEC_ELT(nodes, i, node)
    {
        const struct pp_function_record *f = pp_call_record_of(x->records, node);
        if (node->inlined_to)
            continue;
        x->procs->put(node, x->size.length());
        uint64_t *taken = x->taken->get(node);
        x->size.safe_push(f->hot + f->cold);
        x->grown.safe_push(taken ? *taken : 0);
        x->executed.safe_push(known.add(f) ? 0 : f->executed);
    }
    FOR_EACH_VEC_ELT(nodes, i, node)
    look_at_calls(x, node, pp_call_record_of(x->records, node));
}

/* ---- All of it. */

/* What is linked, as GCC names its dumps after it; malloc'd. */
static char *link_name(void)
{
    static const char *const ends[] = {".wpa", ".lto.o-"};
    const char *name = startswith(dump_base_name, "./") ? dump_base_name + 2 : dump_base_name;
    size_t length = strlen(name);
    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++)
        if (const char *end = strstr(name, ends[i]))
            length = MIN(length, (size_t)(end - name));
    char *base = xstrndup(name, length), *said = concat(base, ", linked", NULL);
    free(base);
    return said;
}

/* What people call the function that NODE is, or is a version of; malloc'd. */
static char *name_of(struct cgraph_node *node)
{
    while (node->clone_of)
        node = node->clone_of;
    return pp_function_name(node->decl);
}

/* The entry of REPORT that said that the call was left; NULL if there is none. */
static struct pp_lane_call *find_entry(const struct pp_lane_unit *report,
                                       const struct candidate *can, const char *caller,
                                       const char *callee)
{
    for (size_t i = 0; i < report->num_calls; i++) {
        struct pp_lane_call *call = &report->calls[i];
        if (call->fate != PP_CALL_EXPANDED && call->line == can->record->line &&
            !strcmp(call->file, can->record->file) && !strcmp(call->caller, caller) &&
            !strcmp(call->callee, callee))
            return call;
    }
    return NULL;
}

/* Of two reasons why it is refused the first is the better one: it was found where there was a body. */
static void report_call(struct pp_lane_unit *report, const struct candidate *can,
                        const struct pp_call_candidate *chosen)
{
    char *caller = name_of(can->edge->caller), *callee = name_of(can->callee);
    struct pp_lane_call *call = find_entry(report, can, caller, callee);
    char *why = call ? call->why : NULL;
    if (call) {
        free(caller);
        free(callee);
    } else {
        call = pp_report_call(report);
        call->caller = caller;
        call->callee = callee;
        call->file = xstrdup(can->record->file);
        call->line = can->record->line;
    }
    call->times = chosen->times;
    call->stmts = chosen->stmts;
    call->hot = chosen->hot;
    call->cold = chosen->cold;
    call->exact = can->record->exact;
    call->fate = chosen->fate;
    call->why = can->why ? (why ? why : xstrdup(can->why)) : NULL;
    if (why && !can->why)
        free(why);
}

/* Returns whether a call was passed over lest there were chains. */
static bool expand_all(struct program *x)
{
    bool chains = false;
    /* Without a list of the calls that are direct now GCC does not count anew what those cost that are in the body. */
    auto_vec<cgraph_edge *> direct;
    for (unsigned k = 0; k < x->list.length(); k++) {
        const struct pp_call_candidate *c = &x->list[k];
        chains |= c->fate == PP_CALL_CHAIN;
        if (c->fate != PP_CALL_EXPANDED)
            continue;
        uint64_t *taken = x->taken->get(x->candidates[k].caller);
        x->taken->put(x->candidates[k].caller, c->hot + c->cold + (taken ? *taken : 0));
        inline_call(x->candidates[k].edge, true, &direct, NULL, true, NULL);
    }
    return chains;
}

/* Chooses among what is left, once; returns whether it may be worth it to look again. */
static bool choose_once(struct program *x, const struct pp_options *o)
{
    const struct pp_call_records *records = x->records;
    x->procs = new hash_map<struct cgraph_node *, uint32_t>;
    list_program(x);
    struct pp_call_limits limits = {records->program,
                                    o->price,
                                    o->growth,
                                    x->size.address(),
                                    x->executed.address(),
                                    (uint32_t)x->size.length(),
                                    x->grown.address()};
    pp_choose_calls(x->list.address(), x->list.length(), &limits);
    for (unsigned i = 0; records->report && i < x->list.length(); i++)
        report_call(records->report, &x->candidates[i], &x->list[i]);
    bool again = expand_all(x);
    delete x->procs;
    x->size.release();
    x->executed.release();
    x->grown.release();
    x->candidates.release();
    x->list.release();
    return again;
}

/* GCC scales the counts of copies, so that here a copy may be of what has taken in others: chains of so many calls. */
#define CHAIN 3

static void choose(const struct pp_options *o, const struct pp_call_records *records)
{
    struct program x = {};
    x.records = records;
    x.taken = new hash_map<struct cgraph_node *, uint64_t>;
    for (unsigned i = 0; i < CHAIN && choose_once(&x, o); i++)
        ;
    delete x.taken;
}

static unsigned int look_at_program(const struct left_calls *calls)
{
    const struct pp_options *o = &calls->c->options;
    struct pp_call_records *records = calls->records;
    bool wanted =
        records->program && o->calls != PP_CALLS_OFF && (o->calls != PP_CALLS_AS_LANES || o->lanes);
    if (in_lto_p && wanted && (records->report = pp_report_begin(calls->c, NULL))) {
        free(records->report->name);
        records->report->name = link_name();
        records->report->statements = (uint64_t)records->program;
    }
    if (wanted)
        choose(o, records);
    pp_report_end(calls->c, records->report);
    records->report = NULL;
    return wanted ? TODO_remove_functions : 0;
}

/* ---- The pass.  GCC's callbacks have no argument but the global one. */

static struct left_calls compilation;

static void on_generate()
{
    if (!in_lto_p)
        pp_keep_calls(compilation.records);
}

static void on_write()
{
    if (!lto_stream_offload_p)
        pp_write_call_records(compilation.records);
}

static void on_read()
{
    pp_read_call_records(compilation.records);
}

namespace
{
const pass_data left_calls_data = {
    IPA_PASS, "pathprof_calls", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0};

class left_calls_pass : public ipa_opt_pass_d
{
  public:
    left_calls_pass()
        : ipa_opt_pass_d(left_calls_data, g, on_generate, on_write, on_read, NULL, NULL, NULL, 0,
                         NULL, NULL)
    {
    }
    bool gate(function *) { return !flag_ltrans && !seen_error(); }
    unsigned int execute(function *) { return look_at_program(&compilation); }
};
} // namespace

opt_pass *pp_make_left_calls_pass(struct pp_compilation *c, struct pp_call_records *records)
{
    compilation.c = c;
    compilation.records = records;
    return new left_calls_pass();
}
