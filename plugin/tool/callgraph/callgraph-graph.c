/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The call graph, as gprof 2.40 prints it. */
#define _GNU_SOURCE /* qsort_r */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tool/callgraph/callgraph.h"

struct page {
    const struct pp_callgraph *graph;
    const struct pp_gprof *gprof;
    double hz, total; /* not 0 */
    bool timed;
};

/* Two times, in their columns; blanks if there are no samples. */
static void print_pair(const struct page *page, double self, double children)
{
    if (page->timed)
        printf(" %7.2f %7.2f", self / page->hz, children / page->hz);
    else
        printf(" %7.7s %7.7s", "", "");
}

static void print_name(const struct page *page, uint32_t i)
{
    const struct pp_called_function *function = &page->graph->functions[i];
    uint32_t cycle = page->gprof->functions[i].cycle;
    printf("%s", function->name);
    if (cycle != PP_NONE)
        printf(" <cycle %" PRIu32 ">", cycle + 1);
    printf(" [%" PRIu32 "]\n", function->index);
}

/* Percent, self and children of an entry's own line. */
static void print_times(const struct page *page, uint32_t index, double self, double children)
{
    char text[16];
    snprintf(text, sizeof text, "[%" PRIu32 "]", index);
    if (page->timed)
        printf("%-6.6s %5.1f", text, 100 * (self + children) / page->total);
    else
        printf("%-6.6s %5.5s", text, "");
    print_pair(page, self, children);
}

/* ---- Arcs. */

/* gprof's cmp_arc: calls by itself are least, then those within a cycle, by their counts; then
   others, by the time that they hand on. */
static int compare(const struct page *page, const struct pp_gprof_arc *x,
                   const struct pp_gprof_arc *y)
{
    bool self = x->caller == x->callee, other_self = y->caller == y->callee;
    if (self || other_self)
        return (int)other_self - (int)self;
    bool inner = pp_gprof_is_inner(page->gprof, x), other = pp_gprof_is_inner(page->gprof, y);
    if (inner != other)
        return inner ? -1 : 1;
    double time = x->self + x->children, other_time = y->self + y->children;
    if (!inner && (time < other_time || time > other_time))
        return time < other_time ? -1 : 1;
    return (x->count > y->count) - (x->count < y->count);
}

static int parents(const void *a, const void *b, void *context)
{
    const struct page *page = context;
    const struct pp_gprof_arc *x = &page->gprof->arcs[*(const uint32_t *)a];
    const struct pp_gprof_arc *y = &page->gprof->arcs[*(const uint32_t *)b];
    int order = compare(page, x, y);
    return order ? order
                 : strcmp(page->graph->functions[x->caller].name,
                          page->graph->functions[y->caller].name);
}

static int children(const void *a, const void *b, void *context)
{
    const struct page *page = context;
    const struct pp_gprof_arc *x = &page->gprof->arcs[*(const uint32_t *)a];
    const struct pp_gprof_arc *y = &page->gprof->arcs[*(const uint32_t *)b];
    int order = compare(page, y, x);
    return order ? order
                 : strcmp(page->graph->functions[x->callee].name,
                          page->graph->functions[y->callee].name);
}

static void print_arc(const struct page *page, const struct pp_gprof_arc *arc, uint32_t other)
{
    if (pp_gprof_is_inner(page->gprof, arc)) {
        printf("%6.6s %5.5s %7.7s %7.7s %7" PRIu64 " %7.7s     ", "", "", "", "", arc->count, "");
    } else {
        printf("%6.6s %5.5s", "", "");
        print_pair(page, arc->self, arc->children);
        printf(" %7" PRIu64 "/%-7" PRIu64 "     ", arc->count,
               pp_gprof_calls(page->gprof, arc->callee));
    }
    print_name(page, other);
}

/* Calls from outside.  gprof knows of them only where there are no others. */
static void print_spontaneous(const struct page *page, uint32_t i, uint32_t others)
{
    const struct pp_gprof_function *it = &page->gprof->functions[i];
    if (others == 0) {
        printf("%6.6s %5.5s %7.7s %7.7s %7.7s %7.7s     <spontaneous>\n", "", "", "", "", "", "");
        return;
    }
    if (it->spontaneous == 0)
        return;
    const struct pp_gprof_cycle *cycle =
        it->cycle == PP_NONE ? NULL : &page->gprof->cycles[it->cycle];
    uint64_t calls = pp_gprof_calls(page->gprof, i);
    double self = cycle ? cycle->self : it->self, below = cycle ? cycle->children : it->children;
    printf("%6.6s %5.5s", "", "");
    print_pair(page, pp_gprof_share(self, it->spontaneous, calls),
               pp_gprof_share(below, it->spontaneous, calls));
    printf(" %7" PRIu64 "/%-7" PRIu64 "     <spontaneous>\n", it->spontaneous, calls);
}

/* ---- Entries. */

static void print_parents(struct page *page, uint32_t i)
{
    const struct pp_gprof *gprof = page->gprof;
    uint32_t first = gprof->first_parent[i], num = gprof->first_parent[i + 1] - first;
    uint32_t *list = pp_xmalloc(((size_t)num + 1) * sizeof *list);
    if (num)
        memcpy(list, gprof->parents + first, num * sizeof *list);
    qsort_r(list, num, sizeof *list, parents, page);
    print_spontaneous(page, i, num);
    for (uint32_t k = 0; k < num; k++)
        print_arc(page, &gprof->arcs[list[k]], gprof->arcs[list[k]].caller);
    free(list);
}

static void print_children(struct page *page, uint32_t i)
{
    const struct pp_gprof *gprof = page->gprof;
    uint32_t first = gprof->first_child[i], num = gprof->first_child[i + 1] - first;
    uint32_t *list = pp_xmalloc(((size_t)num + 1) * sizeof *list);
    for (uint32_t k = 0; k < num; k++)
        list[k] = first + k;
    qsort_r(list, num, sizeof *list, children, page);
    for (uint32_t k = 0; k < num; k++)
        print_arc(page, &gprof->arcs[list[k]], gprof->arcs[list[k]].callee);
    free(list);
}

static void print_function(struct page *page, uint32_t i)
{
    const struct pp_gprof_function *it = &page->gprof->functions[i];
    print_parents(page, i);
    print_times(page, page->graph->functions[i].index, it->self, it->children);
    /* gprof has no count of what only came from outside; here it is known. */
    if (!it->calls && !it->self_calls)
        printf(" %7.7s %7.7s ", "", "");
    else if (!it->self_calls)
        printf(" %7" PRIu64 " %7.7s ", it->calls, "");
    else
        printf(" %7" PRIu64 "+%-7" PRIu64 " ", it->calls, it->self_calls);
    print_name(page, i);
    print_children(page, i);
}

/* gprof's cmp_member: by time, by calls; the first come first. */
static int members(const void *a, const void *b, void *context)
{
    const struct page *page = context;
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    const struct pp_gprof_function *x = &page->gprof->functions[i];
    const struct pp_gprof_function *y = &page->gprof->functions[j];
    double time = x->self + x->children, other = y->self + y->children;
    uint64_t calls = pp_add(x->calls, x->self_calls), others = pp_add(y->calls, y->self_calls);
    if (time > other || time < other)
        return time > other ? -1 : 1;
    if (calls != others)
        return calls > others ? -1 : 1;
    return (i > j) - (i < j);
}

static void print_cycle(struct page *page, uint32_t c)
{
    const struct pp_gprof_cycle *cycle = &page->gprof->cycles[c];
    uint32_t index = page->graph->cycle_index[c];
    uint32_t *list = pp_xmalloc(cycle->num * sizeof *list);
    memcpy(list, page->gprof->members + cycle->first, cycle->num * sizeof *list);
    print_times(page, index, cycle->self, cycle->children);
    printf(" %7" PRIu64, cycle->calls);
    printf("+%-7" PRIu64 " <cycle %" PRIu32 " as a whole> [%" PRIu32 "]\n", cycle->inner, c + 1,
           index);
    qsort_r(list, cycle->num, sizeof *list, members, page);
    for (uint32_t k = 0; k < cycle->num; k++) {
        const struct pp_gprof_function *it = &page->gprof->functions[list[k]];
        printf("%6.6s %5.5s", "", "");
        print_pair(page, it->self, it->children);
        printf(" %7" PRIu64, it->calls);
        if (it->self_calls)
            printf("+%-7" PRIu64, it->self_calls);
        else
            printf(" %7.7s", "");
        printf("     ");
        print_name(page, list[k]);
    }
    free(list);
}

/* ---- The page. */

static void print_head(const struct page *page, bool brief)
{
    if (brief)
        printf("\t\t\tCall graph\n\n");
    else
        printf("\t\t     Call graph (explanation follows)\n\n");
    /* A sample is an instruction's address, not a bin of several. */
    if (page->timed)
        printf("\ngranularity: each sample hit covers 1 byte(s)");
    else
        printf("\n%s", pp_no_samples);
    if (page->gprof->total > 0)
        printf(" for %.2f%% of %.2f seconds\n", 100 / page->total, page->total / page->hz);
    else
        printf("%s\n", page->timed ? " no time propagated" : "");
    pp_print_runtime(page->graph);
    putchar('\n');
    printf("index %% time    self  children    called     name\n");
}

static void explain(void)
{
    fputs(
        "\n"
        " Each entry has a line with an index at its left, of the function that it is of.  Above\n"
        " it are the functions that called it, below it those that it called.\n"
        "\n"
        " The function itself:\n"
        "     % time    self and children, in percent of the program's time\n"
        "     self      seconds in the function itself\n"
        "     children  seconds in what it called, as far as they are charged to it\n"
        "     called    how often it was called, + how often by itself\n"
        " A function that called it:\n"
        "     self, children  how much of these the caller is charged with\n"
        "     called          how often by this caller, / how often by all\n"
        " A function that it called:\n"
        "     self, children  how much of its time this function is charged with\n"
        "     called          how often by this function, / how often by all\n"
        "\n"
        " What a call took is not known.  Each is charged with the average of all calls of that\n"
        " function; option --contexts does better.\n"
        "\n"
        " Functions that call each other, directly or over others, are a cycle, which has an "
        "entry\n"
        " of its own: how often it was entered, + how often its members called each other; below\n"
        " it, its members.  Calls inside a cycle are charged to nobody.\n"
        "\n"
        " <spontaneous> is what is not counted: the system, libraries, units that were compiled\n"
        " without the plugin.\n",
        stdout);
}

static int by_name(const void *a, const void *b, void *context)
{
    const struct pp_callgraph *graph = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int order = strcmp(graph->functions[x].name, graph->functions[y].name);
    return order ? order : (x > y) - (x < y);
}

/* Of the first SHOWN entries: three columns, cycles last. */
static void print_index(const struct pp_callgraph *graph, uint32_t shown)
{
    const uint32_t columns = 3, width = 26;
    uint32_t n = graph->gprof.num_functions, named = 0, num = 0;
    uint32_t *list = pp_xmalloc(((size_t)shown + 1) * sizeof *list);
    for (uint32_t k = 0; k < shown; k++) {
        const struct pp_gprof_function *it =
            graph->order[k] < n ? &graph->gprof.functions[graph->order[k]] : NULL;
        if (it && (it->calls || it->self > 0))
            list[named++] = graph->order[k];
    }
    qsort_r(list, named, sizeof *list, by_name, (void *)graph);
    num = named;
    bool *cycles = pp_xcalloc((size_t)graph->gprof.num_cycles + 1, sizeof *cycles);
    for (uint32_t k = 0; k < shown; k++)
        if (graph->order[k] >= n)
            cycles[graph->order[k] - n] = true;
    for (uint32_t c = 0; c < graph->gprof.num_cycles; c++)
        if (cycles[c])
            list[num++] = n + c;
    free(cycles);
    uint32_t rows = (num + columns - 1) / columns;
    printf("\f\nIndex by function name\n\n");
    for (uint32_t row = 0; row < rows; row++) {
        int used = 0, start = 0;
        for (uint32_t k = row; k < num; k += rows, start += (int)width) {
            uint32_t i = list[k];
            char text[16];
            uint32_t index = i < n ? graph->functions[i].index : graph->cycle_index[i - n];
            used += snprintf(text, sizeof text, "[%" PRIu32 "]", index);
            for (; used < start + 5; used++)
                putchar(' ');
            if (i >= n) {
                used += printf(" %s <cycle %" PRIu32 ">", text, i - n + 1) - 2 - (int)strlen(text);
                continue;
            }
            const struct pp_called_function *function = &graph->functions[i];
            used += printf(" %s %s", text, function->name) - 2 - (int)strlen(text);
            if (function->file)
                used += printf(" (%s)", function->file);
        }
        putchar('\n');
    }
    free(list);
}

void pp_print_graph(const struct pp_callgraph *graph, uint64_t top, bool brief)
{
    struct page page = {.graph = graph, .gprof = &graph->gprof, .timed = graph->hz > 0};
    page.hz = graph->hz > 0 ? graph->hz : 1;
    page.total = graph->gprof.total > 0 ? graph->gprof.total : 1;
    print_head(&page, brief);
    uint32_t shown = top && top < graph->num_order ? (uint32_t)top : graph->num_order;
    for (uint32_t k = 0; k < shown; k++) {
        uint32_t i = graph->order[k];
        if (i < page.gprof->num_functions)
            print_function(&page, i);
        else
            print_cycle(&page, i - page.gprof->num_functions);
        printf("-----------------------------------------------\n");
    }
    if (!brief)
        explain();
    print_index(graph, shown);
}
