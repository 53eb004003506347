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
#include <sys/resource.h>
#include <unistd.h>
#include <zlib.h>

#include "data-sum.h"
#include "input/input.h"
#include "live.h"
#include "notes-format.h"
#include "plugin-options.h"
#include "profile.h"
#include "tool/lane-read.h"
#include "tool/spelling.h"
#include "../../runtime/format.h"

#define MOST_BYTES 4096
#define MAP_SIZE (1 << 14)
#define MOST_INPUTS 20000

void __sanitizer_set_death_callback(void (*callback)(void));
bool fuzz_runtime(const unsigned char *bytes, size_t size);

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
static unsigned char now[MOST_BYTES + 8]; /* what is being tried */
static size_t now_size;
static uint64_t state;

static uint64_t roll(uint64_t below)
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

static uint64_t fnv(const unsigned char *bytes, size_t size)
{
    return pp_fnv(PP_FNV_START, bytes, size);
}

static void need(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz: %s\n", what);
    abort();
}

/* ---- The readers.  Each returns whether the input is whole.  */

static void repair_data(void)
{
    if (now_size < 32)
        return;
    pp_word_to(now, PATHPROF_DATA_MAGIC);
    pp_word_to(now + 8, PATHPROF_FORMAT_VERSION);
    pp_word_to(now + 16, now_size);
    pp_word_to(now + 24, fnv(now + 32, now_size - 32));
}

static bool try_data(void)
{
    struct pp_data data, again, sum = {0};
    if (roll(50))
        repair_data();
    char *wrong = pp_data_read(&data, now, now_size);
    bool whole = !wrong;
    free(wrong);
    if (!whole)
        return false;
    /* What is written is read back, and twice it is twice it. */
    size_t size;
    unsigned char *bytes = pp_data_write(&data, false, &size);
    wrong = pp_data_read(&again, bytes, size);
    need(!wrong, "what was written cannot be read");
    need(again.num_modules == data.num_modules, "modules were lost");
    free(pp_data_add(&sum, &data, 1));
    free(pp_data_add(&sum, &again, 0.5));
    free(bytes);
    pp_data_free(&sum);
    pp_data_free(&again);
    pp_data_free(&data);
    return true;
}

static bool try_runtime(void)
{
    repair_data();
    return fuzz_runtime(now, now_size);
}

static bool try_live(void)
{
    struct pathprof_live_header head;
    /* Pages are short of space here: the extents of a corpus file begin at its second page. */
    if (now_size >= sizeof head && roll(50)) {
        pp_word_to(now, PATHPROF_LIVE_MAGIC);
        pp_word_to(now + 8, PATHPROF_FORMAT_VERSION);
        uint64_t size = pp_word_from(now + 64);
        if (size >= sizeof head && size <= now_size)
            pp_word_to(now + 72, fnv(now + sizeof head, size - sizeof head));
    }
    /* Behind these the extents, of which the input has headers and the first bytes: */
    size_t at = 1024, pages = 0;
    static unsigned char file[64 * PATHPROF_LIVE_PAGE];
    static size_t dirty;
    memset(file, 0, dirty);
    memcpy(file, now, now_size < at ? now_size : at);
    for (; at < now_size && pages < 30; at += 512, pages++) {
        unsigned char *page = file + (1 + 2 * pages) * PATHPROF_LIVE_PAGE;
        size_t size = now_size - at < 512 ? now_size - at : 512;
        memcpy(page, now + at, size < 64 ? size : 64);
        pp_word_to(page, PATHPROF_EXTENT_MAGIC);
        pp_word_to(page + 40, fnv(page, 40));
        if (size > 64)
            memcpy(page + PATHPROF_LIVE_PAGE, now + at + 64, size - 64);
    }
    dirty = (1 + 2 * pages) * PATHPROF_LIVE_PAGE;
    struct pp_data data;
    uint64_t id;
    char *wrong = pp_live_read(&data, &id, file, dirty);
    bool whole = !wrong;
    free(wrong);
    if (!whole)
        return false;
    size_t size;
    unsigned char *bytes = pp_data_write(&data, false, &size);
    pp_data_free(&data);
    wrong = pp_data_read(&data, bytes, size);
    need(!wrong, "what a live file says cannot be a data file");
    pp_data_free(&data);
    free(bytes);
    return true;
}

/* The input is a payload; now and then, the whole image. */
static bool try_notes(void)
{
    static unsigned char image[2 * MOST_BYTES + 256];
    struct pp_notes notes;
    struct pp_profile profile;
    size_t size = now_size;
    if (roll(50)) {
        uLongf packed = sizeof image - PP_NOTES_HEADER - 8;
        memset(image, 0, sizeof image);
        if (compress2(image + PP_NOTES_HEADER, &packed, now, now_size, 0) != Z_OK)
            abort();
        size = (PP_NOTES_HEADER + packed + 7) & ~(size_t)7;
        pp_put_word_at(image, PP_NOTES_WORD_MAGIC, PP_NOTES_MAGIC);
        pp_put_word_at(image, PP_NOTES_WORD_VERSION, PP_NOTES_VERSION);
        pp_put_word_at(image, PP_NOTES_WORD_SIZE, size);
        pp_put_word_at(image, PP_NOTES_WORD_RAW, now_size);
        pp_put_word_at(image, PP_NOTES_WORD_STAMP, 4711);
        pp_put_word_at(image, PP_NOTES_WORD_CHECK, pp_notes_check(image, size));
    } else {
        memcpy(image, now, now_size);
    }
    pp_notes_init(&notes);
    char *wrong = pp_notes_read(&notes, image, size);
    bool whole = !wrong;
    free(wrong);
    if (whole) {
        free(pp_profile_make(&profile, &notes, NULL));
        pp_profile_free(&profile);
    }
    pp_notes_free(&notes);
    return whole;
}

static bool try_lanes(void)
{
    static char name[64];
    snprintf(name, sizeof name, "/dev/shm/pathprof-fuzz.%ld", (long)getpid());
    FILE *out = fopen(name, "wb");
    if (!out || fwrite(now, 1, now_size, out) != now_size || fclose(out) != 0)
        abort();
    struct pp_lanes lanes;
    bool whole = pp_lanes_read(&lanes, name);
    if (whole)
        pp_lanes_free(&lanes);
    unlink(name);
    return whole;
}

/* Lines KEY=VALUE.  Values of regular expressions, and names of files, are the user's own affair.
 */
static bool try_options(void)
{
    struct pp_options options;
    bool whole = true;
    pp_options_init(&options);
    now[now_size] = 0;
    for (char *line = strtok((char *)now, "\n"); line; line = strtok(NULL, "\n")) {
        char *value = strchr(line, '=');
        if (value)
            *value++ = 0;
        if (!strcmp(line, "functions") || !strcmp(line, "exclude") || !strcmp(line, "files"))
            continue;
        char *wrong = pp_options_take(&options, line, value);
        whole = whole && !wrong;
        free(wrong);
    }
    return whole;
}

/* A name as demangled; behind a newline, what the user calls it. */
static bool try_spelling(void)
{
    now[now_size] = 0;
    for (size_t i = 0; i < now_size; i++)
        now[i] = now[i] ? now[i] : ' ';
    char *text = malloc(now_size + 1), *name = strchr((char *)now, '\n');
    size_t length = name ? (size_t)(name - (char *)now) : now_size;
    memcpy(text, now, length);
    text[length] = 0;
    struct pp_spelling s = pp_spell(text);
    need(s.start >= text && s.start <= s.params && s.params <= s.end && s.end <= text + length,
         "the parts of a name are out of order");
    if (*s.end == 0 || *s.start)
        need(pp_spelling_rank(text, text, length) == 1 || !length, "a name does not name itself");
    unsigned rank = name ? pp_spelling_rank(text, name + 1, strlen(name + 1)) : 0;
    size_t size;
    const char *bare = pp_bare_name(text, &size);
    need(bare >= text && bare + size <= text + length, "a bare name is outside of its name");
    free(text);
    return rank > 0;
}

static const struct target {
    const char *name;
    bool (*try)(void);
} targets[] = {{"data", try_data},        {"runtime", try_runtime}, {"live", try_live},
               {"notes", try_notes},      {"lanes", try_lanes},     {"options", try_options},
               {"spelling", try_spelling}};

/* ---- The loop.  */

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
        if (++target == targets + sizeof targets / sizeof *targets)
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
