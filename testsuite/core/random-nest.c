/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random programs, not graphs: what a compiler sees most. */
#include "random-natural.h"

#include <string.h>

struct nest {
    uint32_t heads[8], ends[8], depth; /* of the loops around */
    uint32_t room;                     /* vertices that may still be made */
};

static uint32_t new_vertex(struct spec *s, struct nest *n)
{
    n->room--;
    s->kinds[s->num_vertices] = PP_BLOCK;
    return s->num_vertices++;
}

/* A jump out of V, sometimes. */
static void jump(struct spec *s, const struct nest *n, uint32_t v)
{
    if (!n->depth || !chance(30))
        return;
    uint32_t loop = below(n->depth);
    add(s, v, chance(10) ? 1 : chance(60) ? n->ends[loop] : n->heads[loop], PP_FLOW, 0);
}

/* What a program does from V on.  Returns where it then is. */
static uint32_t do_something(struct spec *s, struct nest *n, uint32_t v)
{
    while (n->room > 6 && !chance(25)) {
        uint32_t a, b;
        if (n->depth < 4 && chance(50)) { /* a loop */
            uint32_t head = chance(20) && s->num_edges ? v : new_vertex(s, n);
            if (head != v)
                add(s, v, head, PP_FLOW, 0);
            n->heads[n->depth] = head;
            n->ends[n->depth++] = b = new_vertex(s, n);
            a = do_something(s, n, head);
            n->depth--;
            add(s, a, head, PP_FLOW, 0);
            add(s, chance(50) ? head : a, b, PP_FLOW, 0);
            v = b;
        } else if (chance(60)) { /* two ways */
            a = new_vertex(s, n);
            b = new_vertex(s, n);
            add(s, v, a, PP_FLOW, 0);
            if (chance(50))
                add(s, v, b, PP_FLOW, 0);
            a = do_something(s, n, a);
            add(s, a, b, PP_FLOW, 0);
            v = b;
        } else {
            a = new_vertex(s, n);
            add(s, v, a, PP_FLOW, 0);
            v = a;
        }
        jump(s, n, v);
    }
    return v;
}

void make_nest(struct spec *s)
{
    struct nest n = {.room = MOST_VERTICES - 3};
    memset(s, 0, sizeof *s);
    s->num_vertices = 2;
    s->kinds[0] = PP_ENTRY;
    s->kinds[1] = PP_EXIT;
    uint32_t v = new_vertex(s, &n);
    add(s, 0, v, PP_FLOW, 0);
    add(s, do_something(s, &n, v), 1, PP_FLOW, 0);
}
