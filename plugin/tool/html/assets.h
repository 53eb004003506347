/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every report for the browser has, as the Makefile puts it together of plugin/tool/web and of
   the libraries: texts that end with a NUL. */
#ifndef PATHPROF_ASSETS_H
#define PATHPROF_ASSETS_H

extern const char pp_asset_page[];      /* index.html, with @...@ for what differs */
extern const char pp_asset_style[];     /* the style sheet */
extern const char pp_asset_script[];    /* the pages' own scripts */
extern const char pp_asset_highlight[]; /* highlight.js; "" if it was not there */
extern const char pp_asset_licenses[];  /* of what is carried */

#endif
