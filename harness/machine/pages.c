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

/* ---- the segments of the program ---- */

enum { MAX_SEGMENTS = 4 /* one with most linkers */ };

struct program_image {
    bool is_static; /* the segments also hold the C library's data */
    size_t segment_count;
    /* Writable: [start, protected_end) is what the loader has made read-only again (RELRO). */
    struct segment {
        uintptr_t start, protected_end, end;
    } segments[MAX_SEGMENTS];
};

#ifdef __linux__
/* Reads the first object, which is the program itself, and returns 1 to stop there. */
static int read_program(struct dl_phdr_info *info, size_t size, void *result)
{
    struct program_image *image = result;
    uintptr_t relro_end = 0;
    (void)size;
    *image = (struct program_image){.is_static = true};
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        if (header->p_type == PT_INTERP)
            image->is_static = false;
        if (header->p_type == PT_GNU_RELRO)
            relro_end = info->dlpi_addr + header->p_vaddr + header->p_memsz;
    }
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *header = &info->dlpi_phdr[i];
        const uintptr_t start = info->dlpi_addr + header->p_vaddr, end = start + header->p_memsz;
        const bool writable = header->p_type == PT_LOAD && header->p_flags & PF_W;
        if (writable && image->segment_count < MAX_SEGMENTS)
            image->segments[image->segment_count++] = (struct segment){
                start, relro_end > start && relro_end <= end ? relro_end : start, end};
    }
    return 1;
}

#endif

/* Returns the layout in memory, without segments where programs are not ELF files. */
static struct program_image program_image(void)
{
    struct program_image image = {.segment_count = 0};
#ifdef __linux__
    dl_iterate_phdr(read_program, &image);
#endif
    return image;
}

/* ---- huge pages ---- */

#ifdef __linux__
static const uintptr_t HUGE_BYTES = 1 << 21;

/* Returns the number of bytes in huge pages that lie within the program's writable segments. */
static size_t advise_program(void)
{
    const struct program_image image = program_image();
    size_t advised = 0;
    for (size_t i = 0; i < image.segment_count; i++) {
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

/* ---- the order of pages ---- */

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
    const struct program_image image = program_image();
    for (size_t i = 0; i < image.segment_count; i++)
        pages_scatter((void *)image.segments[i].protected_end, (void *)image.segments[i].end,
                      random);
}

/* ---- write protection ---- */

#if defined __linux__ && !defined NO_WRITE_PROTECT
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
    const struct program_image image = program_image();
    for (size_t i = 0; i < image.segment_count && !image.is_static; i++) {
        const struct segment *segment = &image.segments[i];
        data[i] =
            (struct range){segment->protected_end & ~(page - 1), end_of_pages(segment->end, page)};
    }
}

void write_protect_data(bool read_only)
{
    const struct sigaction action = {.sa_sigaction = stop, .sa_flags = SA_SIGINFO};
    if (!data[0].end)
        find_data();
    if (data[0].end && read_only)
        sigaction(SIGSEGV, &action, NULL);
    for (unsigned i = 0; i < MAX_SEGMENTS && data[i].end; i++) {
        const size_t bytes = data[i].end - data[i].start;
        if (mprotect((void *)data[i].start, bytes, read_only ? PROT_READ : PROT_READ | PROT_WRITE))
            no_memory(bytes);
    }
}
#else
void write_protect_data(bool read_only)
{
    (void)read_only;
}
#endif
