/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the samples of a profile are, for `dump` and `stats`; whose they are `callgraph` says. */
#include "tool/print/sampled.h"

#include <inttypes.h>
#include <stdio.h>

#include "tool/print/json.h"

json_t *pp_samples_json(const struct pp_samples *s, bool all)
{
    if (!s)
        return json_null();
    json_t *it = json_object();
    json_object_set_new(it, "period_ns", pp_json_count(s->period_ns));
    json_object_set_new(it, "periods", pp_json_count(pp_samples_total(s)));
    json_object_set_new(it, "seconds", json_real(pp_samples_seconds(s)));
    json_object_set_new(it, "looks", pp_json_count(s->looks));
    json_object_set_new(it, "lost", pp_json_count(s->lost));
    if (!all)
        return it;
    json_t *modules = json_array(), *samples = json_array();
    for (uint32_t m = 0; m < s->num_modules; m++) {
        const char *id = s->modules[m].build_id;
        json_t *module = json_object();
        json_object_set_new(module, "path", pp_json_text(s->modules[m].path));
        json_object_set_new(module, "build_id", id ? pp_json_text(id) : json_null());
        json_array_append_new(modules, module);
    }
    for (uint64_t i = 0; i < s->num_samples; i++) {
        json_t *sample = json_object();
        json_object_set_new(sample, "module", json_integer(s->samples[i].module));
        json_object_set_new(sample, "address", pp_json_count(s->samples[i].address));
        json_object_set_new(sample, "count", pp_json_count(s->samples[i].count));
        json_array_append_new(samples, sample);
    }
    json_object_set_new(it, "modules", modules);
    json_object_set_new(it, "samples", samples);
    return it;
}

void pp_print_samples(const struct pp_samples *s)
{
    if (s)
        printf("samples: %" PRIu64 " of %g ms, %.2f seconds of CPU time, from %" PRIu64
               " looks; %" PRIu64 " lost\n",
               pp_samples_total(s), (double)s->period_ns / 1e6, pp_samples_seconds(s), s->looks,
               s->lost);
}
