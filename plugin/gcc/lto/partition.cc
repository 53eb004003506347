/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the process that numbers the program to those that generate its code: to each what was
   decided of the functions of which it has bodies, and to one of them, the owner, all that is
   defined once. */
#include "gcc/base/compat.h"
#include "gcc/lto/summary.h"
#include "gcc/lto/partition.h"
#include "gcc/base/sections.h"
#include "gcc/mark/count-targets.h"
#include "gcc/decide/handed-words.h"
#include "gcc/decide/list-targets.h"
#include "runtime/format.h"
#include "gcc/base/roots.h"
#include "gcc/carry/carry.h"
extern "C" {
#include "core/plan/plan-stream.h"
}

#define SECTION "plans"

/* ---- Writing. */

static bool ends_in_jump(const struct pp_beliefs *beliefs)
{
    for (unsigned i = 0; i < beliefs->calls.length(); i++)
        if (beliefs->calls[i] & (PP_BELIEF_TAIL | PP_BELIEF_JUMP))
            return true;
    return false;
}

static void put_record(struct pp_bytes *out, const struct pp_link *link, uint32_t p)
{
    const struct pp_decision *decision = &link->decisions[p];
    const struct pp_beliefs *beliefs = &link->kept[p]->beliefs;
    struct pp_bytes plan = {};
    pp_plan_write(&plan, &link->graph, p, &decision->plan);
    pp_put(out, link->graph.procs[p].checksum);
    pp_put(out, decision->offset);
    pp_put(out, decision->check);
    pp_put(out, decision->first_vertex);
    pp_put(out, pp_handed_words(&decision->plan, decision->aliased, ends_in_jump(beliefs)));
    pp_put(out, beliefs->calls.length());
    pp_put_block(out, beliefs->calls.address(), beliefs->calls.length());
    pp_put(out, plan.size);
    pp_put_block(out, plan.bytes, plan.size);
    pp_bytes_free(&plan);
}

static void put_unit(struct pp_bytes *out, const struct pp_compilation *c)
{
    pp_put(out, c->unit.stamp);
    pp_put(out, c->unit.storage);
    pp_put(out, c->unit.num_paths);
    pp_put(out, c->unit.num_procs);
    pp_put(out, c->counters_size);
    pp_put(out, c->buckets);
    pp_put(out, c->target_buckets);
    pp_put(out, c->words);
    /* Those that generate code do not know it: objects that are compiled as GCC is set up come to them as if for shared
       objects. */
    pp_put(out, c->shared);
    pp_put_options(out, c);
}

static void put_carried(struct pp_bytes *out, const struct pp_carried *carried)
{
    pp_put_text(out, carried->name);
    pp_put(out, carried->functions.length());
    pp_put_block(out, carried->functions.address(),
                 carried->functions.length() * sizeof(struct pathprof_function));
    pp_put(out, carried->notes_size);
    pp_put_block(out, carried->notes, carried->notes_size);
}

/* The owner has the first symbol, in the order of the program, of those that are in exactly one
   partition.  Without any there is no code. */
static bool is_owner(lto_symtab_encoder_t encoder)
{
    symtab_node *node, *first = NULL;
    FOR_EACH_SYMBOL(node)
    if (node->get_partitioning_class() == SYMBOL_PARTITION &&
        (!first || node->order < first->order))
        first = node;
    return first && lto_symtab_encoder_in_partition_p(encoder, first);
}

/* The functions of ENCODER, whether it has their code or may only inline or clone it: each with the
   number of its record.  Which of several versions of a function will be their origin is not known
   before they are read. */
static void put_nodes(struct pp_bytes *records, struct pp_bytes *nodes, uint32_t *counts,
                      const struct pp_link *link, lto_symtab_encoder_t encoder)
{
    hash_map<int_hash<uint32_t, UINT32_MAX>, uint32_t> numbers;
    for (int i = 0; i < lto_symtab_encoder_size(encoder); i++) {
        cgraph_node *node = dyn_cast<cgraph_node *>(pp_symtab_deref(encoder, i));
        struct pp_summary *s = node ? pp_find_summary(link, node) : NULL;
        if (!s || s->proc == PP_NONE)
            continue;
        bool existed;
        uint32_t &number = numbers.get_or_insert(s->proc, &existed);
        if (!existed) {
            number = counts[0]++;
            put_record(records, link, s->proc);
        }
        pp_put(nodes, i);
        pp_put(nodes, number);
        counts[1]++;
    }
}

/* The listed functions that ENCODER knows: a partition tells of those that it uses. */
static void put_listed(struct pp_bytes *out, const struct pp_compilation *c,
                       lto_symtab_encoder_t encoder)
{
    auto_vec<struct pp_listed> used;
    for (unsigned i = 0; i < c->listed.length(); i++)
        if (cgraph_node *node = cgraph_node::get(c->listed[i].decl))
            if (lto_symtab_encoder_lookup(encoder, node) != LCC_NOT_FOUND)
                used.safe_push(c->listed[i]);
    pp_put(out, used.length());
    for (unsigned i = 0; i < used.length(); i++) {
        pp_put(out, lto_symtab_encoder_lookup(encoder, cgraph_node::get(used[i].decl)));
        pp_put(out, used[i].number);
        pp_put(out, used[i].elsewhere);
    }
}

/* In a child process, perhaps: what is remembered here is forgotten. */
void pp_write_decisions(struct pp_compilation *c)
{
    lto_symtab_encoder_t encoder = lto_get_out_decl_state()->symtab_node_encoder;
    struct pp_bytes out = {}, records = {}, nodes = {};
    uint32_t counts[2] = {0, 0};
    if (!c->link || c->link->nodes.is_empty())
        return;
    bool owner = is_owner(encoder);
    put_unit(&out, c);
    pp_put(&out, owner);
    if (owner)
        put_carried(&out, c->carried);
    put_nodes(&records, &nodes, counts, c->link, encoder);
    pp_put(&out, counts[0]);
    pp_put_block(&out, records.bytes, records.size);
    pp_put(&out, counts[1]);
    pp_put_block(&out, nodes.bytes, nodes.size);
    put_listed(&out, c, encoder);
    pp_section_write(SECTION, &out);
    pp_bytes_free(&records);
    pp_bytes_free(&nodes);
    pp_bytes_free(&out);
}

/* ---- Reading. */

static void get_record(struct pp_input *in, struct pp_link *link)
{
    struct pp_record record = {};
    record.checksum = pp_get(in);
    record.offset = pp_get(in);
    record.check = (enum pp_block_check)pp_get(in);
    record.first_vertex = pp_get(in);
    record.handed = pp_get(in);
    uint32_t calls = pp_get_count(in);
    const unsigned char *beliefs = pp_get_block(in, calls);
    for (uint32_t i = 0; i < calls && beliefs; i++)
        record.beliefs.calls.safe_push(beliefs[i]);
    record.beliefs.given = true;
    size_t size = pp_get(in);
    record.plan.at = pp_get_block(in, size);
    record.plan.end = record.plan.at + (record.plan.at ? size : 0);
    link->records.safe_push(record);
}

static void get_unit(struct pp_input *in, struct pp_compilation *c)
{
    c->unit.stamp = pp_get(in);
    c->unit.storage = pp_get(in);
    c->unit.num_paths = pp_get(in);
    c->unit.num_procs = pp_get(in);
    c->counters_size = pp_get(in);
    c->buckets = pp_get(in);
    c->target_buckets = pp_get(in);
    c->words = pp_get(in);
    gcc_assert(c->words >= 1 && c->words <= PP_MOST_WORDS);
    c->shared = pp_get(in);
    if (!c->numbers)
        c->numbers = pp_numbers_make(c->words);
    pp_get_options(in, &c->options);
    c->update = c->options.update;
    c->unit.params = c->options.params;
}

static struct pp_carried *get_carried(struct pp_input *in)
{
    struct pp_carried *carried = XCNEW(struct pp_carried);
    carried->name = xstrdup(pp_get_text(in));
    uint32_t n = pp_get_count(in);
    const unsigned char *functions = pp_get_block(in, n * sizeof(struct pathprof_function));
    carried->functions.safe_grow_cleared(n);
    if (functions && n)
        memcpy(carried->functions.address(), functions, n * sizeof(struct pathprof_function));
    carried->notes_size = pp_get(in);
    const unsigned char *notes = pp_get_block(in, carried->notes_size);
    carried->notes = XNEWVEC(unsigned char, carried->notes_size + 1);
    if (notes)
        memcpy(carried->notes, notes, carried->notes_size);
    return carried;
}

static void read_partition(struct pp_compilation *c, struct lto_file_decl_data *file)
{
    struct pp_input in;
    pp_section_read(file, SECTION, &in);
    if (in.at == in.end)
        return;
    struct pp_link *link = pp_link_of(c);
    get_unit(&in, c);
    if (pp_get(&in))
        c->carried = get_carried(&in);
    uint32_t first = link->records.length();
    for (uint32_t n = pp_get_count(&in); n; n--)
        get_record(&in, link);
    for (uint32_t n = pp_get_count(&in); n; n--) {
        int index = pp_get(&in);
        symtab_node *node = pp_symtab_deref(file->symtab_node_encoder, index);
        link->recorded->put(as_a<cgraph_node *>(node), first + pp_get(&in));
    }
    for (uint32_t n = pp_get_count(&in); n; n--) {
        symtab_node *node = pp_symtab_deref(file->symtab_node_encoder, pp_get(&in));
        struct pp_listed listed = {pp_keep(node->decl), (uint32_t)pp_get(&in), false};
        listed.elsewhere = pp_get(&in);
        c->listed.safe_push(listed);
    }
    gcc_assert(!in.bad && in.at == in.end);
}

void pp_read_decisions(struct pp_compilation *c)
{
    struct lto_file_decl_data **files = lto_get_file_decl_data();
    for (unsigned i = 0; files[i]; i++)
        read_partition(c, files[i]);
}

void pp_keep_decisions(struct pp_compilation *c)
{
    struct pp_link *link = c->link;
    struct pp_bytes out = {};
    for (uint32_t p = 0; p < link->nodes.length(); p++) {
        put_record(&out, link, p);
        link->recorded->put(link->nodes[p], p);
    }
    /* The records point into these bytes, which stay. */
    struct pp_input in = {out.bytes, out.bytes + out.size, false};
    for (uint32_t p = 0; p < link->nodes.length(); p++)
        get_record(&in, link);
}
