/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* The data file: locked, read, checked, merged and replaced as a whole.

   The lock is on the data file itself (an open-file-description lock: two modules of one process
   exclude each other as two processes do).  As the file is replaced by renaming, whoever gets the
   lock looks whether what it has locked is still what the name means, and starts again if not.  A
   file that cannot be merged with is renamed, never overwritten; then too everything starts again,
   with a new empty file, so that at no time anything is replaced that was not read under its lock.
 */
#include "runtime.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

static uint64_t fnv1a(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * 0x100000001b3ull;
    return hash;
}

static void lost(const char *what, const char *path, int error)
{
    SAY("cannot ", what, " ", path, ": ", error_text(error),
        "; the counts of this run are not written (PATHPROF_FILE=... chooses another place)");
}

/* ---- The old file.  */

struct old_file {
    int descriptor;
    struct statx state;
    const char *bytes;
    size_t size;
};

static void old_close(struct old_file *old)
{
    if (old->bytes)
        system_unmap((void *)old->bytes, old->size);
    system_close(old->descriptor);
}

/* Opens PATH, made if it is not there, and waits for its lock.  Returns false, having said why, if
   there is nothing that can be locked. */
static bool old_open(struct old_file *old, const char *path)
{
    /* Each time round another process has written, unless the file system makes up file numbers. */
    for (unsigned patience = 100000; patience > 0; patience--) {
        old->bytes = NULL;
        old->size = 0;
        old->descriptor = system_open(path, O_RDWR | O_CREAT | O_NONBLOCK, 0666);
        if (old->descriptor < 0 || system_stat(old->descriptor, "", &old->state) != 0) {
            lost("open", path, errno);
            if (old->descriptor >= 0)
                system_close(old->descriptor);
            return false;
        }
        if (!S_ISREG(old->state.stx_mode)) {
            if (strcmp(path, "/dev/null") != 0)
                lost("write", path, EINVAL);
            system_close(old->descriptor);
            return false;
        }
        if (system_lock(old->descriptor, F_OFD_SETLKW) != 0)
            system_lock(old->descriptor, F_SETLKW); /* else without: better than no counts */
        struct statx named;
        if (system_stat(0, path, &named) == 0 && named.stx_ino == old->state.stx_ino &&
            named.stx_dev_major == old->state.stx_dev_major &&
            named.stx_dev_minor == old->state.stx_dev_minor &&
            system_stat(old->descriptor, "", &old->state) == 0)
            return true;
        system_close(old->descriptor);
    }
    lost("lock", path, EAGAIN);
    return false;
}

/* Returns NULL, or what keeps OLD from being merged with. */
static const char *old_read(struct old_file *old)
{
    if (old->state.stx_size > SIZE_MAX / 4)
        return "is too large";
    old->size = old->state.stx_size;
    if (old->size == 0)
        return NULL; /* made a moment ago */
    void *bytes = system_map(old->size, MAP_PRIVATE, old->descriptor, 0);
    if (!bytes)
        return "cannot be read";
    old->bytes = bytes;

    const struct pathprof_data_header *header = bytes;
    if (old->size < 8 || header->magic != PATHPROF_DATA_MAGIC)
        return "is not a pathprof data file";
    if (old->size >= 16 && header->version != PATHPROF_FORMAT_VERSION)
        return "was written by another version of pathprof";
    if (old->size < sizeof *header || header->length != old->size || old->size % 8)
        return "is truncated or has been changed";
    if (header->check != fnv1a(FNV_BASIS, header + 1, old->size - sizeof *header))
        return "is damaged";

    uint64_t above = 0; /* the innermost record that is open */
    for (size_t place = sizeof *header; place < old->size;) {
        const struct pathprof_record *record = (void *)(old->bytes + place);
        size_t rest = old->size - place;
        if (rest < sizeof *record || record->length > rest - sizeof *record || record->length % 8)
            return "is damaged";
        const struct pathprof_data_module *module_data = (void *)(record + 1);
        const struct pathprof_data_function *function = (void *)(record + 1);
        bool good = true;
        if (record->tag == PATHPROF_TAG_MODULE)
            good = record->length >= sizeof *module_data &&
                   module_data->name_length <= record->length - sizeof *module_data;
        else if (record->tag == PATHPROF_TAG_UNIT)
            good =
                above >= PATHPROF_TAG_MODULE && record->length == sizeof(struct pathprof_data_unit);
        else if (record->tag == PATHPROF_TAG_FUNCTION)
            good = above >= PATHPROF_TAG_UNIT && record->length >= sizeof *function &&
                   function->count == (record->length - sizeof *function) / 16 &&
                   record->length % 16 == sizeof *function % 16;
        if (!good)
            return "is damaged";
        if (record->tag <= PATHPROF_TAG_FUNCTION)
            above = record->tag == PATHPROF_TAG_FUNCTION ? PATHPROF_TAG_UNIT : record->tag;
        place += sizeof *record + record->length;
    }
    return NULL;
}

/* Renames PATH to PATH.ENDING, or PATH.ENDING.N if that is taken.  Returns false, having said why,
   if it cannot. */
static bool set_aside(const char *path, const char *ending, const char *first, const char *second)
{
    char aside[PATH_MAX + 64], digits[21];
    struct statx there;
    for (unsigned n = 0; n < 1000; n++) {
        size_t used = text_append(aside, 0, sizeof aside, path);
        used = text_append(aside, used, sizeof aside, ".");
        used = text_append(aside, used, sizeof aside, ending);
        if (n) {
            used = text_append(aside, used, sizeof aside, ".");
            text_append(aside, used, sizeof aside, decimal(digits, n));
        }
        int result = system_link(path, aside); /* unlike rename it never replaces */
        if (result == 0)
            result = system_unlink(path);
        else if (errno != EEXIST && system_stat(0, aside, &there) != 0)
            result = system_rename(path, aside); /* a file system without links */
        else
            continue;
        if (result == 0) {
            SAY(path, " ", first, second, "; kept as ", aside);
            return true;
        }
        break;
    }
    lost("set aside", path, errno);
    return false;
}

/* ---- Merging.  */

struct cursor {
    const char *place, *end;
};

static const struct pathprof_record *next_record(const struct cursor *cursor)
{
    return cursor->place < cursor->end ? (const void *)cursor->place : NULL;
}

static void step(struct cursor *cursor)
{
    cursor->place += sizeof(struct pathprof_record) + next_record(cursor)->length;
}

/* Passes over records of tags that this version does not know, which go into the new file as they
   are.  Returns the record after them, or NULL. */
static const struct pathprof_record *known_record(struct cursor *cursor, struct buffer *into)
{
    const struct pathprof_record *record;
    while ((record = next_record(cursor)) &&
           (record->tag < PATHPROF_TAG_MODULE || record->tag > PATHPROF_TAG_FUNCTION)) {
        if (!buffer_append(into, record, sizeof *record + record->length))
            return NULL;
        step(cursor);
    }
    return record;
}

static uint64_t saturating(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Appends the sum of two records of the same function. */
static bool sum_functions(struct buffer *into, const struct pathprof_record *a,
                          const struct pathprof_record *b)
{
    struct pathprof_data_function head = *(const struct pathprof_data_function *)(a + 1);
    const struct pathprof_data_function *other = (const void *)(b + 1);
    const struct pathprof_pair *x = (const void *)((const char *)(a + 1) + sizeof head);
    const struct pathprof_pair *y = (const void *)(other + 1);
    const struct pathprof_pair *x_end = x + head.count, *y_end = y + other->count;
    size_t start = into->size;
    if (!buffer_reserve(into, sizeof *a + a->length + b->length))
        return false;
    struct pathprof_pair *sum = (void *)(into->bytes + start + sizeof *a + sizeof head);
    head.count = 0;
    while (x < x_end || y < y_end) {
        if (y == y_end || (x < x_end && x->key < y->key))
            sum[head.count++] = *x++;
        else if (x == x_end || y->key < x->key)
            sum[head.count++] = *y++;
        else {
            sum[head.count++] = (struct pathprof_pair){x->key, saturating(x->count, y->count)};
            x++;
            y++;
        }
    }
    struct pathprof_record record = {PATHPROF_TAG_FUNCTION, sizeof head + head.count * sizeof *sum};
    memcpy(into->bytes + start, &record, sizeof record);
    memcpy(into->bytes + start + sizeof record, &head, sizeof head);
    into->size = start + sizeof record + record.length;
    return true;
}

static uint64_t function_index(const struct pathprof_record *record)
{
    return record && record->tag == PATHPROF_TAG_FUNCTION
               ? ((const struct pathprof_data_function *)(record + 1))->index
               : UINT64_MAX;
}

/* Appends the sum of a module's old records and its new ones: units agree one by one, functions
   go by rising index.  Returns NULL, "" for want of memory, or what is wrong with the old ones. */
static const char *sum_modules(struct buffer *into, struct cursor old, struct cursor new)
{
    const struct pathprof_record *theirs = known_record(&old, into), *ours = next_record(&new);
    while (theirs || ours) {
        bool good;
        if (!theirs || !ours || theirs->tag != ours->tag ||
            function_index(theirs) != function_index(ours)) {
            uint64_t their_index = function_index(theirs), our_index = function_index(ours);
            bool from_old = their_index < our_index;
            if (their_index == our_index)
                return "is damaged"; /* a unit too many or too few */
            const struct pathprof_record *record = from_old ? theirs : ours;
            good = buffer_append(into, record, sizeof *record + record->length);
            step(from_old ? &old : &new);
        } else if (ours->tag == PATHPROF_TAG_UNIT) {
            if (memcmp(theirs, ours, sizeof *ours + ours->length) != 0)
                return "is damaged";
            good = buffer_append(into, ours, sizeof *ours + ours->length);
            step(&old);
            step(&new);
        } else {
            if (((const struct pathprof_data_function *)(theirs + 1))->checksum !=
                ((const struct pathprof_data_function *)(ours + 1))->checksum)
                return "is damaged";
            good = sum_functions(into, theirs, ours);
            step(&old);
            step(&new);
        }
        if (!good)
            return "";
        theirs = known_record(&old, into);
        ours = next_record(&new);
    }
    return NULL;
}

static bool append_module(struct buffer *into, uint64_t stamp, uint64_t runs)
{
    uint64_t length = strlen(module_name()), padded = (length + 7) & ~(uint64_t)7;
    struct {
        struct pathprof_record record;
        struct pathprof_data_module module;
    } head = {{PATHPROF_TAG_MODULE, sizeof head.module + padded}, {stamp, runs, length}};
    return buffer_append(into, &head, sizeof head) && buffer_append(into, module_name(), length) &&
           buffer_append(into, "\0\0\0\0\0\0\0", padded - length);
}

static bool is_ours(const struct pathprof_record *record)
{
    const struct pathprof_data_module *data = (const void *)(record + 1);
    size_t length = strlen(module_name());
    return data->name_length == length && memcmp(data + 1, module_name(), length) == 0;
}

/* Makes the new file in INTO.  Returns as sum_modules does; *OTHER_STAMP is set, and "other"
   returned, where the old file counts another build of this module. */
static const char *make_file(struct buffer *into, const struct old_file *old,
                             const struct buffer *records, uint64_t stamp, bool another,
                             uint64_t *other_stamp)
{
    struct pathprof_data_header header = {PATHPROF_DATA_MAGIC, PATHPROF_FORMAT_VERSION, 0, 0};
    struct cursor new = {records->bytes, records->bytes + records->size};
    struct cursor cursor = {old->bytes, old->bytes + old->size};
    bool found = false;
    if (!buffer_append(into, &header, sizeof header))
        return "";
    if (old->size)
        cursor.place += sizeof header;
    const struct pathprof_record *record;
    while ((record = next_record(&cursor))) {
        struct cursor whole = cursor; /* the module with all that belongs to it */
        do
            step(&cursor);
        while (next_record(&cursor) && next_record(&cursor)->tag != PATHPROF_TAG_MODULE);
        whole.end = cursor.place;
        if (record->tag != PATHPROF_TAG_MODULE || !is_ours(record)) {
            if (!buffer_append(into, whole.place, whole.end - whole.place))
                return "";
            continue;
        }
        const struct pathprof_data_module *data = (const void *)(record + 1);
        if (data->stamp != stamp) {
            *other_stamp = data->stamp;
            return "other";
        }
        if (found)
            return "is damaged";
        found = true;
        step(&whole);
        if (!append_module(into, stamp, saturating(data->runs, another)))
            return "";
        const char *wrong = sum_modules(into, whole, new);
        if (wrong)
            return wrong;
    }
    if (!found &&
        !(append_module(into, stamp, 1) && buffer_append(into, records->bytes, records->size)))
        return "";
    header.length = into->size;
    header.check = fnv1a(FNV_BASIS, into->bytes + sizeof header, into->size - sizeof header);
    memcpy(into->bytes, &header, sizeof header);
    return NULL;
}

/* ---- The new file.  */

static int write_all(int descriptor, const char *bytes, size_t size)
{
    if (size > system_size_limit()) /* passing it would be a signal */
        return EFBIG;
    while (size) {
        ssize_t written = system_write(descriptor, bytes, size);
        if (written < 0 && errno != EINTR)
            return errno;
        if (written == 0)
            return ENOSPC;
        if (written > 0) {
            bytes += written;
            size -= written;
        }
    }
    return system_sync(descriptor) != 0 && errno != EINVAL ? errno : 0;
}

/* Replaces PATH by the bytes of NEW.  Returns false, having said why. */
static bool replace(const char *path, const struct old_file *old, const struct buffer *new)
{
    char temporary[PATH_MAX + 64], digits[21];
    size_t used = text_append(temporary, 0, sizeof temporary, path);
    used = text_append(temporary, used, sizeof temporary, ".tmp");
    used = text_append(temporary, used, sizeof temporary, decimal(digits, system_pid()));
    int descriptor = -1;
    for (unsigned n = 0; n < 100 && descriptor < 0; n++) {
        if (n) { /* left by a process that was killed */
            size_t end = text_append(temporary, used, sizeof temporary, ".");
            text_append(temporary, end, sizeof temporary, decimal(digits, n));
        }
        descriptor = system_open(temporary, O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    if (descriptor < 0) {
        lost("make", temporary, errno);
        return false;
    }
    int error = write_all(descriptor, new->bytes, new->size);
    if (error == 0 && system_user() != old->state.stx_uid) /* in vain, if not root: its writer's */
        system_change_owner(descriptor, old->state.stx_uid, old->state.stx_gid);
    if (error == 0 && system_change_mode(descriptor, old->state.stx_mode & 0777) != 0)
        error = errno;
    if (system_close(descriptor) != 0 && error == 0)
        error = errno;
    if (error) {
        lost("write", temporary, error);
    } else if (system_rename(temporary, path) != 0) {
        error = errno;
        lost("rename to", path, error);
    }
    if (error)
        system_unlink(temporary);
    return error == 0;
}

/* Adds RECORDS to the file at PATH.  Returns false, having said why, if they are not in it. */
static bool file_add(const struct buffer *records, const char *path, uint64_t stamp, bool another)
{
    for (;;) {
        struct old_file old;
        if (!old_open(&old, path))
            return strcmp(path, "/dev/null") == 0;
        struct buffer new = {0};
        uint64_t other_stamp = 0;
        char hex[17];
        const char *wrong = old_read(&old);
        if (!wrong)
            wrong = make_file(&new, &old, records, stamp, another, &other_stamp);
        bool again = false, done = false;
        if (!wrong) {
            done = replace(path, &old, &new);
        } else if (!*wrong) {
            lost("merge with", path, ENOMEM);
        } else if (strcmp(wrong, "other") == 0) {
            hexadecimal(hex, other_stamp);
            again = set_aside(path, hex, "holds counts of another build of ", module_name());
        } else {
            again = set_aside(path, "bad", wrong, "");
        }
        if (!done && !again && old.state.stx_size == 0)
            system_unlink(path); /* made by old_open; whoever waits for it looks again */
        buffer_free(&new);
        old_close(&old);
        if (!again)
            return done;
    }
}
