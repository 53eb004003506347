/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a C++ function's name as demangled: "int ns::f<int>(int) const". */
#ifndef PATHPROF_DEMANGLED_NAME_H
#define PATHPROF_DEMANGLED_NAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pp_spelling {
    const char *start;  /* behind the return type, which only templates show */
    const char *params; /* where the parameter list begins; END if there is none */
    const char *end;
};

struct pp_spelling pp_spell(const char *pretty);

/* A pair of brackets around arguments of a template or parameters: where what it encloses begins
   and ends, and how many such pairs enclose it. */
struct pp_bracket {
    size_t begin, end;
    uint32_t depth;
};
/* Those of PRETTY in *BRACKETS (malloc'd), from left to right.  Returns their number. */
uint32_t pp_spelling_brackets(const char *pretty, struct pp_bracket **brackets);

/* How well NAME (SIZE bytes) names the function that is called PRETTY: 1 is the name itself, then
   come names that leave out more and more: the return type, the parameters, arguments of templates
   and const, the outer namespaces and classes.  0: not at all.  Blanks do not count. */
unsigned pp_spelling_rank(const char *pretty, const char *name, size_t size);

#endif
