/* SPDX-License-Identifier: GPL-3.0-or-later WITH GCC-exception-3.1 */
/* How counters leave the live file (live.c): their pages become memory of the process alone, with
   the same content at the same addresses, all of them or none.  This fails if the file's descriptor
   is gone or memory is short.  Then nothing is taken out of the counters or written elsewhere: the
   live file has every count, and whoever reads it next adds them to the data file. */
#include "../runtime.h"

#include <fcntl.h>
#include <sys/mman.h>

static bool live_borrowed; /* it is the parent's: what is in it is not this process's to write */

/* The extents from FIRST to END get a private twin each, which is not at its place yet.  Returns
   false, without any, if there is no memory. */
static bool map_twins(void **twins, uint64_t first, uint64_t end, int descriptor)
{
    for (uint64_t i = first; i < end; i++) {
        const struct extent *extent = &extents[i];
        char *start = __atomic_load_n(&extent->start, __ATOMIC_ACQUIRE);
        bool wanted = start != NULL;
        twins[i] = NULL;
        if (wanted && descriptor >= 0)
            twins[i] = system_map(extent->size, MAP_PRIVATE, descriptor, extent->at);
        else if (wanted) /* nobody counts in it meanwhile */
            twins[i] = map_pages(extent->size);
        if (wanted && twins[i] && descriptor < 0)
            memcpy(twins[i], start, extent->size);
        if (!wanted || twins[i])
            continue;
        while (i-- > first)
            if (twins[i])
                system_unmap(twins[i], extents[i].size);
        return false;
    }
    return true;
}

static uint64_t all_extents(void)
{
    uint64_t end = __atomic_load_n(&num_extents, __ATOMIC_ACQUIRE);
    return end < MOST_EXTENTS ? end : MOST_EXTENTS;
}

/* DESCRIPTOR -1: the content is copied.  Threads may be counting, and making extents until they are
   told not to; most are done before that, so that hardly any of it is to be done in vain. */
static bool become_private(int descriptor)
{
    size_t room = MOST_EXTENTS * sizeof(void *);
    void **twins = map_pages(room);
    uint64_t first = all_extents(), end = 0;
    bool good = twins && map_twins(twins, 0, first, descriptor);
    if (good) {
        __atomic_store_n(&live_counts, false, __ATOMIC_SEQ_CST);
        end = all_extents();
        good = map_twins(twins, first, end, descriptor);
        end = good ? end : first;
    }
    for (uint64_t i = 0; i < end; i++)
        if (twins[i] && good)
            system_move(twins[i], extents[i].size, extents[i].start);
        else if (twins[i])
            system_unmap(twins[i], extents[i].size);
    if (!good)
        __atomic_store_n(&live_counts, true, __ATOMIC_SEQ_CST);
    if (twins)
        system_unmap(twins, room);
    return good;
}

/* Whether the file that is mapped at PAGES has no name any more, by /proc/self/maps: lines of
   "start-end mode offset device number name", with " (deleted)" behind the name. */
static bool is_gone(const void *pages)
{
    static const char mark[] = " (deleted)\n";
    static char bytes[4096]; /* the lock is held */
    uint64_t number = 0, start = 0, end = 0;
    unsigned field = 0, same = 0;
    bool gone = false;
    int descriptor = system_open("/proc/self/maps", O_RDONLY, 0);
    ssize_t size = 0;
    while (descriptor >= 0 && !gone && (size = system_read(descriptor, bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < size && !gone; i++) {
            char c = bytes[i];
            if (field < 2 && (c == '-' || c == ' ')) {
                *(field++ ? &end : &start) = number;
                number = 0;
            } else if (field < 2) {
                number = number << 4 | (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
            }
            same = c == mark[same] ? same + 1 : c == mark[0];
            if (c != '\n')
                continue;
            gone = !mark[same] && start <= (uintptr_t)pages && (uintptr_t)pages < end;
            field = same = 0;
        }
    if (descriptor >= 0)
        system_close(descriptor);
    return gone;
}

/* What is counted from now on is not in the file.  Returns false, and then it is, if that cannot
   be. A file that nobody can open any more is memory like any other.  Lock held. */
static bool live_detach(void)
{
    if (!is_live())
        return true;
    int descriptor = live_borrowed ? -1 : descriptor_at_hand();
    if (descriptor >= 0 && become_private(descriptor))
        return true;
    if (descriptor < 0 && !live_borrowed && is_gone(__start_pathprof_counters)) {
        __atomic_store_n(&live_counts, false, __ATOMIC_SEQ_CST);
        return true;
    }
    if (live_full)
        SAY("what was counted in memory, as there was no room in ", live_path, ", is lost");
    return false;
}

/* In the child of a fork: the file is the parent's, and no other thread is there.  Returns false,
   having said so, if the process goes on counting in it. */
static bool live_leave_parent(void)
{
    if (!is_live())
        return true;
    int descriptor = descriptor_at_hand();
    if ((descriptor >= 0 && become_private(descriptor)) || become_private(-1))
        return true;
    if (!live_borrowed)
        SAY("PATHPROF_CONTINUOUS: ", module_name(),
            ": no memory for a forked process's counters; "
            "it counts in its parent's file, and counts may come out too low");
    live_borrowed = true;
    return false;
}
