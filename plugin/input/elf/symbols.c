/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "input/elf/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/graph/graph.h"
#include "input/elf/debug-file.h"
#include "input/elf/elf.h"

#define MOST_BUILD_ID 64

static int rank(const struct pp_symbol *symbol)
{
    return symbol->local + 2 * (symbol->name[0] == '_');
}

/* By address; then global ones before local ones, without an underscore before those with one. */
static int by_address(const void *a, const void *b)
{
    const struct pp_symbol *x = a, *y = b;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (rank(x) != rank(y))
        return rank(x) - rank(y);
    return strcmp(x->name, y->name);
}

static void add_file(struct pp_symbols *it, const char *name)
{
    if (it->num_files % 256 == 0)
        it->files = pp_xrealloc(it->files, ((size_t)it->num_files + 256) * sizeof *it->files);
    it->files[it->num_files++] = name;
}

/* Takes the functions of the table SECTION of ELF.  The files that local symbols are under come
   before them (ELF, "Symbol Table", STT_FILE). */
static void take_table(struct pp_symbols *it, const struct pp_elf *elf, Elf_Scn *section)
{
    GElf_Shdr header;
    Elf_Data *data = elf->elf_getdata(section, NULL);
    if (!data || !elf->gelf_getshdr(section, &header) || !header.sh_entsize)
        return;
    size_t num = data->d_size / header.sh_entsize;
    if (num > INT32_MAX - (size_t)it->num)
        return;
    it->list = pp_xrealloc(it->list, (it->num + num + 1) * sizeof *it->list);
    for (size_t i = 0; i < num; i++) {
        GElf_Sym symbol;
        if (!elf->gelf_getsym(data, (int)i, &symbol))
            break;
        const char *name = elf->elf_strptr(elf->elf, header.sh_link, symbol.st_name);
        unsigned type = GELF_ST_TYPE(symbol.st_info);
        bool local = GELF_ST_BIND(symbol.st_info) == STB_LOCAL;
        /* Behind a file without a name are hidden symbols, which were global in their units. */
        if (type == STT_FILE && name)
            add_file(it, name);
        if (!name || !*name)
            continue;
        if ((type != STT_FUNC && type != STT_GNU_IFUNC) || symbol.st_shndx == SHN_UNDEF)
            continue;
        uint64_t end;
        if (__builtin_add_overflow(symbol.st_value, symbol.st_size, &end))
            continue;
        it->list[it->num++] = (struct pp_symbol){
            .address = symbol.st_value,
            .end = end,
            .name = name,
            .file = local && it->num_files && *it->files[it->num_files - 1]
                        ? it->files[it->num_files - 1]
                        : NULL,
            .file_number = local ? it->num_files : 0,
            .local = local,
        };
    }
}

/* The identifier of the build in SECTION, a note, in hex, malloc'd; NULL: there is none. */
static char *read_build_id(const struct pp_elf *elf, Elf_Scn *section)
{
    const Elf_Data *data = elf->elf_rawdata(section, NULL);
    /* The note's header, "GNU\0", and the identifier. */
    if (!data || data->d_size <= 16 || data->d_size > 16 + MOST_BUILD_ID)
        return NULL;
    size_t size = data->d_size - 16;
    const unsigned char *bytes = (const unsigned char *)data->d_buf + 16;
    char *text = pp_xmalloc(2 * size + 1);
    for (size_t i = 0; i < size; i++) {
        text[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        text[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    text[2 * size] = '\0';
    return text;
}

static void take_code(struct pp_symbols *it, const char *name, const GElf_Shdr *header)
{
    uint64_t end;
    if (__builtin_add_overflow(header->sh_addr, header->sh_size, &end))
        return;
    if (it->num_code % 16 == 0)
        it->code = pp_xrealloc(it->code, ((size_t)it->num_code + 16) * sizeof *it->code);
    it->code[it->num_code++] = (struct pp_code){header->sh_addr, end, name};
}

/* Symbols with one address end where the longest of them does; without a size, as hand-written
   assembly may be, they reach up to the next or to the end of their section. */
static void find_ends(struct pp_symbols *it)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t last = it->num; last > 0;) {
        uint32_t first = last - 1;
        uint64_t address = it->list[first].address, end = it->list[first].end;
        while (first > 0 && it->list[first - 1].address == address) {
            first--;
            end = it->list[first].end > end ? it->list[first].end : end;
        }
        if (end == address) {
            const struct pp_code *code = pp_code_at(it, address);
            end = code ? code->end : address;
            end = next < end ? next : end;
        }
        for (uint32_t i = first; i < last; i++)
            it->list[i].end = end;
        next = address;
        last = first;
    }
}

/* What is of interest in a file. */
struct tables {
    Elf_Scn *whole, *dynamic; /* NULL: there is none */
    char *build_id;           /* malloc'd, or NULL */
};

/* Looks through ELF; takes the sections with code if CODE, which may be NULL, is given. */
static struct tables find_tables(const struct pp_elf *elf, struct pp_symbols *code)
{
    struct tables found = {0};
    GElf_Shdr header;
    for (Elf_Scn *section = NULL; (section = elf->elf_nextscn(elf->elf, section));) {
        if (!elf->gelf_getshdr(section, &header))
            continue;
        const char *name = pp_elf_name(elf, &header);
        if (header.sh_type == SHT_SYMTAB)
            found.whole = section;
        else if (header.sh_type == SHT_DYNSYM)
            found.dynamic = section;
        else if (header.sh_type == SHT_NOTE && name && strcmp(name, ".note.gnu.build-id") == 0 &&
                 !found.build_id)
            found.build_id = read_build_id(elf, section);
        else if (code && (header.sh_flags & SHF_EXECINSTR))
            take_code(code, name ? name : "", &header);
    }
    return found;
}

char *pp_build_id_of(const char *path)
{
    struct pp_elf elf;
    char *wrong = pp_elf_open(&elf, path);
    if (wrong) {
        free(wrong);
        return NULL;
    }
    struct tables found = find_tables(&elf, NULL);
    pp_elf_close(&elf);
    return found.build_id;
}

/* Takes the symbols that were stripped from PATH and are kept in a file of their own. */
static void take_stripped(struct pp_symbols *it, const char *path)
{
    char *file = pp_debug_file(path, it->build_id);
    char *wrong = file ? pp_elf_open(&it->stripped, file) : NULL;
    if (!file)
        return;
    free(file);
    if (wrong) {
        it->stripped = (struct pp_elf){.fd = -1};
        free(wrong);
        return;
    }
    struct tables found = find_tables(&it->stripped, NULL);
    if (found.whole)
        take_table(it, &it->stripped, found.whole);
    free(found.build_id);
}

char *pp_symbols_read(struct pp_symbols *symbols, const char *path)
{
    *symbols = (struct pp_symbols){.stripped.fd = -1};
    char *wrong = pp_elf_open(&symbols->elf, path);
    if (wrong)
        return wrong;
    struct tables found = find_tables(&symbols->elf, symbols);
    symbols->build_id = found.build_id;
    if (found.whole)
        take_table(symbols, &symbols->elf, found.whole);
    else
        take_stripped(symbols, path);
    /* A table that is only partly stripped lacks names that the loader needs. */
    if (found.dynamic)
        take_table(symbols, &symbols->elf, found.dynamic);
    if (symbols->num > 0)
        qsort(symbols->list, symbols->num, sizeof *symbols->list, by_address);
    find_ends(symbols);
    return NULL;
}

void pp_symbols_free(struct pp_symbols *symbols)
{
    if (symbols->elf.elf)
        pp_elf_close(&symbols->elf);
    if (symbols->stripped.elf)
        pp_elf_close(&symbols->stripped);
    free(symbols->list);
    free(symbols->files);
    free(symbols->code);
    free(symbols->build_id);
    *symbols = (struct pp_symbols){0};
}

const struct pp_symbol *pp_symbol_before(const struct pp_symbols *symbols, uint64_t address)
{
    uint32_t low = 0, high = symbols->num; /* the last that begins at ADDRESS or before */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (symbols->list[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return NULL;
    uint64_t begin = symbols->list[low - 1].address;
    uint32_t last = low - 1;
    for (low = 0; low < last;) {
        uint32_t middle = low + (last - low) / 2;
        if (symbols->list[middle].address < begin)
            low = middle + 1;
        else
            last = middle;
    }
    return &symbols->list[low];
}

const struct pp_symbol *pp_symbol_at(const struct pp_symbols *symbols, uint64_t address)
{
    const struct pp_symbol *symbol = pp_symbol_before(symbols, address);
    return symbol && address < symbol->end ? symbol : NULL;
}

const struct pp_code *pp_code_at(const struct pp_symbols *symbols, uint64_t address)
{
    for (uint32_t i = 0; i < symbols->num_code; i++) {
        const struct pp_code *code = &symbols->code[i];
        if (address >= code->address && address < code->end)
            return code;
    }
    return NULL;
}
