/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/merge/merge-state.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/endian.h"
#include "core/base/memory.h"
#include "core/base/text.h"
#include "input/file/file.h"
#include "input/file/output.h"
#include "tool/load/complain.h"

#define MAGIC "PPMERGE1"
#define HEAD 24

static char *name_of(const char *output)
{
    return pp_sentence("%s.merging", output);
}

/* Whether BYTES are the state of LIST's merge; then SUM and *DONE are set.  Else *WRONG says why not. */
static bool take(struct pp_data *sum, size_t *done, const unsigned char *bytes, size_t size,
                 const struct pp_merge_list *list, char **wrong)
{
    if (size < HEAD || memcmp(bytes, MAGIC, 8) != 0) {
        *wrong = pp_sentence("not the state of a merge");
        return false;
    }
    uint64_t num = pp_word_from(bytes + 8);
    if (num > list->num || pp_word_from(bytes + 16) != pp_merge_list_hash(list, (size_t)num)) {
        *wrong = pp_sentence("the state of a merge of other files");
        return false;
    }
    *wrong = pp_data_read(sum, bytes + HEAD, size - HEAD);
    *done = (size_t)num;
    return !*wrong;
}

bool pp_merge_state_read(struct pp_data *sum, size_t *done, const char *output,
                         const struct pp_merge_list *list)
{
    char *name = name_of(output), *wrong = NULL;
    unsigned char *bytes = NULL;
    size_t size;
    *done = 0;
    bool good = access(name, F_OK) != 0 && errno == ENOENT;
    if (!good) {
        wrong = pp_read_file(name, &bytes, &size);
        if (!wrong && !(good = take(sum, done, bytes, size, list, &wrong))) {
            char *why = wrong;
            wrong = pp_sentence("%s: %s; remove it to begin again", name, why);
            free(why);
        }
        if (wrong)
            pp_complain("%s", wrong);
    }
    free(bytes);
    free(wrong);
    free(name);
    return good;
}

bool pp_merge_state_write(const struct pp_data *sum, size_t done, const char *output,
                          const struct pp_merge_list *list)
{
    char *name = name_of(output), *made = pp_sentence("%s.XXXXXX", name);
    unsigned char head[HEAD];
    size_t size;
    unsigned char *bytes = pp_data_write(sum, false, &size);
    memcpy(head, MAGIC, 8);
    pp_word_to(head + 8, done);
    pp_word_to(head + 16, pp_merge_list_hash(list, done));
    int file = mkstemp(made);
    bool good = file >= 0 && pp_write_all(file, head, sizeof head) &&
                pp_write_all(file, bytes, size) && fsync(file) == 0;
    int error = errno;
    if (file >= 0 && close(file) != 0 && good) {
        error = errno;
        good = false;
    }
    if (good && rename(made, name) != 0) {
        error = errno;
        good = false;
    }
    if (!good) {
        if (file >= 0)
            unlink(made);
        pp_complain("%s: %s", name, strerror(error));
    }
    free(bytes);
    free(made);
    free(name);
    return good;
}

void pp_merge_state_remove(const char *output)
{
    char *name = name_of(output);
    unlink(name);
    free(name);
}
