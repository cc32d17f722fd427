/* SPDX-License-Identifier: MIT */
#include "base/program.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#ifdef __linux__
#include <link.h>
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

int program_open(void)
{
#ifdef __APPLE__
    char path[PROGRAM_PATH_SIZE];
    return program_path(path) ? open(path, O_RDONLY) : -1;
#else
    return open(self, O_RDONLY);
#endif
}

/* Writes the path of a link, from 1 on. Returns whether it exists. */
static bool link_path(unsigned number, char path[static PROGRAM_PATH_SIZE])
{
    char program[PROGRAM_PATH_SIZE];
    if (!program_path(program))
        return false;
    char *name = strrchr(program, '/');
    *name++ = '\0';
    int length = snprintf(path, PROGRAM_PATH_SIZE, "%s/links/%s-%u", program, name, number);
    return length < PROGRAM_PATH_SIZE && access(path, X_OK) == 0;
}

unsigned program_link(uint64_t number)
{
    char path[PROGRAM_PATH_SIZE];
    unsigned links = 0;
    while (link_path(links + 1, path))
        links++;
    return (unsigned)(number % (links + 1));
}

void program_exec(unsigned link, char *const *argv)
{
    char path[PROGRAM_PATH_SIZE];
    if (link && link_path(link, path))
        execv(path, argv);
    execv(self, argv);
    execvp(argv[0], argv);
}

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
