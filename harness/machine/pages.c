/* SPDX-License-Identifier: MIT */
#include "machine/pages.h"

#ifdef __linux__
#include "base/program.h"
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
