/* SPDX-License-Identifier: MIT */
#include "base/program.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#ifdef __linux__
#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#endif

static const char self[] = "/proc/self/exe";

bool program_path(char path[static PROGRAM_PATH_SIZE])
{
#ifdef __APPLE__
    uint32_t size = PROGRAM_PATH_SIZE;
    return _NSGetExecutablePath(path, &size) == 0;
#else
    ssize_t length = readlink(self, path, PROGRAM_PATH_SIZE - 1);
    path[length > 0 ? length : 0] = '\0';
    return length > 0 && length < PROGRAM_PATH_SIZE - 1;
#endif
}

/* ---- its links ---- */

const char *program_link_path(const struct program_links *links, unsigned link,
                              char path[static LINK_PATH_SIZE])
{
    const char *slash = strrchr(links->program, '/');
    const int folder = slash ? (int)(slash - links->program) : 0;
    if (link)
        snprintf(path, LINK_PATH_SIZE, "%.*s/links%s-%u", folder, links->program,
                 links->program + folder, link);
    else
        strcpy(path, links->program);
    return path;
}

bool program_find_links(struct program_links *links)
{
    char path[LINK_PATH_SIZE];
    links->n = 1;
    if (!program_path(links->program))
        return true;
    while (access(program_link_path(links, links->n, path), X_OK) == 0)
        links->n++;
    return access(links->program, X_OK) == 0;
}

void program_exec(const struct program_links *links, unsigned link, char *const *argv)
{
    char path[LINK_PATH_SIZE];
    if (link) {
        execv(program_link_path(links, link, path), argv);
        return;
    }
    execv(self, argv);
    execvp(argv[0], argv);
}

/* ---- its segments ---- */

#ifdef __linux__
/* Reads the first object, which is the program itself, and returns 1 to stop there. */
static int read_program(struct dl_phdr_info *info, size_t size, void *result)
{
    struct program_image *image = result;
    uintptr_t relro_end = 0;
    (void)size;
    *image = (struct program_image){.base = info->dlpi_addr, .is_static = true};
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

bool program_image(struct program_image *image)
{
    return dl_iterate_phdr(read_program, image) == 1;
}
#else
bool program_image(struct program_image *image)
{
    *image = (struct program_image){0};
    return false;
}
#endif

/* ---- their protection ---- */

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
