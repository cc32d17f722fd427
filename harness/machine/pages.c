/* SPDX-License-Identifier: MIT */
#include "machine/pages.h"
#include "base/memory.h"
#include "base/program.h"

#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include "machine/sysfs.h"

#include <string.h>
#include <sys/mman.h>

static const uintptr_t HUGE_BYTES = 1 << 21;

/* Returns the number of bytes in huge pages that lie within the program's writable segments. */
static size_t advise_program(void)
{
    struct program_image image;
    size_t advised = 0;
    for (size_t i = 0; program_image(&image) && i < image.segment_count; i++) {
        const uintptr_t start = (image.segments[i].start + HUGE_BYTES - 1) & ~(HUGE_BYTES - 1),
                        end = image.segments[i].end & ~(HUGE_BYTES - 1);
        if (start < end && madvise((void *)start, end - start, MADV_HUGEPAGE) == 0)
            advised += end - start;
    }
    return advised;
}

bool pages_use_huge(struct error *error)
{
    char state[64];
    const bool possible =
        sysfs_line(state, sizeof state, "/sys/kernel/mm/transparent_hugepage/enabled") &&
        !strstr(state, "[never]");
    if (possible && advise_program())
        return true;
    return fail(error, STATUS_ENVIRONMENT,
                "--huge-pages: this system has no transparent huge pages");
}

#else

bool pages_use_huge(struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT, "--huge-pages: only on Linux");
}

#endif

/* Sanitizers keep some of these bytes from the program's own code. */
__attribute__((no_sanitize("address"))) static void touch(volatile char *page)
{
    *page = *page;
}

void pages_scatter(void *start, void *end, struct random *random)
{
    const uintptr_t size = (uintptr_t)sysconf(_SC_PAGESIZE),
                    first = ((uintptr_t)start + size - 1) / size, last = (uintptr_t)end / size;
    const size_t n = last > first ? last - first : 0;
    uint32_t *order = xcalloc(n, sizeof *order);
    for (size_t i = 0; i < n; i++) { /* shuffles while it fills */
        const size_t j = random_below(random, i + 1);
        order[i] = order[j];
        order[j] = (uint32_t)i;
    }
    for (size_t i = 0; i < n; i++)
        touch((volatile char *)((first + order[i]) * size));
    free(order);
}

void pages_scatter_tables(struct random *random)
{
    struct program_image image;
    for (size_t i = 0; program_image(&image) && i < image.segment_count; i++)
        pages_scatter((void *)image.segments[i].protected_end, (void *)image.segments[i].end,
                      random);
}
