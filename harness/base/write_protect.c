/* SPDX-License-Identifier: MIT */
#include "base/write_protect.h"

#if defined __linux__ && !defined NO_WRITE_PROTECT
#include <link.h>
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static struct range {
    uintptr_t start, end;
} data[4]; /* the writable segments, in whole pages; one with most linkers */

static void stop(int number, siginfo_t *info, void *context)
{
    uintptr_t at = (uintptr_t)info->si_addr;
    (void)context;
    for (unsigned i = 0; i < sizeof data / sizeof *data; i++)
        if (at >= data[i].start && at < data[i].end)
            _exit(EXIT_WROTE_STATIC_DATA);
    signal(number, SIG_DFL); /* and back to the instruction, which fails again */
}

/* Of the program itself, which the loader lists first. What the loader has made read-only itself, when all
 * addresses were bound, stays so. Returns 1 to stop. */
static int find_data(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), read_only_end = 0;
    bool has_loader = false;
    unsigned n = 0;
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        has_loader |= info->dlpi_phdr[i].p_type == PT_INTERP;
        if (info->dlpi_phdr[i].p_type == PT_GNU_RELRO)
            read_only_end =
                info->dlpi_addr + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    }
    if (!has_loader)
        return 1; /* linked statically: the C library's data, which it must write to, is among ours */
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr, end = start + segment->p_memsz;
        if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_W) ||
            n == sizeof data / sizeof *data)
            continue;
        if (read_only_end > start && read_only_end <= end)
            start = read_only_end;
        data[n++] = (struct range){start & ~(page - 1), (end + page - 1) & ~(page - 1)};
    }
    return 1;
}

bool write_protect_data(bool sealed)
{
    const struct sigaction action = {.sa_sigaction = stop, .sa_flags = SA_SIGINFO};
    if (!data[0].end)
        dl_iterate_phdr(find_data, NULL);
    if (!data[0].end || (sealed && sigaction(SIGSEGV, &action, NULL)))
        return false;
    for (unsigned i = 0; i < sizeof data / sizeof *data && data[i].end; i++)
        if (mprotect((void *)data[i].start, data[i].end - data[i].start,
                     sealed ? PROT_READ : PROT_READ | PROT_WRITE))
            return false;
    return true;
}

#else

bool write_protect_data(bool sealed)
{
    (void)sealed;
    return false;
}

#endif
