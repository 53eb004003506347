/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/function-name.h"
#include "gcc/use/inlined/places.h"
extern "C" {
#include "core/base/endian.h"
#include "core/base/symbol.h"
}

static uint64_t hash_text(uint64_t hash, const char *text)
{
    return pp_fnv(hash, text, strlen(text) + 1);
}

/* Of the file its name alone: how compiler and linker were called says which directory it is in. */
static uint64_t hash_place(uint64_t hash, location_t place)
{
    expanded_location at = expand_location(place);
    uint32_t numbers[] = {(uint32_t)at.line, (uint32_t)at.column};
    return pp_fnv(hash_text(hash, at.file ? lbasename(at.file) : ""), numbers, sizeof numbers);
}

static bool has_symbol(tree decl)
{
    return !DECL_ABSTRACT_P(decl) && DECL_ASSEMBLER_NAME_SET_P(decl);
}

const char *pp_symbol_of_copy(tree decl)
{
    if (has_symbol(decl))
        return pp_assembler_name(decl);
    return DECL_NAME(decl) ? IDENTIFIER_POINTER(DECL_NAME(decl)) : "";
}

/* Without what a link appends to it. */
static uint64_t hash_symbol(uint64_t hash, const char *symbol)
{
    char *plain = xstrndup(symbol, pp_symbol_length(symbol));
    hash = hash_text(hash, plain);
    free(plain);
    return hash;
}

static bool has_several(tree decl)
{
    return DECL_CXX_CONSTRUCTOR_P(decl) || DECL_CXX_DESTRUCTOR_P(decl);
}

/* A function of the source.  Where GCC makes several it is the same for all of them, and for what their copies say that
   they are of. */
static uint64_t hash_source(uint64_t hash, tree decl)
{
    decl = DECL_ORIGIN(decl);
    if (!has_several(decl))
        hash = hash_symbol(hash, pp_symbol_of_copy(decl));
    else
        hash = hash_text(hash, DECL_CXX_CONSTRUCTOR_P(decl) ? "constructor" : "destructor");
    return hash_place(hash, DECL_SOURCE_LOCATION(decl));
}

int64_t pp_as_name(uint64_t hash)
{
    return (int64_t)(hash >> 1) + 1;
}

int64_t pp_name_of_function(tree decl, bool is_public)
{
    uint64_t hash = hash_symbol(PP_FNV_START, pp_symbol_of_copy(decl));
    return pp_as_name(is_public ? hash : hash_place(hash, DECL_SOURCE_LOCATION(decl)));
}

int64_t pp_name_of_symbol(const char *symbol)
{
    return pp_as_name(hash_symbol(PP_FNV_START, symbol));
}

int64_t pp_name_of_several(tree decl)
{
    return has_several(decl) ? pp_as_name(hash_source(PP_FNV_START, decl)) : 0;
}

int64_t pp_name_of_body(tree decl)
{
    return pp_as_name(hash_symbol(hash_text(PP_FNV_START, "body"), pp_symbol_of_copy(decl)));
}

int64_t pp_name_of_statement(tree caller, unsigned uid)
{
    int64_t name = pp_name_of_function(caller, false);
    return pp_as_name(pp_fnv(pp_fnv(PP_FNV_START, &name, sizeof name), &uid, sizeof uid));
}

/* Polynomials in this, so that places can be put together in any order. */
#define BASE UINT64_C(0x9e3779b97f4a7c15)

struct pp_call_place pp_place_then(struct pp_call_place first, struct pp_call_place then)
{
    struct pp_call_place both = {then.hash, first.length + then.length};
    for (unsigned i = 0; i < first.length; i++)
        both.hash *= BASE;
    both.hash += first.hash;
    return both;
}

struct pp_call_place pp_place_in(tree caller, location_t where)
{
    return {hash_place(hash_source(PP_FNV_START, caller), where), 1};
}

tree pp_copy_around(tree scope)
{
    while (scope && TREE_CODE(scope) == BLOCK && !inlined_function_outer_scope_p(scope))
        scope = BLOCK_SUPERCONTEXT(scope);
    return scope && TREE_CODE(scope) == BLOCK ? scope : NULL_TREE;
}

tree pp_callee_of_copy(tree copy)
{
    tree origin = block_ultimate_origin(copy);
    return origin && TREE_CODE(origin) == FUNCTION_DECL ? origin : NULL_TREE;
}

void pp_list_parts(gimple *call, tree function, tree callee, vec<struct pp_call_place> *parts)
{
    location_t where = LOCATION_LOCUS(gimple_location(call));
    if (where == UNKNOWN_LOCATION) /* as expand_call_inline in GCC's tree-inline.c */
        where = LOCATION_LOCUS(DECL_SOURCE_LOCATION(callee));
    for (tree copy = pp_copy_around(gimple_block(call)); copy;
         copy = pp_copy_around(BLOCK_SUPERCONTEXT(copy))) {
        tree caller = pp_callee_of_copy(copy);
        parts->safe_push(pp_place_in(caller ? caller : function, where));
        where = LOCATION_LOCUS(BLOCK_SOURCE_LOCATION(copy));
    }
    parts->safe_push(pp_place_in(function, where));
}
