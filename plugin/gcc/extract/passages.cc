/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions without counts of their own whose bodies the compiler has nevertheless: extern inline ones, extern
   templates. Where such a body is inlined, or another object's is called, it may call procedures that are counted. */
#include "gcc/base/compat.h"
#include "gcc/extract/passages.h"
#include "gcc/extract/callers.h"
#include "gcc/base/function-name.h"

struct finding {
    struct pp_graph *g;
    hash_map<tree, uint32_t> procs;
    hash_set<tree> seen;            /* functions whose passages are known */
    const char *symbol;             /* of the one at hand */
    hash_set<cgraph_node *> bodies; /* that it has come through */
    hash_set<tree> reached;         /* procedures that it calls */
};

/* Adds what the body of NODE, which is no procedure, calls. */
static void look_into(struct finding *f, struct cgraph_node *node)
{
    if (f->bodies.add(node))
        return;
    for (cgraph_edge *e = node->callees; e; e = e->next_callee) {
        struct cgraph_node *callee = pp_origin(e->callee->ultimate_alias_target());
        uint32_t *proc = f->procs.get(callee->decl);
        if (!proc)
            look_into(f, e->callee->ultimate_alias_target());
        else if (!f->reached.add(callee->decl))
            pp_add_passage(f->g, f->symbol, *proc);
    }
}

/* Those that NODE, or what is inlined into it, calls. */
static void look_at_callees(struct finding *f, struct cgraph_node *node)
{
    for (cgraph_edge *e = node->callees; e; e = e->next_callee) {
        struct cgraph_node *callee = e->callee->ultimate_alias_target();
        tree decl = pp_origin(callee)->decl,
             named = pp_origin(e->callee)->decl; /* an alias, it may be */
        if (f->procs.get(decl)) {
            if (!e->inline_failed)
                look_at_callees(f, e->callee);
            continue;
        }
        if (!callee->callees || f->seen.contains(named))
            continue;
        f->seen.add(named);
        f->symbol = pp_assembler_name(named);
        f->bodies.empty();
        f->reached.empty();
        look_into(f, callee);
    }
}

void pp_list_passages(struct pp_graph *g, const vec<cgraph_node *> &nodes)
{
    struct finding f;
    f.g = g;
    for (unsigned i = 0; i < nodes.length(); i++)
        f.procs.put(nodes[i]->decl, i);
    for (unsigned i = 0; i < nodes.length(); i++)
        look_at_callees(&f, nodes[i]);
}
