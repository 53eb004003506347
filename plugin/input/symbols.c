/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "input/symbols.h"

#include <stdlib.h>
#include <string.h>

#include "core/graph/graph.h"

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

/* Takes the functions of the table SECTION.  The files that local symbols are under come before
   them (ELF, "Symbol Table", STT_FILE). */
static void take_table(struct pp_symbols *it, Elf_Scn *section, const GElf_Shdr *header)
{
    Elf_Data *data = it->elf.elf_getdata(section, NULL);
    size_t num = data && header->sh_entsize ? data->d_size / header->sh_entsize : 0;
    if (num > INT32_MAX)
        return;
    it->list = pp_xmalloc((num + 1) * sizeof *it->list);
    for (size_t i = 0; i < num; i++) {
        GElf_Sym symbol;
        if (!it->elf.gelf_getsym(data, (int)i, &symbol))
            break;
        const char *name = it->elf.elf_strptr(it->elf.elf, header->sh_link, symbol.st_name);
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

static void take_build_id(struct pp_symbols *it, Elf_Scn *section)
{
    const Elf_Data *data = it->elf.elf_rawdata(section, NULL);
    /* The note's header, "GNU\0", and the identifier. */
    if (!data || data->d_size <= 16 || data->d_size > 16 + MOST_BUILD_ID || it->build_id)
        return;
    size_t size = data->d_size - 16;
    const unsigned char *bytes = (const unsigned char *)data->d_buf + 16;
    it->build_id = pp_xmalloc(2 * size + 1);
    for (size_t i = 0; i < size; i++) {
        it->build_id[2 * i] = "0123456789abcdef"[bytes[i] >> 4];
        it->build_id[2 * i + 1] = "0123456789abcdef"[bytes[i] & 15];
    }
    it->build_id[2 * size] = '\0';
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

char *pp_symbols_read(struct pp_symbols *symbols, const char *path)
{
    Elf_Scn *static_table = NULL, *dynamic_table = NULL;
    GElf_Shdr header, static_header = {0}, dynamic_header = {0};
    *symbols = (struct pp_symbols){0};
    char *wrong = pp_elf_open(&symbols->elf, path);
    if (wrong)
        return wrong;
    struct pp_elf *elf = &symbols->elf;
    for (Elf_Scn *section = NULL; (section = elf->elf_nextscn(elf->elf, section));) {
        if (!elf->gelf_getshdr(section, &header))
            continue;
        const char *name = pp_elf_name(elf, &header);
        if (header.sh_type == SHT_SYMTAB) {
            static_table = section;
            static_header = header;
        } else if (header.sh_type == SHT_DYNSYM) {
            dynamic_table = section;
            dynamic_header = header;
        } else if (header.sh_type == SHT_NOTE && name && strcmp(name, ".note.gnu.build-id") == 0) {
            take_build_id(symbols, section);
        } else if (header.sh_flags & SHF_EXECINSTR) {
            take_code(symbols, name ? name : "", &header);
        }
    }
    if (static_table)
        take_table(symbols, static_table, &static_header);
    else if (dynamic_table)
        take_table(symbols, dynamic_table, &dynamic_header);
    if (symbols->num > 0)
        qsort(symbols->list, symbols->num, sizeof *symbols->list, by_address);
    find_ends(symbols);
    return NULL;
}

void pp_symbols_free(struct pp_symbols *symbols)
{
    if (symbols->elf.elf)
        pp_elf_close(&symbols->elf);
    free(symbols->list);
    free(symbols->files);
    free(symbols->code);
    free(symbols->build_id);
    *symbols = (struct pp_symbols){0};
}

const struct pp_symbol *pp_symbol_at(const struct pp_symbols *symbols, uint64_t address)
{
    uint32_t low = 0, high = symbols->num; /* the last that begins at ADDRESS or before */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (symbols->list[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0 || address >= symbols->list[low - 1].end)
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

const struct pp_code *pp_code_at(const struct pp_symbols *symbols, uint64_t address)
{
    for (uint32_t i = 0; i < symbols->num_code; i++) {
        const struct pp_code *code = &symbols->code[i];
        if (address >= code->address && address < code->end)
            return code;
    }
    return NULL;
}
