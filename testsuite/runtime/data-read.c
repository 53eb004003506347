/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pp_data_read: what it reads, and that no change of a file gets past it, nor hurts it. */
#include "core/format/data.h"
#include "../../runtime/format.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_WORDS 128

static uint64_t words[MAX_WORDS];
static size_t num_words;

static void put(uint64_t word)
{
    words[num_words++] = word;
}

static void seal(void *bytes, size_t size)
{
    uint64_t check = 0xcbf29ce484222325u, length = size;
    unsigned char *byte = bytes;
    for (size_t i = sizeof(struct pathprof_data_header); i < size; i++)
        check = (check ^ byte[i]) * 0x100000001b3u;
    memcpy(byte + offsetof(struct pathprof_data_header, length), &length, 8);
    memcpy(byte + offsetof(struct pathprof_data_header, check), &check, 8);
}

/* Two modules, the place of the second, three units, three functions, and a record of a tag that nobody knows. */
static void make_file(void)
{
    static const uint64_t content[] = {
        PATHPROF_DATA_MAGIC,
        PATHPROF_FORMAT_VERSION,
        0,
        0,
        PATHPROF_TAG_MODULE,
        32,
        0x51a3,
        4,
        4,
        0x676f7270, /* "prog" */
        PATHPROF_TAG_UNIT,
        24,
        0x1111,
        0,
        9,
        PATHPROF_TAG_FUNCTION,
        24 + 2 * 16,
        0,
        0xaaa,
        2,
        3,
        70,
        8,
        1,
        99,
        16,
        1,
        2,
        PATHPROF_TAG_FUNCTION,
        24 + 1 * 16,
        7,
        0xbbb,
        1,
        UINT64_MAX - 1,
        UINT64_MAX,
        PATHPROF_TAG_UNIT,
        24,
        0x2222,
        1,
        1,
        PATHPROF_TAG_MODULE,
        32,
        0x52a3,
        1,
        8,
        0x6f732e7862696c6c,
        PATHPROF_TAG_PLACE,
        24,
        9,
        0x6f72702f706d742f, /* "/tmp/prog" */
        0x67,
        PATHPROF_TAG_UNIT,
        24,
        0x3333,
        0,
        2,
        PATHPROF_TAG_FUNCTION,
        24 + 1 * 16,
        1,
        0xccc,
        1,
        0,
        5,
    };
    for (size_t i = 0; i < sizeof content / sizeof *content; i++)
        put(content[i]);
    seal(words, num_words * 8);
}

/* Bytes of their own size, so that the sanitizer sees every read past them. */
static char *read_copy(struct pp_data *data, const void *bytes, size_t size)
{
    unsigned char *copy = malloc(size ? size : 1);
    memcpy(copy, bytes, size);
    char *error = pp_data_read(data, size ? copy : NULL, size);
    free(copy);
    return error;
}

static bool is_empty(const struct pp_data *data)
{
    return !data->modules && !data->num_modules;
}

static void result(bool good, const char *name, const char *why)
{
    if (good)
        printf("PASS: %s\n", name);
    else
        printf("FAIL: %s: %s\n", name, why);
}

static void test_content(void)
{
    struct pp_data data;
    char *error = read_copy(&data, words, num_words * 8);
    result(!error, "a good file", error ? error : "");
    if (error || data.num_modules != 2 || data.modules[0].num_units != 2 ||
        data.modules[0].units[0].num_functions != 2 || data.modules[1].num_units != 1) {
        result(false, "its shape", "not as made");
        return;
    }
    const struct pp_data_module *module = data.modules;
    const struct pp_data_function *function = module[0].units[0].functions;
    result(module[0].stamp == 0x51a3 && module[0].runs == 4 && !strcmp(module[0].name, "prog") &&
               module[1].stamp == 0x52a3 && module[1].runs == 1 &&
               !strcmp(module[1].name, "llibx.so"),
           "its modules", "not as made");
    result(!strcmp(pp_data_place(&module[1]), "/tmp/prog") && !pp_data_place(&module[0]),
           "where they were", "not as made");
    result(module[0].units[0].stamp == 0x1111 && module[0].units[1].stamp == 0x2222 &&
               module[0].units[1].mode == 1 && module[0].units[1].num_functions == 0 &&
               module[1].units[0].stamp == 0x3333,
           "its units", "not as made");
    result(function[0].index == 0 && function[0].checksum == 0xaaa && function[0].num_counts == 2 &&
               function[0].counts[0].path.low == 3 && function[0].counts[0].count == 70 &&
               function[0].counts[1].path.low == 8 && function[0].counts[1].count == 1 &&
               function[1].index == 7 && function[1].counts[0].path.low == UINT64_MAX - 1 &&
               function[1].counts[0].count == UINT64_MAX,
           "its functions", "not as made");
    pp_data_free(&data);
    result(is_empty(&data), "freed", "something is left");
}

/* Every bit flip and every other value that is typical of damage, and every length. */
static void test_changes(void)
{
    unsigned changed = 0, wrong = 0;
    struct pp_data data;
    for (size_t at = 0; at < num_words * 8; at++)
        for (unsigned mask = 1; mask < 256; mask++) {
            unsigned char bytes[sizeof words];
            memcpy(bytes, words, sizeof words);
            bytes[at] ^= mask;
            char *error = read_copy(&data, bytes, num_words * 8);
            changed++;
            wrong += !error || !is_empty(&data);
            free(error);
        }
    result(changed && !wrong, "every changed byte is found", "one was not");

    changed = wrong = 0;
    for (size_t size = 0; size < num_words * 8; size++) {
        char *error = read_copy(&data, words, size);
        changed++;
        wrong += !error || !is_empty(&data) ||
                 !(strstr(error, "truncated") || strstr(error, size ? "truncated" : "empty"));
        free(error);
    }
    result(changed && !wrong, "every truncation is found, and called so", "one was not");
}

/* The same with a right check sum: the records themselves are hostile.  What is accepted must be
   within the rules; what is not leaves nothing. */
static bool within_rules(const struct pp_data *data)
{
    for (size_t m = 0; m < data->num_modules; m++)
        for (size_t u = 0; u < data->modules[m].num_units; u++) {
            const struct pp_data_unit *unit = &data->modules[m].units[u];
            for (size_t f = 0; f < unit->num_functions; f++) {
                if (f && unit->functions[f].index <= unit->functions[f - 1].index)
                    return false;
                for (size_t i = 1; i < unit->functions[f].num_counts; i++)
                    if (pp_num_compare(unit->functions[f].counts[i].path,
                                       unit->functions[f].counts[i - 1].path) <= 0)
                        return false;
            }
        }
    return true;
}

static void test_hostile(void)
{
    static const uint64_t values[] = {0,
                                      1,
                                      2,
                                      3,
                                      4,
                                      7,
                                      8,
                                      16,
                                      24,
                                      25,
                                      40,
                                      1 << 10,
                                      INT64_MAX,
                                      (uint64_t)1 << 60,
                                      (uint64_t)1 << 63,
                                      UINT64_MAX - 7,
                                      UINT64_MAX - 15,
                                      UINT64_MAX};
    unsigned accepted = 0, refused = 0, wrong = 0;
    for (size_t size = 4 * 8; size <= num_words * 8; size += 8)
        for (size_t at = 4; at < size / 8; at++)
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                uint64_t copy[MAX_WORDS];
                memcpy(copy, words, sizeof words);
                copy[at] = values[v];
                seal(copy, size);
                struct pp_data data;
                char *error = read_copy(&data, copy, size);
                if (error) {
                    refused++;
                    wrong += !is_empty(&data);
                } else {
                    accepted++;
                    wrong += !within_rules(&data);
                }
                free(error);
                pp_data_free(&data);
            }
    result(accepted && refused && !wrong, "hostile records", "one got past");
}

static void expect(const char *name, size_t at, uint64_t value, bool sealed, const char *said)
{
    uint64_t copy[MAX_WORDS];
    memcpy(copy, words, sizeof words);
    copy[at] = value;
    if (sealed)
        seal(copy, num_words * 8);
    struct pp_data data;
    char *error = read_copy(&data, copy, num_words * 8);
    result(error && strstr(error, said), name, error ? error : "accepted");
    free(error);
    pp_data_free(&data);
}

int main(void)
{
    make_file();
    test_content();
    test_changes();
    test_hostile();
    expect("foreign file", 0, 0x464c457f, false, "not a pathprof data file");
    expect("another version", 1, 2, false, "version 2, but this pathprof reads version 1");
    expect("wrong check sum", 3, 0, false, "check sum is wrong");
    expect("record too long", 5, 1 << 20, true, "its records are impossible");
    expect("name too long", 8, 9, true, "no proper name");
    expect("name with a zero", 9, 0x67007270, true, "no proper name");
    expect("place of no length", 47, 0, true, "its records are impossible");
    expect("place too long", 48, 17, true, "is not a module's place");
    expect("place with a zero", 49, 0x6f72702f706d0000, true, "is not a module's place");
    expect("a place behind a unit", 10, PATHPROF_TAG_PLACE, true, "is not a module's place");
    expect("a place without a module", 40, 99, true, "is not a module's place");
    expect("unit without module", 4, 99, true, "belongs to no module");
    expect("function without unit", 10, 99, true, "belongs to no unit");
    expect("paths out of order", 22, 3, true, "out of order");
    expect("functions out of order", 17, 7, true, "out of order");
    expect("a function's index that is none", 30, (uint64_t)1 << 32, true, "out of order");
    expect("functions behind calls", 15, PATHPROF_TAG_TARGETS, true, "out of order");
    expect("live files that are not the first record", 24, PATHPROF_TAG_ABSORBED, true,
           "not the first");
    expect("samples that are not at the beginning", 24, PATHPROF_TAG_SAMPLES, true,
           "not where they belong");
    expect("pairs beyond the record", 19, 3, true, "wrong length");
    return 0;
}
