/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a unit's assembly output carries besides its code: counters, descriptor (runtime/format.h),
   notes, and the runtime itself, of which the linker keeps one copy a module. */
#include "gcc/base/compat.h"
#include "gcc/base/shown-name.h"
#include "gcc/decide/plan-unit.h"
#include "gcc/mark/emission.h"
#include "gcc/mark/decls.h"
#include "gcc/base/flags.h"
#include "gcc/mark/count-targets.h"
#include "runtime/format.h"
#include "gcc/base/unit-symbol.h"
#include "gcc/carry/carry.h"
#include "gcc/mark/split-stack.h"
#include "gcc/mark/count-stub.h"
#include "gcc/base/mapped.h"
#include "gcc/base/machine.h"
extern "C" {
#include "core/base/endian.h"
#include "input/file/output.h"
}

/* The runtime as assembly, and the state that calls hand over; build/runtime-text.c, made from
   runtime/ by the Makefile.  Of each there is another for -m32, empty if whoever built the plugin had no C library's
   headers for that. */
#define TEXT(part)                                                                                 \
    extern "C" const char pp_##part##_assembly[], pp_##part##_assemblym32[];                       \
    static const char *part##_text()                                                               \
    {                                                                                              \
        return PP_IS_M32 ? pp_##part##_assemblym32 : pp_##part##_assembly;                         \
    }
TEXT(runtime)
TEXT(state)
TEXT(wide)
TEXT(pending)
TEXT(bursts)
TEXT(sample)

bool pp_carries_runtime()
{
    return *runtime_text();
}

#define GUARD "__pathprof_link_with_flto_and_fplugin_pathprof_so_too"

static void print_name(FILE *out, const char *text)
{
    fputs("\t.string \"", out);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c < ' ' || *c > '~' || *c == '"' || *c == '\\')
            fprintf(out, "\\%03o", *c);
        else
            fputc(*c, out);
    fputs("\"\n", out);
}

/* Whether PROC has counters of its own. */
static bool is_counted(const struct pp_proc *proc)
{
    return proc->storage != PP_STORE_NONE && proc->storage != PP_STORE_UNIT && proc->num_paths;
}

/* Prints the address of SYMBOL, with all of PATHPROF_POINTER. */
static void print_pointer(FILE *out, const char *symbol)
{
    fprintf(out, POINTER_SIZE == 64 ? "\t.quad %s\n" : "\t.long %s, 0\n", symbol);
}

/* Defines the symbol of the unit that is called WHAT, here. */
static void print_label(FILE *out, const struct pp_compilation *c, const char *what)
{
    char *name = pp_unit_symbol(c, what);
    if (in_lto_p)
        fprintf(out, "\t.globl %s\n\t.hidden %s\n", name, name);
    fprintf(out, "%s:\n", name);
    free(name);
}

static void print_block_variable(FILE *out, const struct pp_compilation *c)
{
    char *name = pp_unit_symbol(c, "block");
    fprintf(out, "\t.section .tbss.pathprof,\"awT\",%%nobits\n\t.balign 8\n\t.type %s, %%object\n",
            name);
    print_label(out, c, "block");
    fprintf(out, "\t.zero 8\n\t.size %s, 8\n", name);
    free(name);
}

static void print_counters(FILE *out, const struct pp_compilation *c)
{
    fprintf(out, "\t.section pathprof_counters,\"" PP_FOUND_BY_NAME
                 "\",%%nobits\n\t.balign 64\npathprof.counters:\n");
    unsigned HOST_WIDE_INT at = 0;
    for (unsigned i = 0; i < c->carried->functions.length(); i++) {
        const struct pathprof_function *f = &c->carried->functions[i];
        char what[48];
        sprintf(what, "counters.%" PRIu64, f->index);
        if (f->offset > at)
            fprintf(out, "\t.zero %" PRIu64 "\n", f->offset - at);
        print_label(out, c, what);
        at = f->offset;
    }
    if (c->counters_size > at)
        fprintf(out, "\t.zero " HOST_WIDE_INT_PRINT_UNSIGNED "\n", c->counters_size - at);
    if (c->update == PP_UPDATE_THREAD)
        print_block_variable(out, c);
    if (pp_mode_row(c->options.params.mode)->crosses_calls) {
        fprintf(out, "\t.section .rodata.pathprof,\"a\",%%progbits\n\t.balign 64\n");
        print_label(out, c, "names");
        fprintf(out, "\t.zero %u\n", c->unit.num_procs);
    }
}

static void print_descriptor(FILE *out, const struct pp_compilation *c)
{
    const vec<struct pathprof_function> &functions = c->carried->functions;
    fprintf(out,
            "\t.section .rodata.pathprof,\"a\",%%progbits\n\t.balign 8\npathprof.functions:\n");
    for (unsigned i = 0; i < functions.length(); i++) {
        const struct pathprof_function *f = &functions[i];
        fprintf(out, "\t.quad %" PRIu64 ", %#" PRIx64 ", %" PRIu64 ", %" PRIu64 ", %" PRIu64 "\n",
                f->index, f->checksum, f->kind, f->size, f->offset);
    }
    fprintf(out, "pathprof.name:\n");
    print_name(out, c->carried->name);
    /* Fields in the order of struct pathprof_unit.  That of the runtime also makes the linker take
       it out of the library when no counter calls anything. */
    fprintf(out, "\t.section pathprof_units,\"" PP_FOUND_BY_NAME "\",%%progbits\n\t.balign 8\n");
    print_label(out, c, "unit");
    fprintf(out, "\t.quad %d, %#" PRIx64 ", %d, %d\n", PATHPROF_UNIT_VERSION, c->unit.stamp,
            (int)c->options.params.mode, (int)c->update);
    print_pointer(out, "pathprof.functions");
    fprintf(out, "\t.quad %u\n", functions.length());
    print_pointer(out, "pathprof.counters");
    fprintf(out, "\t.quad " HOST_WIDE_INT_PRINT_UNSIGNED "\n", c->counters_size);
    print_pointer(out, "pathprof.name");
    fprintf(out, "\t.hidden __pathprof_unit_version_3\n");
    print_pointer(out, "__pathprof_unit_version_3");
    char targets[64] = "0";
    unsigned last = functions.length() - 1;
    if (functions.length() && functions[last].index == PATHPROF_TARGETS)
        sprintf(targets, "pathprof.functions + %zu", last * sizeof(struct pathprof_function));
    print_pointer(out, targets);
    /* Maybe no function has to look whether its thread is sampled; but the main thread is. */
    if (c->options.sample_rate)
        fprintf(out, "\t.hidden __pathprof_sample_thread\n"
                     "\t.reloc ., BFD_RELOC_NONE, __pathprof_sample_thread\n");
    fprintf(out, "\t.quad %u\n", c->options.sample_rate);
}

/* The unit's name for people.  Under LTO the main input is a temporary file. */
static const char *unit_name(const struct pp_compilation *c)
{
    if (c->source)
        return c->source;
    return main_input_filename ? pp_mapped_input() : "";
}

static unsigned char *make_notes(const struct pp_compilation *c, const struct pp_graph *g,
                                 size_t *size)
{
    struct pp_unit unit = c->unit;
    unit.name = xstrdup(unit_name(c));
    unit.directory = xstrdup(pp_mapped_directory());
    unit.command = pp_made_by(c);
    unsigned char *bytes = pp_notes_write(g, &unit, size);
    free(unit.name);
    free(unit.directory);
    free(unit.command);
    return bytes;
}

struct pp_carried *pp_carried_make(const struct pp_compilation *c, const struct pp_graph *g,
                                   const struct pp_decision *decisions)
{
    struct pp_carried *carried = XCNEW(struct pp_carried);
    carried->name = xstrdup(unit_name(c));
    carried->notes = make_notes(c, g, &carried->notes_size);
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (!is_counted(proc))
            continue;
        bool table = proc->storage == PP_STORE_TABLE;
        struct pathprof_function f = {};
        f.index = proc->index;
        f.checksum = proc->checksum;
        f.kind = table ? PATHPROF_TABLE : PATHPROF_ARRAY;
        f.size = table ? proc->buckets : proc->num_paths << c->options.params.bursts;
        f.offset = decisions[p].offset;
        carried->functions.safe_push(f);
    }
    bool table = c->unit.storage == PP_STORE_TABLE, wide = c->unit.storage == PP_STORE_WIDE;
    if (pp_mode_row(c->options.params.mode)->crosses_calls && c->unit.storage != PP_STORE_NONE) {
        struct pathprof_function whole = {};
        whole.index = PATHPROF_WHOLE_UNIT;
        whole.checksum = c->unit.stamp;
        whole.kind = table ? PATHPROF_TABLE : wide ? PATHPROF_WIDE : PATHPROF_ARRAY;
        whole.size = table ? c->buckets : wide ? c->words : c->unit.num_paths;
        carried->functions.safe_push(whole);
    }
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_plan *plan = &decisions[p].plan;
        struct pathprof_function inner = {g->procs[p].index, g->procs[p].checksum, PATHPROF_ARRAY,
                                          plan->num_inner, plan->inner_offset};
        if (plan->num_inner)
            carried->functions.safe_push(inner);
    }
    if (c->options.params.bursts) {
        struct pathprof_function bursts = {PATHPROF_BURSTS, c->unit.stamp, PATHPROF_ARRAY, 2,
                                           c->bursts_offset};
        carried->functions.safe_push(bursts);
    }
    if (c->target_buckets) {
        struct pathprof_function targets = {PATHPROF_TARGETS, c->unit.stamp, PATHPROF_TABLE,
                                            c->target_buckets, c->targets_offset};
        carried->functions.safe_push(targets);
    }
    return carried;
}

static void write_notes_file(const unsigned char *bytes, size_t size)
{
    char *name = concat(aux_base_name ? aux_base_name : "a", ".ppno", NULL);
    const char *shown = pp_shown(name);
    char *wrong;
    FILE *out = pp_output_stream(name, &wrong);
    if (wrong)
        error("pathprof: %s", pp_shown(wrong));
    else if (fwrite(bytes, 1, size, out) != size || fclose(out))
        error("pathprof: cannot write %s: %m", shown);
    free(wrong);
    free(name);
}

static void print_notes(FILE *out, const unsigned char *bytes, size_t size)
{
    fprintf(out, "\t.section " PP_NOTES_SECTION ",\"\",%%progbits\n\t.balign 8\n");
    for (size_t i = 0; i < size; i += 32) {
        fputs("\t.quad ", out);
        for (size_t j = i; j < size && j < i + 32; j += 8) {
            uint64_t word =
                pp_word_from(bytes + j); /* lowest byte first, whatever the machine has */
            word = BYTES_BIG_ENDIAN ? __builtin_bswap64(word) : word;
            fprintf(out, "%s%#" PRIx64, j > i ? "," : "", word);
        }
        fputc('\n', out);
    }
}

/* Where the program writes if it runs with privileges; the runtime compares what all units say. */
static void print_secure_directory(FILE *out, const char *directory)
{
    fprintf(out, "\t.section pathprof_secure,\"" PP_FOUND_BY_NAME "\",%%progbits\n");
    print_name(out, directory);
}

static void print_guard(FILE *out)
{
    fprintf(out, "\t.section .rodata.pathprof_guard,\"aG\",%%progbits,pathprof_guard,comdat\n"
                 "\t.weak " GUARD "\n\t.hidden " GUARD "\n" GUARD ":\n\t.zero 8\n");
}

/* Units of two KINDS of which this one is number MINE do not link, and the linker's message is the
   name of the symbol that both define.  Units of one kind are one COMDAT group. */
static void print_fence(FILE *out, const char *what, const char *const *kinds, unsigned num,
                        unsigned mine)
{
    fprintf(out, "\t.section .rodata.pathprof_%s,\"aG\",%%progbits,pathprof_%s.%s,comdat\n", what,
            what, kinds[mine]);
    for (unsigned other = 0; other < num; other++) {
        if (other == mine)
            continue;
        char *name = concat("__pathprof_", what, "_", kinds[MIN(mine, other)], "_and_", what, "_",
                            kinds[MAX(mine, other)], "_do_not_link", NULL);
        for (char *c = name; *c; c++)
            if (*c == '-') /* no assembler takes it for part of a name */
                *c = '_';
        fprintf(out, "\t.globl %s\n\t.hidden %s\n\t.type %s, %%object\n%s:\n", name, name, name,
                name);
        free(name);
    }
    fprintf(out, "\t.zero 1\n");
}

/* Objects of two modes, or of two versions of what objects carry, do not link. */
static void print_fences(FILE *out, enum pp_mode mode)
{
    /* The first had no fences: it is the runtime that knows it. */
    static const char *const versions[] = {"2", "3", "4", "5", "6", "7", "8", "9"};
    const char *modes[PP_MODES];
    for (unsigned m = 0; m < PP_MODES; m++)
        modes[m] = pp_mode_name((enum pp_mode)m);
    print_fence(out, "mode", modes, PP_MODES, mode);
    print_fence(out, "version", versions, ARRAY_SIZE(versions), PATHPROF_UNIT_VERSION - 2);
}

void pp_carry_unit(struct pp_compilation *c)
{
    if (!pp_generates_code() || !asm_out_file)
        return;
    FILE *out = asm_out_file;
    bool intel = PP_INTEL_SYNTAX;
    fputs(intel ? "\t.att_syntax prefix\n" : "", out);
    if (in_lto_p || flag_lto)
        print_guard(out);
    pp_print_targets(out, c);
    pp_print_count_stub(out, c);
    if (c->carried) {
        print_counters(out, c);
        print_descriptor(out, c);
        if (c->options.secure_dir)
            print_secure_directory(out, c->options.secure_dir);
        print_fences(out, c->options.params.mode);
        if (c->options.notes_in_file)
            write_notes_file(c->carried->notes, c->carried->notes_size);
        else
            print_notes(out, c->carried->notes, c->carried->notes_size);
        if (c->options.carry_runtime)
            fputs(runtime_text(), out);
        if (c->options.carry_runtime && pp_mode_row(c->options.params.mode)->crosses_calls)
            fputs(c->unit.storage == PP_STORE_WIDE ? wide_text() : state_text(), out);
        if (c->options.carry_runtime && c->options.params.pending)
            fputs(pending_text(), out);
        if (c->options.carry_runtime && c->options.params.bursts)
            fputs(bursts_text(), out);
        if (c->options.carry_runtime && c->options.sample_rate)
            fputs(sample_text(), out);
        pp_print_split_stack(out);
    }
    fputs(intel ? "\t.intel_syntax noprefix\n" : "", out);
    fputs("\t.text\n", out);
}

void pp_leave_link_guard(void)
{
    tree wanted = pp_hidden_variable(GUARD, char_type_node);
    TREE_ADDRESSABLE(wanted) = 1;
    tree guard = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier("pathprof.guard"),
                            build_pointer_type(char_type_node));
    TREE_STATIC(guard) = 1;
    TREE_USED(guard) = 1;
    DECL_ARTIFICIAL(guard) = 1;
    DECL_IGNORED_P(guard) = 1;
    DECL_PRESERVE_P(guard) = 1;
    DECL_INITIAL(guard) = build_fold_addr_expr(wanted);
    varpool_node::finalize_decl(guard);
    /* The unit has been analysed by now; what comes later must see to itself. */
    varpool_node *node = varpool_node::get(guard);
    if (!node->analyzed)
        node->analyze();
}
