/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of a program or of a part of one, wherever they are, and where its data lie. */
#include "input/notes.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "input/elf/elf-section.h"
#include "input/file/file.h"
#include "input/file/holes.h"
#include "input/ppno.h"

/* WRONG (malloc'd, may be NULL) with the name of the file before it. */
static char *about(const char *file, char *wrong)
{
    char *sentence = wrong ? pp_sentence("%s: %s", file, wrong) : NULL;
    free(wrong);
    return sentence;
}

char *pp_file_notes(struct pp_notes *notes, const char *file)
{
    unsigned char *bytes;
    size_t size;
    char *wrong;
    if (pp_ends_with(file, ".ppno")) {
        wrong = pp_check_whole(file);
        if (!wrong)
            wrong = pp_read_file(file, &bytes, &size);
    } else {
        wrong = pp_elf_section(file, PP_NOTES_SECTION, &bytes, &size);
        if (!wrong && size == 0) {
            free(bytes);
            wrong = pp_ppno_files(file, &bytes, &size);
        }
    }
    if (wrong)
        return wrong;
    if (size == 0)
        wrong =
            pp_sentence("%s: no pathprof notes; compile it with gcc -fplugin=pathprof ...", file);
    else
        wrong = about(file, pp_notes_read(notes, bytes, size));
    free(bytes);
    return wrong;
}
