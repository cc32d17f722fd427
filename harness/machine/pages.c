/* SPDX-License-Identifier: MIT */
#include "machine/pages.h"
#include "base/memory.h"
#include "base/subprocess.h"

#include <stdlib.h>
#include <unistd.h>

#ifdef __linux__
#include "machine/sysfs.h"

#include <link.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#endif

/* ---- the writable static data of the program ---- */

enum { MAX_SEGMENTS = 4 /* one with most linkers */ };

struct program_data {
    bool has_libc; /* the program is static: its segments also hold the C library's data */
    size_t segment_count;
    /* In whole pages, without what the loader has made read-only again (RELRO). */
    struct {
        uintptr_t start, end;
    } segments[MAX_SEGMENTS];
};

#ifdef __linux__
/* Reads the first object, which is the program itself, and returns 1 to stop there. */
static int read_program(struct dl_phdr_info *info, size_t size, void *result)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    struct program_data *data = result;
    uintptr_t relro_end = 0;
    (void)size;
    data->has_libc = true;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_INTERP)
            data->has_libc = false;
        if (header->p_type == PT_GNU_RELRO)
            relro_end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
        if (header->p_type != PT_LOAD || !(header->p_flags & PF_W) ||
            data->segment_count == MAX_SEGMENTS)
            continue;
        if (relro_end > start && relro_end <= end)
            start = relro_end;
#ifdef __GLIBC__ /* musl's malloc() uses the rest of the last page */
        end += page - 1;
#endif
        data->segments[data->segment_count].start = start & ~(page - 1);
        data->segments[data->segment_count++].end = end & ~(page - 1);
    }
    return 1;
}
#endif

/* Returns where these data lie in memory; no segments where programs are not ELF files. */
static const struct program_data *program_data(void)
{
    static struct program_data data;
#ifdef __linux__
    if (!data.segment_count)
        dl_iterate_phdr(read_program, &data);
#endif
    return &data;
}

/* ---- huge pages ---- */

#ifdef __linux__
static const uintptr_t HUGE_BYTES = 1 << 21;

/* Requests huge pages where they fit into the writable segments. Returns their bytes. */
static size_t advise_program(void)
{
    const struct program_data *data = program_data();
    size_t advised = 0;
    for (size_t i = 0; i < data->segment_count; i++) {
        const uintptr_t start = (data->segments[i].start + HUGE_BYTES - 1) & ~(HUGE_BYTES - 1),
                        end = data->segments[i].end & ~(HUGE_BYTES - 1);
        if (start < end && madvise((void *)start, end - start, MADV_HUGEPAGE) == 0)
            advised += end - start;
    }
    return advised;
}

#endif

bool pages_use_huge(struct error *error)
{
#ifdef __linux__
    char state[64];
    if (sysfs_line(state, sizeof state, "/sys/kernel/mm/transparent_hugepage/enabled") &&
        !strstr(state, "[never]") && advise_program())
        return true;
    return fail(error, STATUS_ENVIRONMENT,
                "--huge-pages: this system has no transparent huge pages");
#else
    return fail(error, STATUS_ENVIRONMENT, "--huge-pages: only on Linux");
#endif
}

/* ---- the order of pages ---- */

/* AddressSanitizer forbids access to some of these bytes. */
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
    const struct program_data *data = program_data();
    for (size_t i = 0; i < data->segment_count; i++)
        pages_scatter((void *)data->segments[i].start, (void *)data->segments[i].end, random);
}

/* ---- write protection ---- */

#if defined __linux__ && !defined NO_WRITE_PROTECT
static void on_fault(int number, siginfo_t *info, void *context)
{
    const struct program_data *data = program_data();
    const uintptr_t at = (uintptr_t)info->si_addr;
    (void)context;
    for (size_t i = 0; i < data->segment_count; i++)
        if (at >= data->segments[i].start && at < data->segments[i].end)
            _exit(EXIT_WROTE_STATIC_DATA);
    signal(number, SIG_DFL); /* the instruction runs again and ends the process as usual */
}

void write_protect_data(bool read_only)
{
    const struct program_data *data = program_data();
    const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    if (data->has_libc) /* which must write to its own data */
        return;
    if (read_only)
        sigaction(SIGSEGV, &action, NULL);
    for (size_t i = 0; i < data->segment_count; i++) {
        const uintptr_t start = data->segments[i].start;
        const size_t bytes = data->segments[i].end - start;
        if (mprotect((void *)start, bytes, read_only ? PROT_READ : PROT_READ | PROT_WRITE))
            exit_without_memory(bytes);
    }
}
#else
void write_protect_data(bool read_only)
{
    (void)read_only;
}
#endif
