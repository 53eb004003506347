/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The images of a section of notes. */
#ifndef PATHPROF_NOTES_IMAGE_H
#define PATHPROF_NOTES_IMAGE_H

#include "core/format/notes-format.h"

/* notes-image.c: the images in BYTES.  Returns NULL, or a malloc'd sentence that says what is wrong
   with the one behind the last of IMAGES. */
char *pp_images_find(struct pp_images *images, const unsigned char *bytes, size_t size);

#endif
