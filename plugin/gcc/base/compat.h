/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every GCC header that the plugin uses, in the order that they need, and every difference between
   the supported versions (11 and 12).  No other file tests GCCPLUGIN_VERSION. */
#ifndef PATHPROF_COMPAT_H
#define PATHPROF_COMPAT_H

#include "gcc-plugin.h"
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
#include "plugin-version.h"
#include "internal-fn.h"
#include "value-prof.h"
#include "predict.h"
#include "tree-ssa-loop.h"
#include "tree-ssa-loop-niter.h"
#include "tree-ssa-alias.h"
#include "alias.h"
#include "gimplify.h"
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
#include "ipa-prop.h"
#include "ipa-fnsummary.h"
#include "ipa-inline.h"

#if GCCPLUGIN_VERSION < 11000 || GCCPLUGIN_VERSION >= 13000
#error "pathprof builds for GCC 11 and GCC 12"
#endif

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

/* GCC 12 evaluates ranges for whoever tells it those of the operands; GCC 11 keeps that to itself. */
#define PP_RANGES (GCCPLUGIN_VERSION >= 12000)
#if PP_RANGES
#include "gimple-range.h"
#endif

/* GCC 12 has flag_ipa_modref only as an optimisation flag, as GCC 11; both spell it alike.  What
   differs so far is nothing but file names (.c to .cc) inside GCC itself. */

/* GCC's profile.h, which core/profile/profile.h hides. */
extern struct gcov_summary *profile_info;

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

/* The option that asks for code in which pathprof cannot count, or NULL.  What it emits, as its runtime, has
   pointers and counters of 64 bits. */
#define PP_UNSUPPORTED_TARGET                                                                      \
    (TARGET_16BIT ? "-m16" : TARGET_X32 ? "-mx32" : !TARGET_64BIT ? "-m32" : NULL)

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
