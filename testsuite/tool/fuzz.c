/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzz TARGET SEED TIMES CORPUS [OUT]: gives a reader damaged input, TIMES times, within one
   process.

   What is damaged are the files of the directory CORPUS and, as they are found, inputs that made
   the reader do what none had done before: the compiler counts edges for us
   (-fsanitize-coverage=trace-pc), as in Zalewski's AFL.  Lengths and check sums are made right
   again after the damage, or nothing would come past them.  A reader that does anything that it
   must not ends the process: the sanitizers see to that, and the input is in the file "crash". With
   OUT, new inputs are written to that directory. */
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fuzz.h"
#include "core/base/endian.h"

#define MAP_SIZE (1 << 14)
#define MOST_INPUTS 20000

void __sanitizer_set_death_callback(void (*callback)(void));

static unsigned char map[MAP_SIZE], seen[MAP_SIZE];

void __sanitizer_cov_trace_pc(void)
{
    uintptr_t place = (uintptr_t)__builtin_return_address(0);
    static uintptr_t last;
    unsigned char *count = &map[(place ^ last) % MAP_SIZE];
    *count += *count < 255;
    last = place >> 1;
}

struct input {
    unsigned char *bytes;
    size_t size;
};

static struct input inputs[MOST_INPUTS];
static size_t num_inputs;
unsigned char now[MOST_BYTES + 8];
size_t now_size;
static uint64_t state;

uint64_t roll(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below ? state % below : 0;
}

static void on_death(void)
{
    FILE *out = fopen("crash", "wb");
    if (out && fwrite(now, 1, now_size, out) == now_size)
        fclose(out);
}

static void on_alarm(int signal)
{
    (void)signal;
    on_death();
    static const char text[] = "fuzz: this takes too long\n";
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0)
        _exit(4);
    _exit(3);
}

static void keep(const unsigned char *bytes, size_t size, const char *out)
{
    if (num_inputs == MOST_INPUTS)
        return;
    struct input *input = &inputs[num_inputs++];
    input->bytes = malloc(size + 1);
    input->size = size;
    memcpy(input->bytes, bytes, size);
    if (!out)
        return;
    char name[512];
    snprintf(name, sizeof name, "%s/%05zu", out, num_inputs);
    FILE *file = fopen(name, "wb");
    if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        abort();
}

static void read_corpus(const char *name)
{
    DIR *dir = opendir(name);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        char path[512];
        unsigned char bytes[MOST_BYTES];
        snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        FILE *in = entry->d_name[0] != '.' ? fopen(path, "rb") : NULL;
        if (!in)
            continue;
        size_t size = fread(bytes, 1, sizeof bytes, in);
        fclose(in);
        keep(bytes, size, NULL);
    }
    if (dir)
        closedir(dir);
    if (!num_inputs)
        keep((const unsigned char *)"", 0, NULL);
}

static size_t chunk(size_t most)
{
    size_t size = 1 + roll(roll(4) ? 8 : 64);
    return size < most ? size : most;
}

/* One change of what is being tried. */
static void damage(void)
{
    static const uint64_t odd[] = {
        0,   1,    7,         8,          16,        127,        128,
        255, 4096, INT32_MAX, UINT32_MAX, INT64_MAX, UINT64_MAX, UINT64_MAX - 7};
    size_t at = roll(now_size + 1), size;
    const struct input *other = &inputs[roll(num_inputs)];
    switch (now_size ? roll(9) : 8) {
    case 0:
        now[roll(now_size)] ^= (unsigned char)(1 << roll(8));
        break;
    case 1:
        now[roll(now_size)] = (unsigned char)roll(256);
        break;
    case 2:
        now[roll(now_size)] += (unsigned char)(roll(2) ? 1 : -1);
        break;
    case 3: /* a word */
        if (now_size >= 8)
            pp_word_to(now + roll((now_size - 8) / 8 + 1) * 8, odd[roll(sizeof odd / sizeof *odd)]);
        break;
    case 4: /* take out */
        size = chunk(now_size - at);
        memmove(now + at, now + at + size, now_size - at - size);
        now_size -= size;
        break;
    case 5: /* twice */
        size = chunk(now_size - at);
        if (now_size + size > MOST_BYTES)
            break;
        memmove(now + at + size, now + at, now_size - at);
        now_size += size;
        break;
    case 6: /* elsewhere */
        size = chunk(now_size - at);
        memmove(now + roll(now_size - size + 1), now + at, size);
        break;
    case 7: /* the end of another */
        if (at < other->size) {
            size = other->size - at;
            memcpy(now + at, other->bytes + at, size);
            now_size = at + size;
        }
        break;
    default: /* a piece of another */
        size = other->size ? chunk(other->size) : 0;
        if (now_size + size > MOST_BYTES)
            break;
        memmove(now + at + size, now + at, now_size - at);
        memcpy(now + at, other->bytes + roll(other->size - size + 1), size);
        now_size += size;
    }
}

/* Whether the last run went where none had gone, or so often. */
static bool is_new(void)
{
    bool found = false;
    for (size_t i = 0; i < MAP_SIZE; i += 8) {
        uint64_t word;
        memcpy(&word, map + i, 8);
        for (size_t j = i; word && j < i + 8; j++) {
            unsigned char bit =
                map[j]
                    ? (unsigned char)(1 << (map[j] > 3
                                                ? 2 + (map[j] > 7) + (map[j] > 31) + (map[j] > 127)
                                                : map[j] / 2))
                    : 0;
            found = found || (bit & ~seen[j]);
            seen[j] |= bit;
        }
    }
    return found;
}

int main(int argc, char **argv)
{
    const struct target *target = targets;
    if (argc < 5)
        return 2;
    while (strcmp(target->name, argv[1]) != 0)
        if (!(++target)->name)
            return 2;
    state = strtoull(argv[2], NULL, 10) * 0x9E3779B97F4A7C15u + 1;
    uint64_t times = strtoull(argv[3], NULL, 10), whole = 0;
    read_corpus(argv[4]);
    size_t given = num_inputs;
    __sanitizer_set_death_callback(on_death);
    signal(SIGALRM, on_alarm);
    signal(SIGABRT, on_alarm);
    for (uint64_t i = 0; i < times; i++) {
        const struct input *from = &inputs[i < given ? i : roll(num_inputs)];
        unsigned char before[MOST_BYTES];
        memcpy(now, from->bytes, from->size);
        now_size = from->size;
        for (uint64_t n = i < given ? 0 : 1 + roll(roll(4) ? 4 : 16); n > 0; n--)
            damage();
        memcpy(before, now, now_size);
        size_t size = now_size;
        memset(map, 0, sizeof map);
        alarm(20);
        whole += target->try();
        if (is_new() && i >= given)
            keep(before, size, argc > 5 ? argv[5] : NULL);
    }
    printf("%s: %" PRIu64 " inputs, %" PRIu64 " of them whole, %zu that went new ways\n",
           target->name, times, whole, num_inputs - given);
    return 0;
}
