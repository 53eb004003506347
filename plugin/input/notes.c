/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of a program or of a part of one, wherever they are, and where its data lie. */
#include "input/notes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "input/elf/elf-section.h"
#include "input/file/file.h"
#include "input/file/holes.h"
#include "input/kept-notes.h"
#include "input/ppno.h"

/* WRONG (malloc'd, may be NULL) with the name of the file before it. */
static char *about(const char *file, char *wrong)
{
    char *sentence = wrong ? pp_sentence("%s: %s", file, wrong) : NULL;
    free(wrong);
    return sentence;
}

/* The notes of PROGRAM, which are in it, kept of it, or in the .ppno files beside it; *FROM, malloc'd, is
   the file that they are said to be of, and *KEPT whether that is the second. */
static char *program_notes(const char *program, unsigned char **bytes, size_t *size, char **from,
                           bool *is_kept)
{
    char *kept = pp_kept_name(program);
    char *wrong = pp_elf_section(program, PP_NOTES_SECTION, bytes, size);
    bool own = wrong || *size > 0;
    if (!own) {
        free(*bytes);
        wrong = pp_kept_notes(kept, bytes, size);
    }
    *is_kept = !own && !wrong && *size > 0;
    *from = *is_kept ? kept : pp_sentence("%s", program);
    if (!*is_kept)
        free(kept);
    if (!wrong && *size == 0) {
        free(*bytes);
        wrong = pp_ppno_files(program, bytes, size);
    }
    return wrong;
}

char *pp_file_notes(struct pp_notes *notes, const char *file, bool *kept)
{
    unsigned char *bytes;
    size_t size;
    char *wrong, *from = NULL;
    bool is_kept = false;
    if (pp_ends_with(file, ".ppno")) {
        wrong = pp_check_whole(file);
        if (!wrong)
            wrong = pp_read_file(file, &bytes, &size);
    } else {
        wrong = program_notes(file, &bytes, &size, &from, &is_kept);
    }
    if (kept)
        *kept = is_kept;
    if (!wrong && size == 0)
        wrong =
            pp_sentence("%s: no pathprof notes; compile it with gcc -fplugin=pathprof ...", file);
    else if (!wrong)
        wrong = about(from ? from : file, pp_notes_read(notes, bytes, size));
    else
        bytes = NULL;
    free(bytes);
    free(from);
    return wrong;
}
