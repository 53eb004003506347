/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a module that samples are in is one that is looked at. */
#ifndef PATHPROF_OWN_MODULE_H
#define PATHPROF_OWN_MODULE_H

#include "core/format/samples.h"
#include "input/elf/symbols.h"
#include "tool/load/load.h"

enum pp_whose {
    PP_OTHER_MODULE,   /* a library, or the kernel's */
    PP_OWN_MODULE,     /* that one */
    PP_REPLACED_MODULE /* was that one, but the file is another by now: its addresses mean nothing */
};

/* Which of these MODULE is for LOOKED_AT, by its name and build id.  Reads its symbols if it is the same; else SYMBOLS
   is empty. */
enum pp_whose pp_whose_module(struct pp_symbols *symbols, const struct pp_module *module,
                              const struct pp_load_module *looked_at);

#endif
