/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/builds/line-match.h"

#include <stdbool.h>
#include <stdlib.h>

#include "core/base/memory.h"

/* So many pairs of lines are looked at, at most, where no line occurs once. */
#define MOST_PAIRS (UINT32_C(1) << 22)

struct matching {
    const uint32_t *a, *b;
    uint32_t *to;
};

/* Lines A0 up to A1 of A, B0 up to B1 of B. */
struct span {
    uint32_t a0, a1, b0, b1;
};

struct spans {
    struct span *list;
    uint32_t num, cap;
};

static void push(struct spans *spans, struct span span)
{
    if (span.a0 == span.a1 || span.b0 == span.b1)
        return;
    spans->list = pp_grow(spans->list, &spans->cap, spans->num, 1, sizeof *spans->list);
    spans->list[spans->num++] = span;
}

/* Matches what SPAN begins and ends with, and takes it off. */
static void trim(const struct matching *m, struct span *s)
{
    for (; s->a0 < s->a1 && s->b0 < s->b1 && m->a[s->a0] == m->b[s->b0] && m->a[s->a0] != PP_NONE;
         s->a0++, s->b0++)
        m->to[s->a0] = s->b0;
    for (; s->a0 < s->a1 && s->b0 < s->b1 && m->a[s->a1 - 1] == m->b[s->b1 - 1] &&
           m->a[s->a1 - 1] != PP_NONE;
         s->a1--, s->b1--)
        m->to[s->a1 - 1] = s->b1 - 1;
}

struct place {
    uint32_t line, at;
    bool in_b;
};

static int by_line(const void *x, const void *y)
{
    const struct place *p = x, *q = y;
    if (p->line != q->line)
        return p->line < q->line ? -1 : 1;
    if (p->in_b != q->in_b)
        return p->in_b ? 1 : -1;
    return (p->at > q->at) - (p->at < q->at);
}

struct anchor {
    uint32_t a, b;
    uint32_t before; /* in the chain that it ends: the anchor before it, PP_NONE */
};

static int by_a(const void *x, const void *y)
{
    const struct anchor *p = x, *q = y;
    return (p->a > q->a) - (p->a < q->a);
}

/* The lines that occur once in each half of SPAN, by their place in A: malloc'd, *NUM of them. */
static struct anchor *find_anchors(const struct matching *m, struct span s, uint32_t *num)
{
    size_t all = (size_t)(s.a1 - s.a0) + (s.b1 - s.b0), n = 0;
    struct place *places = pp_xmalloc(all * sizeof *places);
    struct anchor *anchors = pp_xmalloc(all * sizeof *anchors);
    for (uint32_t i = s.a0; i < s.a1; i++)
        places[n++] = (struct place){.line = m->a[i], .at = i};
    for (uint32_t i = s.b0; i < s.b1; i++)
        places[n++] = (struct place){.line = m->b[i], .at = i, .in_b = true};
    qsort(places, all, sizeof *places, by_line);
    *num = 0;
    for (size_t i = 0, end; i < all; i = end) {
        for (end = i + 1; end < all && places[end].line == places[i].line; end++)
            ;
        if (end == i + 2 && !places[i].in_b && places[i + 1].in_b && places[i].line != PP_NONE)
            anchors[(*num)++] = (struct anchor){.a = places[i].at, .b = places[i + 1].at};
    }
    free(places);
    if (*num)
        qsort(anchors, *num, sizeof *anchors, by_a);
    return anchors;
}

/* Keeps the longest chain of ANCHORS that rises in B, too.  Returns how many these are. */
static uint32_t keep_rising(struct anchor *anchors, uint32_t num)
{
    uint32_t *ends =
        pp_xmalloc(((size_t)num + 1) * sizeof *ends); /* by length - 1: the lowest end */
    uint32_t longest = 0;
    for (uint32_t i = 0; i < num; i++) {
        uint32_t low = 0, high = longest;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (anchors[ends[middle]].b < anchors[i].b)
                low = middle + 1;
            else
                high = middle;
        }
        anchors[i].before = low ? ends[low - 1] : PP_NONE;
        ends[low] = i;
        longest = low == longest ? longest + 1 : longest;
    }
    uint32_t at = longest ? ends[longest - 1] : PP_NONE;
    for (uint32_t n = longest; n-- > 0; at = anchors[at].before)
        ends[n] = at;
    for (uint32_t n = 0; n < longest; n++)
        anchors[n] = anchors[ends[n]];
    free(ends);
    return longest;
}

/* The longest common subsequence. */
static void match_longest(const struct matching *m, struct span s)
{
    size_t rows = s.a1 - s.a0, columns = s.b1 - s.b0;
    if (rows > MOST_PAIRS / columns)
        return;
    uint32_t *lengths = pp_xcalloc((rows + 1) * (columns + 1), sizeof *lengths);
    for (size_t i = rows; i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            uint32_t *at = &lengths[i * (columns + 1) + j];
            uint32_t down = at[columns + 1], right = at[1];
            bool same = m->a[s.a0 + i] == m->b[s.b0 + j] && m->a[s.a0 + i] != PP_NONE;
            *at = same ? at[columns + 2] + 1 : down > right ? down : right;
        }
    }
    for (size_t i = 0, j = 0; i < rows && j < columns;) {
        const uint32_t *at = &lengths[i * (columns + 1) + j];
        if (m->a[s.a0 + i] == m->b[s.b0 + j] && m->a[s.a0 + i] != PP_NONE)
            m->to[s.a0 + i++] = s.b0 + (uint32_t)j++;
        else if (at[columns + 1] >= at[1])
            i++;
        else
            j++;
    }
    free(lengths);
}

void pp_match_lines(const uint32_t *a, uint32_t num_a, const uint32_t *b, uint32_t num_b,
                    uint32_t *to)
{
    struct matching m = {a, b, to};
    struct spans spans = {0};
    for (uint32_t i = 0; i < num_a; i++)
        to[i] = PP_NONE;
    push(&spans, (struct span){0, num_a, 0, num_b});
    while (spans.num) {
        struct span s = spans.list[--spans.num];
        uint32_t num;
        trim(&m, &s);
        if (s.a0 == s.a1 || s.b0 == s.b1)
            continue;
        struct anchor *anchors = find_anchors(&m, s, &num);
        num = keep_rising(anchors, num);
        if (num == 0)
            match_longest(&m, s);
        uint32_t a0 = s.a0, b0 = s.b0;
        for (uint32_t n = 0; n < num; n++) {
            to[anchors[n].a] = anchors[n].b;
            push(&spans, (struct span){a0, anchors[n].a, b0, anchors[n].b});
            a0 = anchors[n].a + 1;
            b0 = anchors[n].b + 1;
        }
        if (num)
            push(&spans, (struct span){a0, s.a1, b0, s.b1});
        free(anchors);
    }
    free(spans.list);
}
