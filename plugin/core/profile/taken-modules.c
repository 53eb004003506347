/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/profile/taken-modules.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/path-names.h"
#include "core/base/text.h"

static bool has_unit(const struct pp_data_module *module, uint64_t stamp)
{
    size_t u = 0;
    while (u < module->num_units && module->units[u].stamp != stamp)
        u++;
    return u < module->num_units;
}

/* How many units of NOTES MODULE has. */
static uint32_t num_shared(const struct pp_notes *notes, const struct pp_data_module *module)
{
    uint32_t num = 0;
    for (uint32_t u = 0; u < notes->num_units; u++)
        num += has_unit(module, notes->units[u].stamp);
    return num;
}

bool pp_data_fit(const struct pp_notes *notes, const struct pp_data *data)
{
    size_t m = 0;
    while (m < data->num_modules && !num_shared(notes, &data->modules[m]))
        m++;
    return m < data->num_modules;
}

bool pp_data_know(const struct pp_notes *notes, const struct pp_data_module *module)
{
    for (size_t i = 0; i < module->num_units; i++) {
        uint32_t u = 0;
        while (u < notes->num_units && notes->units[u].stamp != module->units[i].stamp)
            u++;
        if (u == notes->num_units)
            return false;
    }
    return true;
}

/* Is MODULE, which has SHARED units of NOTES, what they are of?  Linked in another order it has another stamp. */
static bool is_own(const struct pp_notes *notes, const struct pp_data_module *module,
                   uint32_t shared)
{
    if (shared < notes->num_units)
        return false;
    return !notes->program || strcmp(pp_last_part(module->name), notes->program) == 0 ||
           pp_data_know(notes, module);
}

/* Has MODULE, which is of the same build as NOTES, their name?  A shared object's is its path. */
static bool is_named(const struct pp_notes *notes, const struct pp_data_module *module)
{
    const char *name = module->name[0] == '/' ? notes->path : notes->program;
    return name && strcmp(module->name, name) == 0;
}

static void tell_borrowed(struct pp_taken_modules *it, const struct pp_notes *notes,
                          const struct pp_data *data)
{
    for (size_t m = 0; m < data->num_modules; m++) {
        if (it->taken[m] && it->borrowed.name)
            it->borrowed.more++;
        else if (it->taken[m])
            it->borrowed.name = pp_sentence("%s", data->modules[m].name);
    }
    for (uint32_t u = 0; u < notes->num_units && it->borrowed.name; u++) {
        size_t m = 0;
        while (m < data->num_modules && !has_unit(&data->modules[m], notes->units[u].stamp))
            m++;
        it->borrowed.units += m < data->num_modules;
    }
}

void pp_take_modules(struct pp_taken_modules *it, const struct pp_notes *notes,
                     const struct pp_data *data)
{
    enum { NOT, BORROWED, OWN, SAME, HERE } best = NOT;
    uint64_t stamp = pp_module_stamp(notes);
    uint8_t *kinds = pp_xcalloc(data->num_modules + 1, sizeof *kinds);
    *it = (struct pp_taken_modules){pp_xcalloc(data->num_modules + 1, sizeof *it->taken), {0}};
    for (size_t m = 0; m < data->num_modules; m++) {
        const struct pp_data_module *module = &data->modules[m];
        uint32_t shared = num_shared(notes, module);
        if (notes->of_one_module && module->stamp == stamp)
            kinds[m] = is_named(notes, module) ? HERE : SAME;
        else if (shared)
            kinds[m] = is_own(notes, module, shared) ? OWN : BORROWED;
        best = kinds[m] > best ? kinds[m] : best;
    }
    for (size_t m = 0; m < data->num_modules; m++)
        it->taken[m] = notes->of_one_module ? best && kinds[m] == best : kinds[m] != NOT;
    if (notes->of_one_module && best == BORROWED)
        tell_borrowed(it, notes, data);
    free(kinds);
}

void pp_taken_modules_free(struct pp_taken_modules *it)
{
    free(it->taken);
    free(it->borrowed.name);
    *it = (struct pp_taken_modules){0};
}
