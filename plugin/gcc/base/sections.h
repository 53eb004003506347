/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sections of the plugin's own in LTO objects. */
#ifndef PATHPROF_SECTIONS_H
#define PATHPROF_SECTIONS_H

#include "gcc/base/compat.h"
extern "C" {
#include "core/base/bytes.h"
}

/* The plugin's section WHAT of the stream that is being written or of FILE.  Reading
   leaves the content where FILE is mapped; IN is empty if there is no such section. */
void pp_section_write(const char *what, const struct pp_bytes *bytes);
void pp_section_read(struct lto_file_decl_data *file, const char *what, struct pp_input *in);

/* The same behind the version that it begins with; false if there is none, or it is another's: that is an error where
   calls are read (call-records.cc). */
bool pp_section_read_ours(struct lto_file_decl_data *file, const char *what, struct pp_input *in);

#endif
