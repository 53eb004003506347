/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tool/times/times-json.h"

#include "tool/print/view.h"

json_t *pp_times_sum_json(const struct pp_times *times)
{
    if (times->hz == 0)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f, s:f, s:f}", "seconds", times->all / times->hz,
                     "looks", times->all / times->look, "on_paths_seconds",
                     times->on_paths / times->hz, "elsewhere_seconds", times->elsewhere / times->hz,
                     "uncounted_seconds", times->uncounted / times->hz, "runtime_seconds",
                     times->runtime / times->hz, "outside_seconds", times->outside / times->hz);
}

json_t *pp_time_json(const struct pp_times *times, const struct pp_time *time)
{
    if (times->hz == 0)
        return json_null();
    return json_pack("{s:f, s:f, s:f, s:f, s:f}", "seconds", time->periods / times->hz, "percent",
                     pp_percent(time->periods, times->all), "error_seconds",
                     time->error / times->hz, "least_seconds", time->least / times->hz,
                     "most_seconds", time->most / times->hz);
}
