/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The images of a section of notes: finds each, and checks its header against its bytes. */
#include <stdlib.h>
#include <string.h>

#include "core/graph/graph.h"
#include "core/format/notes-format.h"
#include "core/format/notes-image.h"
#include "core/base/text.h"

/* The image at BYTES, of which SIZE bytes are there at most.  Returns NULL, or a sentence. */
static char *take_image(struct pp_image *image, const unsigned char *bytes, size_t size)
{
    if (size < PP_NOTES_HEADER || pp_word_at(bytes, PP_NOTES_WORD_MAGIC) != PP_NOTES_MAGIC)
        return pp_sentence("the notes are damaged or not pathprof's; compile it again");
    uint64_t version = pp_word_at(bytes, PP_NOTES_WORD_VERSION);
    if (version != PP_NOTES_VERSION)
        return pp_sentence(
            "the notes are of version %llu, and this pathprof reads version %d; use the"
            " pathprof that belongs to the plugin that compiled it",
            (unsigned long long)version, PP_NOTES_VERSION);
    uint64_t length = pp_word_at(bytes, PP_NOTES_WORD_SIZE);
    uint64_t listing = pp_word_at(bytes, PP_NOTES_WORD_LISTING);
    if (length < PP_NOTES_HEADER || length % 8 != 0 || length > size)
        return pp_sentence("the notes are truncated; compile it again");
    if (pp_word_at(bytes, PP_NOTES_WORD_CHECK) != pp_notes_check(bytes, length))
        return pp_sentence("the notes are damaged (their checksum is wrong); compile it again");
    if (listing > length - PP_NOTES_HEADER)
        return pp_sentence("the notes are damaged (their listing is cut off); compile it again");
    *image = (struct pp_image){.listing = bytes + PP_NOTES_HEADER,
                               .listing_size = listing,
                               .payload = bytes + PP_NOTES_HEADER + listing,
                               .payload_size = length - PP_NOTES_HEADER - listing,
                               .size = length,
                               .raw_size = pp_word_at(bytes, PP_NOTES_WORD_RAW),
                               .stamp = pp_word_at(bytes, PP_NOTES_WORD_STAMP)};
    return NULL;
}

char *pp_images_find(struct pp_images *images, const unsigned char *bytes, size_t size)
{
    static const unsigned char zeros[8];
    size_t at = 0;
    *images = (struct pp_images){0};
    while (at < size) {
        /* A linker may align an image more than it asked for. */
        if (size - at >= 8 && memcmp(bytes + at, zeros, 8) == 0) {
            at += 8;
            continue;
        }
        images->list = pp_grow(images->list, &images->cap, images->num, 1, sizeof *images->list);
        char *wrong = take_image(&images->list[images->num], bytes + at, size - at);
        if (wrong)
            return wrong;
        at += images->list[images->num++].size;
    }
    return NULL;
}
