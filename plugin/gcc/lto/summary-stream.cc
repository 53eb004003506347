/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries as they lie in LTO objects: who made them and for what mode; the functions' graphs, as
   notes; and what else the link must know of each function. */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
#include "gcc/lto/summary.h"
#include "gcc/base/mapped.h"
#include "gcc/base/sections.h"
#include "gcc/base/selected.h"
#include "gcc/base/flags.h"
extern "C" {
#include "core/base/path-names.h"
#include "core/base/text.h"
}

#define SECTION "summary"

/* ---- Writing: where a unit is compiled, and where ld -r makes one object of several. */

void pp_put_options(struct pp_bytes *out, const struct pp_compilation *c)
{
    const struct pp_options *o = &c->options;
    pp_put(out, o->params.mode);
    pp_put(out, o->params.max_paths);
    pp_put(out, o->params.wide);
    pp_put(out, o->params.pending);
    pp_put(out, o->params.bursts);
    pp_put(out, o->params.recursion);
    pp_put(out, o->params.loops);
    pp_put(out, o->params.array_limit);
    pp_put(out, o->params.k);
    pp_put(out, c->update);
    pp_put(out, o->trace);
    pp_put(out, o->notes_in_file);
    pp_put(out, o->carry_runtime);
    pp_put(out, o->count_targets + 2 * (o->values == PP_VALUES_ON));
    pp_put(out, o->sample_rate);
    pp_put(out, o->chain);
    pp_put(out, o->max_targets);
    pp_put(out, o->rules.num);
    for (uint32_t i = 0; i < o->rules.num; i++) {
        pp_put(out, o->rules.rules[i].kind);
        pp_put(out, o->rules.rules[i].depth);
        pp_put_text(out, o->rules.rules[i].names);
    }
}

static void put_graph(struct pp_bytes *out, const struct pp_compilation *c,
                      const vec<cgraph_node *> &nodes)
{
    struct pp_graph g;
    struct pp_unit unit = {};
    size_t size;
    unit.params = c->options.params;
    unit.name = pp_main_source(c->link, nodes);
    unit.command = pp_made_by(c);
    unit.directory = xstrdup(pp_mapped_directory());
    unit.sources = pp_link_sources(c->link, nodes, &unit.num_sources);
    pp_graph_init(&g);
    pp_gather(c->link, nodes, &g);
    unsigned char *image = pp_notes_write(&g, &unit, &size);
    pp_put(out, size);
    pp_put_block(out, image, size);
    free(image);
    free(unit.name);
    free(unit.command);
    free(unit.directory);
    XDELETEVEC(unit.sources);
    pp_graph_free(&g);
}

static void put_function(struct pp_bytes *out, const struct pp_summary *s, int index)
{
    /* In cc1 the statements have been numbered just now, for this stream. */
    bool compiled = s->calls.exists();
    unsigned calls = compiled ? s->calls.length() : s->uids.length();
    pp_put(out, index);
    pp_put_text(out, s->brief);
    pp_put(out, calls);
    for (unsigned i = 0; i < calls; i++)
        pp_put(out, compiled ? gimple_uid(s->calls[i]) + 1 : s->uids[i]);
    pp_put(out, s->beliefs.calls.length());
    pp_put_block(out, s->beliefs.calls.address(), s->beliefs.calls.length());
}

void pp_write_summaries(struct pp_compilation *c)
{
    lto_symtab_encoder_t encoder = lto_get_out_decl_state()->symtab_node_encoder;
    struct pp_link *link = pp_link_of(c);
    struct pp_bytes out = {};
    auto_vec<cgraph_node *> written;
    vec<cgraph_node *> nodes = pp_summarised(c);
    for (unsigned i = 0; i < nodes.length(); i++)
        if (lto_symtab_encoder_in_partition_p(encoder, nodes[i]))
            written.safe_push(nodes[i]);
    pp_put_text(&out, PATHPROF_VERSION);
    pp_put_options(&out, c);
    put_graph(&out, c, written);
    pp_put(&out, written.length());
    for (unsigned i = 0; i < written.length(); i++)
        put_function(&out, *link->summaries->get(written[i]),
                     lto_symtab_encoder_lookup(encoder, written[i]));
    pp_section_write(SECTION, &out);
    pp_bytes_free(&out);
    nodes.release();
}

/* ---- Reading: where the program is linked. */

/* The reader of one object. */
struct object {
    struct pp_compilation *c;
    const char *name, *first; /* its file's, and that of the first object that had a summary */
    struct pp_input in;
};

/* Option KEY, which all objects and the link must agree on.  Returns the value that holds. */
static uint64_t agree(const struct object *o, const char *key, uint64_t held, uint64_t said,
                      const char *held_text, const char *said_text)
{
    if (!o->first && !pp_was_given(o->c, key))
        return said;
    if (held == said)
        return held;
    if (pp_was_given(o->c, key))
        error("pathprof: %qs was compiled with %<%s=%s%>, but is linked with %<%s=%s%>", o->name,
              key, pp_shown(said_text), key, pp_shown(held_text));
    else
        error("pathprof: %qs was compiled with %<%s=%s%>, but %qs with %<%s=%s%>", o->first, key,
              pp_shown(held_text), o->name, key, pp_shown(said_text));
    return held;
}

static uint64_t agree_number(const struct object *o, const char *key, uint64_t held, uint64_t said)
{
    char texts[2][24];
    sprintf(texts[0], "%" PRIu64, held);
    sprintf(texts[1], "%" PRIu64, said);
    return agree(o, key, held, said, texts[0], texts[1]);
}

/* The same for one that is "cut" or "context". */
static bool agree_context(const struct object *o, const char *key, bool held, bool said)
{
    return agree(o, key, held, said, held ? "context" : "cut", said ? "context" : "cut");
}

static void get_rules(struct pp_input *in, struct pp_rules *rules)
{
    pp_rules_free(rules);
    for (uint32_t n = pp_get_count(in); n && !in->bad; n--) {
        uint64_t kind = pp_get(in);
        uint32_t depth = (uint32_t)pp_get(in);
        const char *names = pp_get_text(in);
        if (kind < PP_RULES && !in->bad)
            free(pp_rules_add(rules, (enum pp_rule_kind)kind, depth, names));
    }
}

void pp_get_options(struct pp_input *in, struct pp_options *o)
{
    o->params.mode = (enum pp_mode)pp_get(in);
    o->params.max_paths = pp_get(in);
    o->params.wide = pp_get(in);
    o->params.pending = pp_get(in);
    o->params.bursts = pp_get(in);
    o->params.recursion = pp_get(in);
    o->params.loops = pp_get(in);
    o->params.array_limit = pp_get(in);
    o->params.k = (uint32_t)pp_get(in);
    o->update = (enum pp_update_how)pp_get(in);
    o->trace = pp_get(in);
    o->notes_in_file = pp_get(in);
    o->carry_runtime = pp_get(in);
    uint64_t counted = pp_get(in);
    o->count_targets = counted & 1;
    o->values = counted & 2 ? PP_VALUES_ON : PP_VALUES_UNSAID;
    o->sample_rate = (unsigned)pp_get(in);
    o->chain = pp_get(in);
    o->max_targets = pp_get(in);
    get_rules(in, &o->rules);
}

/* Chains are made where units are compiled, and each may do as it likes; but what the link says
   must have been said there. */
static void agree_chains(const struct object *o, const struct pp_options *said)
{
    struct pp_options *held = &o->c->options;
    if (pp_was_given(o->c, "indirect"))
        agree(o, "indirect", held->chain, said->chain, held->chain ? "chain" : "cut",
              said->chain ? "chain" : "cut");
    else
        held->chain |= said->chain;
    if (pp_was_given(o->c, "max-targets") && said->chain)
        agree_number(o, "max-targets", held->max_targets, said->max_targets);
}

/* What RULES say as options cut= or, if DEEP, depth=; malloc'd. */
static char *rules_text(const struct pp_rules *rules, bool deep)
{
    char *text = NULL;
    pp_append(&text, "%s", "");
    for (uint32_t i = 0; i < rules->num; i++)
        if (deep == (rules->rules[i].kind == PP_RULE_DEPTH)) {
            char *rule = pp_rule_text(&rules->rules[i]);
            pp_append(&text, "%s%s", *text ? " " : "", rule);
            free(rule);
        }
    return text;
}

/* Options cut= and depth=: where one of them is given at the link, both are as they are there. */
static void agree_rules(struct object *o, struct pp_rules *said)
{
    struct pp_rules *held = &o->c->options.rules;
    bool link = pp_was_given(o->c, "cut") || pp_was_given(o->c, "depth");
    if (!link && !o->first) {
        pp_rules_free(held);
        *held = *said;
        *said = pp_rules();
        return;
    }
    for (int deep = 0; deep <= 1 && !link; deep++) {
        char *ours = rules_text(held, deep), *theirs = rules_text(said, deep);
        agree(o, deep ? "depth" : "cut", 0, strcmp(ours, theirs) != 0, ours, theirs);
        free(ours);
        free(theirs);
    }
    pp_rules_free(said);
}

/* What the command line of the link does not say, the objects do; of several ways to count the one
   holds that asks the least of the program. */
static void get_options(struct object *o)
{
    struct pp_compilation *c = o->c;
    struct pp_params *params = &c->options.params;
    struct pp_options said = {};
    pp_get_options(&o->in, &said);
    enum pp_mode mode = said.params.mode;
    const char *name = mode < PP_MODES ? pp_mode_name(mode) : "?";
    params->mode =
        (enum pp_mode)agree(o, "mode", params->mode, mode, pp_mode_name(params->mode), name);
    params->max_paths = agree_number(o, "max-paths", params->max_paths, said.params.max_paths);
    params->wide = agree_number(o, "wide", params->wide, said.params.wide);
    bool pends = params->pending, pending = said.params.pending;
    params->pending =
        agree(o, "pending", pends, pending, pends ? "on" : "off", pending ? "on" : "off");
    bool own = params->bursts, theirs = said.params.bursts;
    params->bursts = agree(o, "bursts", own, theirs, own ? "on" : "off", theirs ? "on" : "off");
    params->recursion = agree_context(o, "recursion", params->recursion, said.params.recursion);
    params->loops = agree_context(o, "loops", params->loops, said.params.loops);
    params->array_limit =
        agree_number(o, "array-limit", params->array_limit, said.params.array_limit);
    params->k = (uint32_t)agree_number(o, "k", params->k, said.params.k);
    if (said.update > c->update && !pp_was_given(c, "update"))
        c->update = said.update;
    bool count = said.count_targets, counts = c->options.count_targets;
    c->options.count_targets =
        agree(o, "targets", counts, count, counts ? "count" : "off", count ? "count" : "off");
    bool value = said.values == PP_VALUES_ON, values = c->options.values == PP_VALUES_ON;
    value = agree(o, "values", values, value, values ? "on" : "off", value ? "on" : "off");
    c->options.values = value ? PP_VALUES_ON : PP_VALUES_OFF;
    unsigned *rate = &c->options.sample_rate;
    if (!pp_was_given(c, "sample-rate") && (!o->first || said.sample_rate > *rate))
        *rate = said.sample_rate;
    agree_chains(o, &said);
    agree_rules(o, &said.rules);
    if (!pp_was_given(c, "trace"))
        c->options.trace |= said.trace;
    if (!pp_was_given(c, "notes"))
        c->options.notes_in_file |= said.notes_in_file;
    if (!pp_was_given(c, "runtime"))
        c->options.carry_runtime &= said.carry_runtime;
}

static void get_function(struct object *o, uint32_t proc, lto_symtab_encoder_t encoder)
{
    struct pp_summary *s = XCNEW(struct pp_summary);
    int index = pp_get(&o->in);
    s->users = 1;
    s->proc = proc;
    s->brief = xstrdup(pp_get_text(&o->in));
    for (uint32_t n = pp_get_count(&o->in); n; n--)
        s->uids.safe_push(pp_get(&o->in));
    uint32_t calls = pp_get_count(&o->in);
    const unsigned char *beliefs = pp_get_block(&o->in, calls);
    for (uint32_t i = 0; i < calls && beliefs; i++)
        s->beliefs.calls.safe_push(beliefs[i]);
    s->beliefs.given = true;
    gcc_assert(index < lto_symtab_encoder_size(encoder));
    symtab_node *node = pp_symtab_deref(encoder, index);
    o->c->link->summaries->put(as_a<cgraph_node *>(node), s);
}

/* Names files, of procedures of G from FIRST on and of lines from FIRST_LINE on, as they are from here; they were
   compiled in DIRECTORY.  As GCC does with its own locations: two directories may have a file of one name. */
static void find_files(struct pp_graph *g, uint32_t first, uint32_t first_line,
                       const char *directory)
{
    hash_map<int_hash<int64_t, -1, -2>, uint32_t> seen;
    auto_vec<uint32_t *> places;
    for (uint32_t p = first; p < g->num_procs; p++)
        places.safe_push(&g->procs[p].file);
    for (uint32_t l = first_line; l < g->num_lines; l++)
        places.safe_push(&g->lines[l].file);
    for (unsigned i = 0; i < places.length(); i++) {
        bool known;
        uint32_t &now = seen.get_or_insert(*places[i], &known);
        if (!known) {
            char *file =
                pp_place_from_elsewhere(directory, pp_text(g, *places[i]), pp_mapped_directory());
            now = pp_string(g, file);
            free(file);
        }
        *places[i] = now;
    }
}

/* Reads the rest of O.  Returns NULL or, malloc'd, what is wrong. */
static char *get_functions(struct object *o, lto_symtab_encoder_t encoder)
{
    struct pp_notes *notes = &o->c->link->notes;
    uint32_t first = notes->graph.num_procs, first_line = notes->graph.num_lines;
    size_t size = pp_get(&o->in);
    const unsigned char *image = pp_get_block(&o->in, size);
    char *wrong = image ? pp_notes_read(notes, image, size) : xstrdup("the summary is truncated");
    if (wrong)
        return wrong;
    find_files(&notes->graph, first, first_line, notes->units[notes->num_units - 1].directory);
    if (!o->c->made_by)
        o->c->made_by = xstrdup(notes->units[0].command);
    uint32_t n = pp_get_count(&o->in);
    if (n != notes->graph.num_procs - first)
        return xstrdup("the summary is damaged");
    for (uint32_t i = 0; i < n; i++)
        get_function(o, first + i, encoder);
    return o->in.bad ? xstrdup("the summary is truncated") : NULL;
}

/* Returns whether FILE has a summary. */
static bool read_object(struct pp_compilation *c, struct lto_file_decl_data *file,
                        const char *first)
{
    struct object o = {};
    o.c = c;
    o.name = file->file_name;
    o.first = first;
    pp_section_read(file, SECTION, &o.in);
    if (o.in.at == o.in.end)
        return false;
    const char *version = pp_get_text(&o.in);
    if (strcmp(version, PATHPROF_VERSION)) {
        error("pathprof: %qs was compiled with pathprof %s, but is linked with pathprof %s", o.name,
              pp_shown(version), PATHPROF_VERSION);
        return true;
    }
    get_options(&o);
    char *wrong = seen_error() ? NULL : get_functions(&o, file->symtab_node_encoder);
    if (wrong)
        error("pathprof: %qs: %s", o.name, pp_shown(wrong));
    free(wrong);
    return true;
}

/* Objects that had a summary once (they have the guard of the link) and were put together by a
   compiler without the plugin. */
static void find_lost_summaries(hash_set<lto_file_decl_data *> *known)
{
    varpool_node *node;
    FOR_EACH_VARIABLE(node)
    {
        struct lto_file_decl_data *file = node->lto_file_data;
        const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(node->decl));
        if (file && !strncmp(name, "pathprof.guard", 14) && !known->add(file))
            error("pathprof: %qs was made by a link without pathprof: add the plugin to that link "
                  "(%<-r%>), too",
                  file->file_name);
    }
}

void pp_read_summaries(struct pp_compilation *c)
{
    struct lto_file_decl_data **files = lto_get_file_decl_data();
    hash_set<lto_file_decl_data *> known;
    const char *first = NULL;
    pp_link_of(c);
    for (unsigned i = 0; files[i]; i++)
        if (read_object(c, files[i], first)) {
            known.add(files[i]);
            first = first ? first : files[i]->file_name;
        }
    if (files[0] && !first)
        warning(0,
                "pathprof: no object that was compiled with %<-flto%> was compiled with pathprof: "
                "nothing in them is counted");
    find_lost_summaries(&known);
}
