/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of functions. */
#ifndef PATHPROF_FUNCTION_NAME_H
#define PATHPROF_FUNCTION_NAME_H

#include "gcc/base/compat.h"

/* What DECL is called in the assembly, without the star that keeps a name from being decorated. */
const char *pp_assembler_name(tree decl);

/* What DECL is a version of, or DECL itself: what the front end knows.  GCC makes several functions of a C++
   constructor or destructor, all of one that is nowhere; they are functions by themselves. */
tree pp_unversioned(tree decl);

/* What people call it (function-name.cc); malloc'd. */
char *pp_function_name(tree decl);

#endif
