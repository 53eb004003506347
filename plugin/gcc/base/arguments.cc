/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "gcc/base/compat.h"
#include "gcc/base/arguments.h"

/* The text behind "PLUGIN-" of OPTION; NULL: it is no argument of PLUGIN. */
static const char *argument_of(const struct cl_decoded_option *option, const char *plugin)
{
    size_t length = strlen(plugin);
    if (option->opt_index != OPT_fplugin_arg_ || strncmp(option->arg, plugin, length) ||
        option->arg[length] != '-')
        return NULL;
    return option->arg + length + 1;
}

void pp_restore_arguments(struct plugin_name_args *args)
{
    int i = 0;
    for (unsigned o = 0; o < save_decoded_options_count && i < args->argc; o++) {
        const char *text = argument_of(&save_decoded_options[o], args->base_name);
        if (!text)
            continue;
        struct plugin_argument *argument = &args->argv[i++];
        size_t key = strlen(argument->key);
        if (argument->value && !strncmp(text, argument->key, key) && text[key] == '=')
            argument->value = xstrdup(text + key + 1);
    }
}
