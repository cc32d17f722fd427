/* SPDX-License-Identifier: MIT */
#include "base/write_protect.h"

#if defined __linux__ && !defined NO_WRITE_PROTECT
#include "base/program.h"

#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

/* Whole pages of each writable segment. */
static struct range {
    uintptr_t start, end;
} data[MAX_SEGMENTS];

/* Returns the end of the pages that hold nothing but a segment: musl's malloc() uses the rest of
 * the last page. */
static uintptr_t end_of_pages(uintptr_t end, uintptr_t page)
{
#ifdef __GLIBC__
    end += page - 1;
#endif
    return end & ~(page - 1);
}

static void stop(int number, siginfo_t *info, void *context)
{
    uintptr_t at = (uintptr_t)info->si_addr;
    (void)context;
    for (unsigned i = 0; i < MAX_SEGMENTS; i++)
        if (at >= data[i].start && at < data[i].end)
            _exit(EXIT_WROTE_STATIC_DATA);
    signal(number, SIG_DFL); /* the instruction runs again and ends the process as usual */
}

/* Skips static programs, whose C library must write to data in the same segments. */
static void find_data(void)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct program_image image;
    if (!program_image(&image) || image.is_static)
        return;
    for (size_t i = 0; i < image.segment_count; i++) {
        const struct segment *segment = &image.segments[i];
        data[i] =
            (struct range){segment->protected_end & ~(page - 1), end_of_pages(segment->end, page)};
    }
}

bool write_protect_data(bool read_only)
{
    const struct sigaction action = {.sa_sigaction = stop, .sa_flags = SA_SIGINFO};
    if (!data[0].end)
        find_data();
    if (!data[0].end || (read_only && sigaction(SIGSEGV, &action, NULL)))
        return false;
    for (unsigned i = 0; i < MAX_SEGMENTS && data[i].end; i++)
        if (mprotect((void *)data[i].start, data[i].end - data[i].start,
                     read_only ? PROT_READ : PROT_READ | PROT_WRITE))
            return false;
    return true;
}

#else

bool write_protect_data(bool read_only)
{
    (void)read_only;
    return false;
}

#endif
