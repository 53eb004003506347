/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a module that samples are in is the program that is looked at. */
#ifndef PATHPROF_OWN_MODULE_H
#define PATHPROF_OWN_MODULE_H

#include "core/format/samples.h"
#include "input/elf/symbols.h"

/* If MODULE is the file PROGRAM, by its name and build id, reads PROGRAM's symbols and returns true; else SYMBOLS is
   empty. */
bool pp_own_module(struct pp_symbols *symbols, const struct pp_module *module, const char *program);

#endif
