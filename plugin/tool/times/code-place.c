/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/times/code-place.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/memory.h"
#include "input/elf/debug-file.h"
#include "input/file/file.h"
#include "tool/load/debuginfod.h"

/* Only forged files nest scopes deeper, or have longer chains of references. */
#define MOST_SCOPES 1000
#define MOST_ORIGINS 16

static bool open_one(struct pp_code_info *info, const char *path)
{
    size_t size;
    Dwarf_Off next;
    size_t header;
    *info = (struct pp_code_info){.fd = -1};
    char *wrong = pp_open_file(path, &info->fd, &size);
    free(wrong);
    if (wrong)
        return false;
    info->dwarf = dwarf_begin(info->fd, DWARF_C_READ);
    if (info->dwarf &&
        dwarf_next_unit(info->dwarf, 0, &next, &header, NULL, NULL, NULL, NULL, NULL, NULL) == 0)
        return true;
    pp_code_info_close(info);
    return false;
}

bool pp_code_info_open(struct pp_code_info *info, const char *path, const char *build_id)
{
    if (open_one(info, path))
        return true;
    char *stripped = pp_debug_file(path, build_id);
    bool opened = stripped && open_one(info, stripped);
    free(stripped);
    char *fetched = !opened && build_id ? pp_fetch_debug(build_id) : NULL;
    if (fetched)
        opened = open_one(info, fetched);
    free(fetched);
    return opened;
}

void pp_code_info_close(struct pp_code_info *info)
{
    if (info->dwarf)
        dwarf_end(info->dwarf);
    if (info->fd >= 0)
        close(info->fd);
    free(info->ranges);
    *info = (struct pp_code_info){.fd = -1};
}

/* ---- The function that an address is in. */

static void add_ranges(struct pp_code_info *info, Dwarf_Die *function)
{
    Dwarf_Addr base, low, end;
    ptrdiff_t next = 0;
    while ((next = dwarf_ranges(function, next, &base, &low, &end)) > 0) {
        if (low >= end)
            continue;
        info->ranges =
            pp_grow(info->ranges, &info->cap_ranges, info->num_ranges, 1, sizeof *info->ranges);
        info->ranges[info->num_ranges++] = (struct pp_code_range){low, end, *function};
    }
}

/* Adds those of the children of SCOPE, and where WITHIN functions may be nested, of what is in those. */
static void add_functions(struct pp_code_info *info, Dwarf_Die *scope, bool within, unsigned depth)
{
    Dwarf_Die it;
    if (depth == MOST_SCOPES || dwarf_child(scope, &it) != 0)
        return;
    do {
        int tag = dwarf_tag(&it);
        bool is_function = tag == DW_TAG_subprogram;
        if (is_function)
            add_ranges(info, &it);
        bool has_functions = tag == DW_TAG_namespace || tag == DW_TAG_module ||
                             tag == DW_TAG_class_type || tag == DW_TAG_structure_type ||
                             (within && (is_function || tag == DW_TAG_lexical_block));
        if (has_functions)
            add_functions(info, &it, within, depth + 1);
    } while (dwarf_siblingof(&it, &it) == 0);
}

static int by_address(const void *a, const void *b)
{
    const struct pp_code_range *x = a, *y = b;
    return (x->low > y->low) - (x->low < y->low);
}

/* With -gsplit-dwarf the program has but the lines of a unit. */
static void find_split(struct pp_code_info *info)
{
    Dwarf_Die split;
    uint8_t type;
    info->functions = info->unit;
    if (dwarf_cu_info(info->unit.cu, NULL, &type, NULL, &split, NULL, NULL, NULL) != 0 ||
        type != DW_UT_skeleton)
        return;
    if (dwarf_tag(&split) == DW_TAG_compile_unit)
        info->functions = split;
    else
        info->lacks_split = true;
}

/* A unit may have thousands of functions with samples: they are listed once. */
static void list_functions(struct pp_code_info *info, bool nested)
{
    info->num_ranges = 0;
    info->nested = nested;
    add_functions(info, &info->functions, nested, 0);
    if (info->num_ranges)
        qsort(info->ranges, info->num_ranges, sizeof *info->ranges, by_address);
}

static bool find_function(struct pp_code_info *info, uint64_t address)
{
    uint32_t begin = 0, end = info->num_ranges;
    while (begin < end) {
        uint32_t middle = begin + (end - begin) / 2;
        if (info->ranges[middle].low <= address)
            begin = middle + 1;
        else
            end = middle;
    }
    if (begin == 0 || address >= info->ranges[begin - 1].end)
        return false;
    info->function = info->ranges[begin - 1].function;
    return true;
}

/* Sets the unit and the function that ADDRESS is in, unless they are the same as last time. */
static bool go_to(struct pp_code_info *info, uint64_t address)
{
    Dwarf_Die unit;
    if (info->in_function && dwarf_haspc(&info->function, address) > 0)
        return true;
    info->in_function = false;
    if (!dwarf_addrdie(info->dwarf, address, &unit))
        return false;
    if (!info->in_unit || dwarf_dieoffset(&unit) != dwarf_dieoffset(&info->unit)) {
        info->unit = unit;
        info->in_unit = true;
        find_split(info);
        list_functions(info, false);
    }
    info->in_function = find_function(info, address);
    if (!info->in_function && !info->nested) {
        list_functions(info, true);
        info->in_function = find_function(info, address);
    }
    return info->in_function;
}

/* ---- What is said of a function. */

static uint32_t number_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    Dwarf_Word value;
    if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &value) != 0 ||
        value > UINT32_MAX)
        return 0;
    return (uint32_t)value;
}

static const char *text_of(Dwarf_Die *die, unsigned name)
{
    Dwarf_Attribute attribute;
    const char *text = dwarf_formstring(dwarf_attr_integrate(die, name, &attribute));
    return text ? text : "";
}

/* The unit in which DIE, a function or an inlined one, was compiled; with link-time optimisation it is
   another than that of the code. */
static void set_unit(struct pp_code_function *f, const Dwarf_Die *die)
{
    Dwarf_Die it = *die, origin, unit;
    Dwarf_Attribute attribute;
    for (int i = 0; i < MOST_ORIGINS; i++) {
        if (!dwarf_formref_die(dwarf_attr(&it, DW_AT_abstract_origin, &attribute), &origin))
            break;
        it = origin;
    }
    f->unit = f->directory = "";
    if (dwarf_diecu(&it, &unit, NULL, NULL)) {
        f->unit = text_of(&unit, DW_AT_name);
        f->directory = text_of(&unit, DW_AT_comp_dir);
    }
}

/* The name of the file that attribute NAME of DIE, of the unit of the code, gives the number of. */
static const char *file_of(struct pp_code_info *info, Dwarf_Die *die, unsigned name)
{
    Dwarf_Files *files;
    size_t num;
    uint32_t index = number_of(die, name);
    if (dwarf_getsrcfiles(&info->functions, &files, &num) != 0 || index >= num)
        return "";
    const char *file = dwarf_filesrc(files, index, NULL, NULL);
    return file ? file : "";
}

static void add_function(struct pp_code_info *info, struct pp_code_place *place, Dwarf_Die *die)
{
    /* What is left out is further in than any inliner goes. */
    if (place->num_functions == PP_MOST_INLINED)
        return;
    struct pp_code_function *f = &place->functions[place->num_functions++];
    const char *symbol = text_of(die, DW_AT_linkage_name);
    /* dwarf_decl_file, which also knows other units' files, fails an assertion for those of .dwo files. */
    bool split = info->functions.addr != info->unit.addr;
    const char *file = split ? file_of(info, die, DW_AT_decl_file) : dwarf_decl_file(die);
    int line;
    *f = (struct pp_code_function){0};
    f->symbol = *symbol ? symbol : text_of(die, DW_AT_name);
    f->file = file ? file : "";
    f->line = dwarf_decl_line(die, &line) == 0 && line > 0 ? (uint32_t)line : 0;
    f->call_file = "";
    if (dwarf_tag(die) == DW_TAG_inlined_subroutine) {
        f->call_line = number_of(die, DW_AT_call_line);
        f->call_file = file_of(info, die, DW_AT_call_file);
    }
    set_unit(f, die);
}

/* Adds what was inlined at ADDRESS in SCOPE, outermost first.  Returns whether anything was. */
static bool add_inlined(struct pp_code_info *info, struct pp_code_place *place, Dwarf_Die *scope,
                        uint64_t address, unsigned depth)
{
    Dwarf_Die it;
    if (depth == MOST_SCOPES || dwarf_child(scope, &it) != 0)
        return false;
    do {
        int tag = dwarf_tag(&it);
        bool inlined = tag == DW_TAG_inlined_subroutine;
        if (!inlined && tag != DW_TAG_lexical_block)
            continue;
        bool in = dwarf_haspc(&it, address) > 0;
        if (in && inlined)
            add_function(info, place, &it);
        /* A block without code of its own may have what was inlined in it. */
        bool may = in || (!inlined && !dwarf_hasattr(&it, DW_AT_low_pc) &&
                          !dwarf_hasattr(&it, DW_AT_ranges));
        bool inner = may && add_inlined(info, place, &it, address, depth + 1);
        if (in || inner)
            return inlined || inner;
    } while (dwarf_siblingof(&it, &it) == 0);
    return false;
}

static void turn_round(struct pp_code_place *place)
{
    for (uint32_t i = 0; 2 * i + 1 < place->num_functions; i++) {
        struct pp_code_function *last = &place->functions[place->num_functions - 1 - i];
        struct pp_code_function first = place->functions[i];
        place->functions[i] = *last;
        *last = first;
    }
}

bool pp_code_place_at(struct pp_code_info *info, uint64_t address, struct pp_code_place *place)
{
    int line;
    place->num_functions = 0;
    if (!go_to(info, address))
        return false;
    Dwarf_Line *row = dwarf_getsrc_die(&info->unit, address);
    const char *file = row ? dwarf_linesrc(row, NULL, NULL) : NULL;
    if (!file || dwarf_lineno(row, &line) != 0 || line < 0)
        return false;
    place->file = file;
    place->line = (uint32_t)line;
    add_function(info, place, &info->function);
    add_inlined(info, place, &info->function, address, 0);
    turn_round(place);
    return true;
}
