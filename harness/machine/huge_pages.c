/* SPDX-License-Identifier: MIT */
#include "machine/huge_pages.h"

#ifdef __linux__
#include "machine/sysfs.h"

#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

enum { HUGE_BYTES = 1 << 21 };

/* Of the program itself, which the loader lists first: its writable segments, as far as whole huge pages lie in them.
 * Returns 1 to stop. */
static int ask_program(struct dl_phdr_info *info, size_t size, void *asked)
{
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W))
            continue;
        start = (start + HUGE_BYTES - 1) & ~(uintptr_t)(HUGE_BYTES - 1);
        end &= ~(uintptr_t)(HUGE_BYTES - 1);
        if (start < end && madvise((void *)start, end - start, MADV_HUGEPAGE) == 0)
            *(size_t *)asked += end - start;
    }
    return 1;
}

bool huge_pages_use(struct error *error)
{
    char state[64];
    size_t asked = 0;
    if (sysfs_line(state, sizeof state, "/sys/kernel/mm/transparent_hugepage/enabled") &&
        !strstr(state, "[never]"))
        dl_iterate_phdr(ask_program, &asked);
    return asked || fail(error, STATUS_ENVIRONMENT,
                         "--huge-pages: this system gives no transparent huge pages");
}

#else

bool huge_pages_use(struct error *error)
{
    return fail(error, STATUS_ENVIRONMENT, "--huge-pages: only on Linux");
}

#endif
