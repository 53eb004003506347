/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subcommands: each is defined by the file of its name, and is in the table of main.c. */
#ifndef PATHPROF_COMMANDS_H
#define PATHPROF_COMMANDS_H

#include "tool/load/options.h"

extern const struct pp_command pp_report, pp_show, pp_edges, pp_lines, pp_stats, pp_contexts,
    pp_stacks, pp_callgrind, pp_callgraph_command, pp_graph_command, pp_dump, pp_targets_command,
    pp_lanes_command, pp_merge_command, pp_diff_command, pp_overlap_command, pp_html_command,
    pp_insights_command, pp_coverage_command;

#endif
