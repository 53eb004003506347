/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a unit's assembly output carries besides its code: counters, descriptor (runtime/format.h),
   notes, and the runtime itself, of which the linker keeps one copy a module. */
#include "compat.h"
#include "instrument.h"
#include "../../runtime/format.h"

/* The runtime as assembly, and the state that calls hand over; build/runtime-text.c, made from
   runtime/ by the Makefile. */
extern "C" const char pp_runtime_assembly[], pp_state_assembly[];

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

/* Whether the unit's procedures count together. */
static bool counts_as_a_whole(const struct pp_compilation *c)
{
    return pp_interprocedural(c->options.params.mode) && c->unit.storage != PP_STORE_NONE;
}

static void print_counters(FILE *out, const struct pp_compilation *c)
{
    const struct pp_graph *g = &c->graph;
    fprintf(out, "\t.section .bss.pathprof,\"aw\",@nobits\n\t.balign 64\npathprof.counters:\n");
    unsigned HOST_WIDE_INT at = 0;
    for (uint32_t p = 0; p < g->num_procs; p++) {
        if (!is_counted(&g->procs[p]))
            continue;
        if (c->offsets[p] > at)
            fprintf(out, "\t.zero " HOST_WIDE_INT_PRINT_UNSIGNED "\n", c->offsets[p] - at);
        fprintf(out, "pathprof.counters.%u:\n", p);
        at = c->offsets[p];
    }
    if (c->counters_size > at)
        fprintf(out, "\t.zero " HOST_WIDE_INT_PRINT_UNSIGNED "\n", c->counters_size - at);
    if (c->update == PP_UPDATE_THREAD)
        fprintf(out, "\t.section .tbss.pathprof,\"awT\",@nobits\n\t.balign 8\n"
                     "\t.type pathprof.block, @object\npathprof.block:\n\t.zero 8\n"
                     "\t.size pathprof.block, 8\n");
}

/* The unit's name for people.  Under LTO the main input is a temporary file: the source of the
   partition's first function then stands for it. */
static const char *unit_name(const struct pp_graph *g)
{
    if (in_lto_p && g->num_procs)
        return pp_text(g, g->procs[0].file);
    return main_input_filename ? main_input_filename : "";
}

static void print_descriptor(FILE *out, const struct pp_compilation *c)
{
    const struct pp_graph *g = &c->graph;
    uint32_t counted = 0;
    fprintf(out, "\t.section .rodata.pathprof,\"a\",@progbits\n\t.balign 8\npathprof.functions:\n");
    for (uint32_t p = 0; p < g->num_procs; p++) {
        const struct pp_proc *proc = &g->procs[p];
        if (!is_counted(proc))
            continue;
        bool table = proc->storage == PP_STORE_TABLE;
        fprintf(out,
                "\t.quad %u, %#" PRIx64 ", %d, %" PRIu64 ", " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
                proc->index, proc->checksum, table ? PATHPROF_TABLE : PATHPROF_ARRAY,
                table ? PATHPROF_TABLE_BUCKETS : proc->num_paths, c->offsets[p]);
        counted++;
    }
    if (counts_as_a_whole(c)) {
        bool table = c->unit.storage == PP_STORE_TABLE;
        fprintf(out, "\t.quad %#x, %#" PRIx64 ", %d, %" PRIu64 ", 0\n", PATHPROF_WHOLE_UNIT,
                c->stamp, table ? PATHPROF_TABLE : PATHPROF_ARRAY,
                table ? c->buckets : c->unit.num_paths);
        counted++;
        fprintf(out, "pathprof.names:\n\t.zero %u\n", MAX(g->num_procs, 1));
    }
    fprintf(out, "pathprof.name:\n");
    print_name(out, unit_name(&c->graph));
    /* Fields in the order of struct pathprof_unit.  That of the runtime also makes the linker take
       it out of the library when no counter calls anything. */
    fprintf(out, "\t.section pathprof_units,\"aw\",@progbits\n\t.balign 8\npathprof.unit:\n");
    fprintf(out, "\t.quad %d, %#" PRIx64 ", %d, %d\n", PATHPROF_UNIT_VERSION, c->stamp,
            (int)c->options.params.mode, (int)c->update);
    fprintf(out,
            "\t.quad pathprof.functions, %u, pathprof.counters, " HOST_WIDE_INT_PRINT_UNSIGNED "\n",
            counted, c->counters_size);
    fprintf(out, "\t.hidden __pathprof_unit_version_2\n"
                 "\t.quad pathprof.name, __pathprof_unit_version_2, 0, 0\n");
}

/* The command line's options that shape the CFG, for the notes. */
static char *shaping_options(void)
{
    char *text = xstrdup("");
    for (unsigned i = 1; i < save_decoded_options_count; i++) {
        const struct cl_decoded_option *o = &save_decoded_options[i];
        const char *word = o->orig_option_with_args_text;
        if (!word || !strncmp(word, "-fplugin", 8) ||
            !(word[1] == 'O' || word[1] == 'f' || word[1] == 'm' || !strncmp(word, "-std", 4)))
            continue;
        char *longer = concat(text, *text ? " " : "", word, NULL);
        free(text);
        text = longer;
    }
    return text;
}

static unsigned char *make_notes(const struct pp_compilation *c, size_t *size)
{
    struct pp_unit unit = {};
    char *options = shaping_options();
    unit.stamp = c->stamp;
    unit.params = c->options.params;
    unit.name = xstrdup(unit_name(&c->graph));
    unit.directory = xstrdup(get_src_pwd());
    unit.command = concat("GCC ", gcc_version.basever, " ", options, NULL);
    unit.num_procs = c->graph.num_procs;
    unit.storage = c->unit.storage;
    unit.num_paths = c->unit.num_paths;
    unsigned char *bytes = pp_notes_write(&c->graph, &unit, size);
    free(options);
    free(unit.name);
    free(unit.directory);
    free(unit.command);
    return bytes;
}

static void write_notes_file(const unsigned char *bytes, size_t size)
{
    char *name = concat(aux_base_name ? aux_base_name : "a", ".ppno", NULL);
    FILE *out = fopen(name, "wb");
    if (!out || fwrite(bytes, 1, size, out) != size || fclose(out))
        error("pathprof: cannot write the notes to %qs: %m", name);
    free(name);
}

static void print_notes(FILE *out, const unsigned char *bytes, size_t size)
{
    fprintf(out, "\t.section " PP_NOTES_SECTION ",\"\",@progbits\n\t.balign 8\n");
    for (size_t i = 0; i < size; i += 32) {
        fputs("\t.quad ", out);
        for (size_t j = i; j < size && j < i + 32; j += 8) {
            uint64_t word;
            memcpy(&word, bytes + j, 8);
            fprintf(out, "%s%#" PRIx64, j > i ? "," : "", word);
        }
        fputc('\n', out);
    }
}

static void print_guard(FILE *out)
{
    fprintf(out, "\t.section .rodata.pathprof_guard,\"aG\",@progbits,pathprof_guard,comdat\n"
                 "\t.weak " GUARD "\n\t.hidden " GUARD "\n" GUARD ":\n\t.zero 8\n");
}

void pp_carry_unit(struct pp_compilation *c)
{
    if (!pp_generates_code() || !asm_out_file)
        return;
    FILE *out = asm_out_file;
#ifdef ASSEMBLER_DIALECT
    bool intel = ASSEMBLER_DIALECT != 0;
#else
    bool intel = false;
#endif
    fputs(intel ? "\t.att_syntax prefix\n" : "", out);
    if (in_lto_p)
        print_guard(out);
    if (c->instrumented) {
        size_t size;
        unsigned char *notes = make_notes(c, &size);
        print_counters(out, c);
        print_descriptor(out, c);
        if (c->options.notes_in_file)
            write_notes_file(notes, size);
        else
            print_notes(out, notes, size);
        free(notes);
        if (c->options.carry_runtime)
            fputs(pp_runtime_assembly, out);
        if (c->options.carry_runtime && pp_interprocedural(c->options.params.mode))
            fputs(pp_state_assembly, out);
    }
    fputs(intel ? "\t.intel_syntax noprefix\n" : "", out);
    fputs("\t.text\n", out);
}

void pp_leave_link_guard(void)
{
    tree wanted = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier(GUARD), char_type_node);
    DECL_EXTERNAL(wanted) = 1;
    TREE_PUBLIC(wanted) = 1;
    TREE_ADDRESSABLE(wanted) = 1;
    DECL_ARTIFICIAL(wanted) = 1;
    DECL_VISIBILITY(wanted) = VISIBILITY_HIDDEN;
    DECL_VISIBILITY_SPECIFIED(wanted) = 1;
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
