/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people call a function.  The front end's own printer says it in another way than the one
   that takes its place once -flto has freed what only the front end knows, and both in another way
   than every other tool; so C++ names are what demangling makes of the symbol, as c++filt, gcov -m,
   perf and gdb print it: one name of a function in whatever way it was compiled. */
#include <cxxabi.h>

#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
extern "C" {
#include "core/profile/earlier-profile.h"
#include "core/base/path-names.h"
#include "core/base/symbol.h"
}

char *pp_function_name(tree decl)
{
    const char *symbol = pp_assembler_name(decl);
    int status;
    if (strncmp(symbol, "_Z", 2) == 0) {
        /* What GCC appends to a symbol that it makes its own in a program linked with -flto. */
        char *plain = xstrndup(symbol, pp_symbol_length(symbol));
        char *name = abi::__cxa_demangle(plain, NULL, NULL, &status);
        free(plain);
        if (name)
            return name;
    }
    /* extern "C", main, or named with asm: the front end would print its type as well. */
    if (lang_GNU_CXX() && DECL_NAME(decl))
        return xstrdup(IDENTIFIER_POINTER(DECL_NAME(decl)));
    return xstrdup(lang_hooks.decl_printable_name(decl, 2));
}

const char *pp_assembler_name(tree decl)
{
    const char *name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(decl));
    return *name == '*' ? name + 1 : name;
}

tree pp_unversioned(tree decl)
{
    tree origin = DECL_ORIGIN(decl);
    return DECL_ABSTRACT_P(origin) ? decl : origin;
}
