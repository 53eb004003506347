/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every GCC header that the plugin uses, in the order that they need, and every difference between
   the supported versions (11 to 16).  No file but this and compat-ranges.h tests GCCPLUGIN_VERSION. */
#ifndef PATHPROF_COMPAT_H
#define PATHPROF_COMPAT_H

#include "gcc-plugin.h"
#include "plugin-version.h"

/* Another version may compile and yet count wrongly: what changed without an error is the worse part of the changes
   below.  So who tries one must say so, and run the tests. */
#if (GCCPLUGIN_VERSION < 11000 || GCCPLUGIN_VERSION >= 17000) && !defined PATHPROF_ANY_GCC
#error "pathprof is made for GCC 11 to 16; to try another: make CPPFLAGS=-DPATHPROF_ANY_GCC check"
#endif

#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "tree.h"
#include "gimple.h"
#include "rtl.h"
#include "cgraph.h"
#include "tree-pass.h"
#include "ssa.h"
#include "context.h"
#include "diagnostic-core.h"
#include "fold-const.h"
#include "stringpool.h"
#include "attribs.h"
#include "calls.h"
#include "cfganal.h"
#include "cfghooks.h"
#include "cfgcleanup.h"
#include "cfgloop.h"
#include "except.h"
#include "gimple-iterator.h"
#include "gimple-walk.h"
#include "tree-cfg.h"
#include "tree-dfa.h"
#include "tree-eh.h"
#include "tree-into-ssa.h"
#include "tree-ssa-operands.h"
#include "tree-cfgcleanup.h"
#include "tree-ssa.h"
#include "tree-ssanames.h"
#include "tree-phinodes.h"
#include "ssa-iterators.h"
#include "varasm.h"
#include "output.h"
#include "toplev.h"
#include "opts.h"
#include "options.h"
#include "profile-count.h"
#include "sreal.h"
#include "langhooks.h"
#include "print-tree.h"
#include "internal-fn.h"
#include "value-prof.h"
#include "predict.h"
#include "gimple-predict.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-scalar-evolution.h"
#include "tree-chrec.h"
#include "tree-ssa-alias.h"
#include "alias.h"
#include "gimplify.h"
#include "gimplify-me.h"
#include "memmodel.h"
#include "target.h"
#include "gimple-fold.h"
#include "tree-ssa-propagate.h"
#include "tree-inline.h"
#include "file-prefix-map.h"
#include "asan.h"
#include "alloc-pool.h"
#include "symbol-summary.h"
#include "tree-vrp.h"
/* GCC 14: ipa-prop.h has a vector of what ipa-cp.h declares, and does not include that. */
#if GCCPLUGIN_VERSION >= 14000
#include "ipa-cp.h"
#endif
#include "ipa-prop.h"
#include "ipa-fnsummary.h"
#include "ipa-inline.h"

/* GCC 11's lto-streamer.h includes gcov-io.h, which includes gcov-iov.h, which is not installed
   (GCC 12's does not).  All that it takes from there is the type of one field. */
#if GCCPLUGIN_VERSION < 12000
#define GCC_GCOV_IO_H
struct gcov_summary {
    unsigned runs;
    gcov_type sum_max;
};
#endif
#include "lto-streamer.h"

#include "gcc/base/compat-ranges.h"

/* GCC's profile.h, which core/profile/profile.h hides. */
extern struct gcov_summary *profile_info;
extern void init_node_map(bool);
extern void del_node_map(void);

/* GCC 11 has no -fprofile-prefix-map, and strncmp where GCC 12 has startswith. */
#if GCCPLUGIN_VERSION < 12000
#define remap_profile_filename(name) (name)
#define startswith(text, prefix) (strncmp(text, prefix, strlen(prefix)) == 0)
#endif

/* For every loop of the current function: GCC 12 has a range, GCC 11 a macro. */
#if GCCPLUGIN_VERSION < 12000
#define PP_FOR_EACH_LOOP(loop)                                                                     \
    class loop *loop;                                                                              \
    FOR_EACH_LOOP(loop, 0)
#else
#define PP_FOR_EACH_LOOP(loop) for (class loop * loop : loops_list(cfun, 0))
#endif

/* GCC 14: last_stmt has become last_nondebug_stmt; what it does is the same. */
#if GCCPLUGIN_VERSION < 14000
#define last_nondebug_stmt(bb) last_stmt(bb)
#endif

/* GCC 12: warnings are kept back one by one. */
#if GCCPLUGIN_VERSION < 12000
#define pp_suppress_warnings(stmt) gimple_set_no_warning(stmt, true)
#else
#define pp_suppress_warnings(stmt) suppress_warning(stmt)
#endif

/* GCC 15: attribute musttail.  Has FN calls that must be tail calls? */
#if GCCPLUGIN_VERSION >= 15000
#define PP_HAS_MUSTTAIL(fn) ((fn)->has_musttail)
#else
#define PP_HAS_MUSTTAIL(fn) ((void)(fn), false)
#endif

/* GCC 16: asm statements outside functions have functions and variables beside them. */
#if GCCPLUGIN_VERSION >= 16000
#define pp_next_asm(node) safe_as_a<asm_node *>((node)->next)
#else
#define pp_next_asm(node) ((node)->next)
#endif

/* GCC 16: what is written of a partition may be an asm statement outside functions as well.  NULL for those. */
#if GCCPLUGIN_VERSION >= 16000
#define pp_symtab_deref(encoder, index)                                                            \
    dyn_cast<symtab_node *>(lto_symtab_encoder_deref(encoder, index))
#else
#define pp_symtab_deref(encoder, index) lto_symtab_encoder_deref(encoder, index)
#endif

/* Whether to compute the value VALUE of a loop takes more than a few instructions.  GCC 14 says as well whether a part
   of it may overflow that the loop does not always compute. */
static inline bool pp_is_expensive(tree value)
{
#if GCCPLUGIN_VERSION >= 14000
    bool overflows = false;
    return expression_expensive_p(value, &overflows) || overflows;
#else
    return expression_expensive_p(value);
#endif
}

/* What E calls, and all that is inlined there, gets copies for the inlined call; what is outside stays as it is.  GCC
   16 asks apart whether the callee's own body is to be kept (the third argument) and whether its counts are to
   change. */
static inline void pp_clone_inlined(cgraph_edge *e)
{
#if GCCPLUGIN_VERSION >= 16000
    clone_inlined_nodes(e, true, true, false, NULL);
#else
    clone_inlined_nodes(e, true, false, NULL);
#endif
}

/* What -fprofile-arcs knows the place of a statement by, when it looks whether a goto has another: GCC 16 gives places
   discriminators more often, and leaves those out. */
static inline location_t pp_place_seen(location_t location)
{
#if GCCPLUGIN_VERSION >= 16000
    return get_pure_location(location);
#else
    return location;
#endif
}

/* GCC 16 propagates into asm statements what it propagates anywhere. */
#if GCCPLUGIN_VERSION >= 16000
#define may_propagate_copy_into_asm(name) true
#endif

extern "C" {
#include "core/graph/graph.h"
#include "core/graph/mode.h"
#include "core/format/notes.h"
#include "core/number/number.h"
#include "core/plan/plan.h"
#include "core/transform/transform.h"
#include "core/graph/weights.h"
#include "options/plugin-options.h"
}

/* Flags of a section that the runtime finds by its name: lld, when it collects what nothing refers
   to, sees no reference in that. */
#if HAVE_GAS_SHF_GNU_RETAIN
#define PP_FOUND_BY_NAME "awR"
#else
#define PP_FOUND_BY_NAME "aw"
#endif

#endif
