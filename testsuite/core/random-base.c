/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "random-base.h"

#include <stdarg.h>
#include <stdio.h>

/* ---- Random numbers (xorshift64*). */

uint64_t rng = 1;

uint64_t next_random(void)
{
    rng ^= rng >> 12;
    rng ^= rng << 25;
    rng ^= rng >> 27;
    return rng * 0x2545F4914F6CDD1Dull;
}

uint32_t below(uint32_t n)
{
    return (uint32_t)((next_random() >> 33) % n);
}

bool chance(uint32_t percent)
{
    return below(100) < percent;
}

/* ---- Results. */

static unsigned checked[MOST_PROPERTIES], failed[MOST_PROPERTIES];
static uint64_t graph_seed;

void seed_graph(uint64_t seed, unsigned i)
{
    graph_seed = rng = (seed << 32 | i) * 2 + 1;
    for (int k = 0; k < 8; k++)
        next_random();
}

bool check(unsigned property, bool good, const char *format, ...)
{
    checked[property]++;
    if (good)
        return true;
    if (failed[property]++ < 3) {
        va_list arguments;
        va_start(arguments, format);
        printf("seed %" PRIu64 ": %s: ", graph_seed, property_names[property]);
        vprintf(format, arguments);
        printf("\n");
        va_end(arguments);
    }
    return false;
}

bool report_properties(void)
{
    bool good = true;
    for (unsigned p = 0; p < num_properties; p++) {
        if (failed[p])
            printf("FAIL: %s: %u of %u checks\n", property_names[p], failed[p], checked[p]);
        else if (!checked[p])
            printf("FAIL: %s: never checked\n", property_names[p]);
        else
            printf("PASS: %s\n", property_names[p]);
        good &= checked[p] && !failed[p];
    }
    return good;
}
