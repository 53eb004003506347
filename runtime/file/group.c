/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* Processes that end at the same time: one of them writes the data file for all.

   A process that finds the data file locked appends its records to a file beside it, NAME.group.N,
   where N is made from the build, and waits until they are in the data file.  One that finds such a
   file does the same at once: those who lead would else wait for the lock with all who come.  One
   of those that wait holds the lock of the group's file and leads: it waits for the data file's
   lock, sums up everything that has been appended, replaces the data file once, and notes in the
   group's file how many bytes of it are merged.  Those whose records are merged are done; one of
   the rest leads next.  So a thousand processes cost a few replacements of the data file, and a
   few waits for the disk.

   The leader wakes a few of those that wait, and each that is done wakes another when it ends.
   Thousands that were woken at once, and ended at once, would queue up for the kernel's locks of
   what they have mapped.  They also wake up by themselves, as in wait.c, because the process that
   was to wake them may have been killed.

   If a leader is killed, its lock is free and another process leads.  Whether the dead leader had
   replaced the data file already is written there: the record ABSORBED has the group's number and
   how many of its bytes were merged (and these are on the disk before the record is, so that it is
   true after a crash of the system, too).  If a process is killed that waits, its records are merged
   all the same.  An entry that is incomplete because its writer was killed has a wrong check sum
   and is skipped.  The file is removed when all of it is merged; a process that has opened it
   before and appends to it afterwards leads, and merges its entry itself.

   No process waits for ever, even if a leader was stopped or somebody keeps the data file locked.
   One that gives up has appended its records, and the next run of the program merges them. */
#include "../runtime.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>

#define GROUP_MAGIC 0x3230524750505050ull /* "PPPPGR02" as it lies in the file */
#define BETWEEN_LOOKS 2000000ull          /* nanoseconds */
#define MOST_LOOKS 50
#define FOR_EACH_AHEAD 10000000ull /* nanoseconds, for each that has waited longer */
#define MOST_AHEAD 100
#define AT_ONCE 2 /* are woken by who leads */
#define GROUP_ENDING ".group."

struct group_head {
    uint64_t magic;
    uint64_t id;     /* a random number */
    uint64_t merged; /* so many bytes of the file are in the data file */
};

struct group_entry {
    uint64_t id; /* the group's */
    uint64_t length;
    uint64_t another; /* process among the runs, or one that is there already */
    uint64_t check;   /* of this and of the records that follow */
};

struct group {
    int descriptor; /* -1: none */
    bool leads;
    const uint32_t *word; /* of the mark MERGED in the mapped file, or NULL; for futexes alone:
                             whoever may cut the file does no harm then */
    struct statx state;
    struct group_head head;
    uint64_t own, own_end; /* where this process's entry is; 0: it is in none */
    struct buffer content; /* of the file, from what is not merged on */
    uint64_t begin;        /* where in the file that is */
};

static char group_name[BESIDE]; /* the lock is held */
static uint64_t group_build;    /* N */

static uint64_t check_of(const struct group_entry *entry, const void *records)
{
    uint64_t check = fnv1a(FNV_BASIS, entry, offsetof(struct group_entry, check));
    return fnv1a(check, records, entry->length);
}

static bool read_head(struct group *group)
{
    return system_read_at(group->descriptor, &group->head, sizeof group->head, 0) ==
               sizeof group->head &&
           group->head.magic == GROUP_MAGIC;
}

static bool write_head(struct group *group)
{
    return system_write_at(group->descriptor, &group->head, sizeof group->head, 0) ==
           sizeof group->head;
}

/* Maps the word that is waited for; only who waits, or wakes others, needs it. */
static const uint32_t *word_of(struct group *group)
{
    const char *page = NULL;
    if (!group->word)
        page = system_map_to_read(PATHPROF_LIVE_PAGE, group->descriptor);
    if (page)
        group->word = (const void *)(page + offsetof(struct group_head, merged));
    return group->word;
}

static void group_close(struct group *group)
{
    buffer_free(&group->content);
    if (group->descriptor >= 0) {
        if (group->leads) {
            system_unlock(group->descriptor);
            if (word_of(group))
                system_wake(group->word, AT_ONCE);
        } else if (group->word) {
            system_wake(group->word, 1);
        }
        system_close(group->descriptor);
    }
    if (group->word)
        system_unmap((const char *)group->word - offsetof(struct group_head, merged),
                     PATHPROF_LIVE_PAGE);
    *group = (struct group){.descriptor = -1};
}

/* Opens the group's file of the build STAMP, or makes it, if MAKE.  It must be one that nobody else
   can open. */
static bool group_open(struct group *group, const struct place *place, uint64_t stamp, bool make)
{
    const int how = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
    group_build = fnv1a(stamp, module_name(), strlen(module_name())) | 1;
    if (is_secure())
        return false;
    name_beside(group_name, place, GROUP_ENDING, group_build);
    int descriptor = -EEXIST;
    for (unsigned patience = 10; patience && descriptor == -EEXIST; patience--) {
        descriptor = system_open_at(place->directory, group_name, how, 0);
        if (descriptor == -ENOENT && make)
            descriptor = system_open_at(place->directory, group_name, how | O_CREAT | O_EXCL, 0600);
    }
    if (descriptor < 0)
        return false;
    *group = (struct group){.descriptor = descriptor};
    if (system_stat(descriptor, "", &group->state) == 0 && S_ISREG(group->state.stx_mode) &&
        group->state.stx_uid == system_user() && !(group->state.stx_mode & 077))
        return true;
    group_close(group);
    return false;
}

/* Reads the head, and makes it if the file is empty.  Whoever finds the file so does that: the process
   that made it may be stopped, or dead.  All append, so of several heads the first one counts, and
   the others are skipped as an incomplete entry is. */
static bool read_or_make_head(struct group *group)
{
    if (group->state.stx_size == 0) {
        group->head = (struct group_head){.magic = GROUP_MAGIC, .merged = sizeof group->head};
        system_random(&group->head.id, sizeof group->head.id);
        write_head(group);
    }
    return read_head(group);
}

/* Appends RECORDS.  Returns false if there is no room. */
static bool append_entry(struct group *group, const struct buffer *records, bool another)
{
    struct group_entry entry = {group->head.id, records->size, another, 0};
    const struct iovec parts[] = {{&entry, sizeof entry}, {records->bytes, records->size}};
    uint64_t size = sizeof entry + records->size, end = group->state.stx_size + size;
    uint64_t limit = system_size_limit();
    entry.check = check_of(&entry, records->bytes);
    if (end >= PATHPROF_MOST_BYTES / 2 || (limit <= PATHPROF_MOST_BYTES && end >= limit / 2) ||
        system_write_parts(group->descriptor, parts, 2) != (ssize_t)size) /* as one piece */
        return false;
    group->own_end = system_position(group->descriptor);
    group->own = group->own_end - size;
    return true;
}

/* Leads, if nobody else does. */
static bool group_lead(struct group *group)
{
    group->leads = system_lock(group->descriptor, F_OFD_SETLK) == 0;
    if (group->leads)
        system_write_anywhere(group->descriptor); /* the head, for one */
    return group->leads;
}

/* Leads no more. */
static void group_follow(struct group *group)
{
    system_unlock(group->descriptor);
    group->leads = false;
}

/* Waits for a change of what is merged; returns false if it has waited long enough.  Who is not
   woken looks by himself now and then, the less often, the more there are before him who will do
   so: thousands that all do would leave no time for anything else. */
static bool wait_for_change(struct group *group, struct patience *patience)
{
    uint64_t first = FIRST_OF_MANY, longest = LONGEST_OF_MANY;
    uint32_t seen;
    if (word_of(group)) {
        uint64_t ahead = (group->own - group->head.merged) / (group->own_end - group->own);
        uint64_t pause = (ahead < MOST_AHEAD ? ahead : MOST_AHEAD) * FOR_EACH_AHEAD;
        first = first > pause ? first : pause;
        longest = longest > pause ? longest : pause;
        if (patience->pause < first / 2)
            patience->pause = first / 2;
    }
    uint64_t pause = next_pause(patience, longest);
    memcpy(&seen, &group->head.merged, sizeof seen);
    if (!group->word || !system_wait(group->word, seen, pause))
        system_sleep(pause);
    return pause != 0;
}

/* Waits until somebody has merged what this process has appended, or it has been long enough.
   Returns false if it is to lead now. */
static bool group_wait(struct group *group, struct patience *patience)
{
    uint64_t merged = group->head.merged;
    do {
        if (!read_head(group) || group->head.merged >= group->own_end)
            return true;
        if (group_lead(group)) { /* nobody else moves the mark now */
            if (read_head(group))
                return group->head.merged >= group->own_end;
            group_follow(group);
            return true;
        }
        if (group->head.merged != merged)
            patience->idle = 0;
        merged = group->head.merged;
    } while (wait_for_change(group, patience));
    return true;
}

/* Whether what this process has appended is not in the data file yet. */
static bool group_keeps(const struct group *group)
{
    return group->own_end > group->head.merged;
}

/* Joins the group of the build STAMP with RECORDS, or begins one, if MAY_BEGIN.  Returns whether
   that was all; otherwise GROUP->descriptor is -1, or it leads. */
static bool group_join(struct group *group, const struct place *place, uint64_t stamp,
                       bool may_begin, const struct buffer *records, bool another,
                       struct patience *patience)
{
    if (!group_open(group, place, stamp, may_begin))
        return false;
    if (read_or_make_head(group) && append_entry(group, records, another))
        return group_wait(group, patience);
    group_close(group);
    return false;
}

/* The data file's lock was free: takes over a group that has no leader, if there is one. */
static void group_adopt(struct group *group, const struct place *place, uint64_t stamp)
{
    if (!group_open(group, place, stamp, false))
        return;
    if (!group_lead(group)) {
        group_close(group);
    } else if (!read_head(group)) { /* who made it was killed */
        remove_at(place, group_name, &group->state);
        group_close(group);
    }
}

/* Waits a little while others append: one wait for the disk should do for many. */
static void group_gather(struct group *group)
{
    uint64_t size = 0;
    for (unsigned looks = 0; looks < MOST_LOOKS; looks++) {
        if (system_stat(group->descriptor, "", &group->state) != 0 || group->state.stx_size == size)
            break;
        size = group->state.stx_size;
        system_sleep(BETWEEN_LOOKS);
    }
}

/* Reads what has been appended behind what is merged.  Lead. */
static bool group_read(struct group *group)
{
    group_gather(group);
    struct buffer *content = &group->content;
    content->size = 0;
    group->begin = group->head.merged;
    if (system_stat(group->descriptor, "", &group->state) != 0 ||
        group->state.stx_size < group->begin || group->state.stx_size > PATHPROF_MOST_BYTES)
        return false;
    uint64_t size = group->state.stx_size - group->begin;
    if (size && !buffer_reserve(content, size))
        return false;
    while (content->size < size) {
        ssize_t got = system_read_at(group->descriptor, content->bytes + content->size,
                                     size - content->size, group->begin + content->size);
        if (got <= 0)
            return false;
        content->size += (size_t)got;
    }
    return true;
}

/* The first entry at *AT or behind it, which then is its end; NULL if there is none. */
static const struct group_entry *next_entry(const struct group *group, uint64_t *at)
{
    const struct buffer *content = &group->content;
    for (uint64_t place = *at - group->begin; place + sizeof(struct group_entry) <= content->size;
         place++) {
        const struct group_entry *entry = (const void *)(content->bytes + place);
        if (entry->id == group->head.id && entry->length <= content->size - place - sizeof *entry &&
            entry->check == check_of(entry, entry + 1)) {
            *at = group->begin + place + sizeof *entry + entry->length;
            return entry;
        }
    }
    return NULL;
}

/* Sums of as many entries as a binary digit stands for: each is copied no more often than there are
   digits. */
#define MOST_DIGITS 32
struct digits {
    struct buffer sums[MOST_DIGITS]; /* empty: the digit is 0 */
    struct buffer spare[MOST_DIGITS];
    unsigned num_spare; /* memory of sums that are done with, for the next ones */
};

static struct buffer take_spare(struct digits *digits)
{
    struct buffer none = {0};
    return digits->num_spare ? digits->spare[--digits->num_spare] : none;
}

static void keep_spare(struct digits *digits, struct buffer *done)
{
    if (done->lent || digits->num_spare == MOST_DIGITS) {
        buffer_free(done);
    } else {
        done->size = 0;
        digits->spare[digits->num_spare++] = *done;
    }
}

/* Adds RECORDS, which are its then.  Returns as sum_modules does. */
static const char *digits_add(struct digits *digits, struct buffer records, unsigned digit)
{
    const char *wrong = NULL;
    for (; !wrong && digit + 1 < MOST_DIGITS && digits->sums[digit].size; digit++) {
        struct buffer sum = take_spare(digits);
        wrong = sum_records(&sum, &digits->sums[digit], &records);
        keep_spare(digits, &digits->sums[digit]);
        keep_spare(digits, &records);
        digits->sums[digit] = (struct buffer){0};
        records = sum;
    }
    if (wrong)
        buffer_free(&records);
    else
        digits->sums[digit] = records;
    return wrong;
}

/* Adds up the entries at *UPTO and behind it into SUM; *UPTO is the end of the last one then, and
   *RUNS are added, how many of them are of another process.  Returns as sum_modules does. */
static const char *group_sum(const struct group *group, struct buffer *sum, uint64_t *upto,
                             uint64_t *runs)
{
    static struct digits digits; /* the lock is held */
    const struct group_entry *entry;
    const char *wrong = NULL;
    while (!wrong && (entry = next_entry(group, upto))) {
        struct buffer records = buffer_in((void *)(entry + 1), entry->length); /* is only read */
        records.size = entry->length;
        *runs += entry->another;
        wrong = digits_add(&digits, records, 0);
    }
    for (unsigned digit = 0; digit < MOST_DIGITS; digit++) {
        struct buffer *next = &digits.sums[digit], both = {0};
        if (next->size && sum->size && !wrong) {
            wrong = sum_records(&both, sum, next);
            buffer_free(sum);
            *sum = both;
        } else if (next->size && !wrong) {
            *sum = *next;
            *next = both;
        }
        buffer_free(next);
    }
    while (digits.num_spare)
        buffer_free(&digits.spare[--digits.num_spare]);
    return wrong;
}

/* All is done: lets the others go.  A file that is removed says what is merged to those who have it open still; so the
   data file need not. */
static void group_finish(struct group *group, const struct place *place)
{
    if (group->descriptor >= 0 && group->leads && write_head(group) &&
        system_stat(group->descriptor, "", &group->state) == 0 &&
        group->state.stx_size <= group->head.merged)
        remove_at(place, group_name, &group->state);
    group_close(group);
}

/* What this process has appended it keeps: it could not be written. */
static void group_take_back(struct group *group)
{
    struct group_entry none = {0};
    if (group->descriptor >= 0 && group->leads && group->own_end > group->head.merged)
        system_write_at(group->descriptor, &none, sizeof none, group->own);
}

/* The group of ENTRY, which has been put into the data file. */
static struct pathprof_absorbed group_entry_of(const struct group *group, uint64_t merged)
{
    uint64_t minute = this_minute() << PATHPROF_ABSORBED_TIME;
    return (struct pathprof_absorbed){group->head.id, group_build,
                                      PATHPROF_ABSORBED_GROUP | minute | merged};
}
