/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plugin's arguments as they were given. */
#ifndef PATHPROF_ARGUMENTS_H
#define PATHPROF_ARGUMENTS_H

struct plugin_name_args;

/* Gives ARGS the values of the command line.  GCC's own (parse_plugin_arg_opt in plugin.cc) lack as many characters at
   their ends as they have equals signs. */
void pp_restore_arguments(struct plugin_name_args *args);

#endif
