/* SPDX-License-Identifier: MIT */
#include "timing/scheme_costs.h"
#include "base/clock.h"
#include "base/subprocess.h"

#include <sys/resource.h>

#ifdef __linux__
#include "base/program.h"

#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Looks an address up in the symbol table of a program file. Returns 0 if it has no function
 * there. */
static size_t symbol_size(const char *file, uintptr_t address)
{
    const ElfW(Ehdr) *header = (const void *)file;
    const ElfW(Shdr) *sections = (const void *)(file + header->e_shoff);
    for (unsigned s = 0; s < header->e_shnum; s++) {
        if (sections[s].sh_type != SHT_SYMTAB)
            continue;
        const ElfW(Sym) *symbol = (const void *)(file + sections[s].sh_offset);
        for (size_t n = sections[s].sh_size / sizeof *symbol; n; n--, symbol++)
            if (symbol->st_value == address && symbol->st_size)
                return symbol->st_size;
    }
    return 0;
}

static size_t function_size(attacks_fn *function)
{
    struct program_image image;
    struct stat status;
    size_t size = 0;
    int fd = program_open();
    if (fd >= 0 && !fstat(fd, &status) && program_image(&image)) {
        char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            size = symbol_size(file, (uintptr_t)function - image.base);
            munmap(file, (size_t)status.st_size);
        }
    }
    if (fd >= 0)
        close(fd);
    return size;
}
#else
static size_t function_size(attacks_fn *function)
{
    (void)function;
    return 0;
}
#endif

static long page_faults(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_minflt;
}

static void measure_in_child(const void *argument, void *result)
{
    const struct scheme *scheme = argument;
    struct scheme_costs *costs = result;
    *costs = (struct scheme_costs){.code_bytes = function_size(scheme->piece[QUEEN].attacks)};
    if (!scheme->init)
        return;
    long faults = page_faults();
    double start = clock_seconds();
    scheme->init();
    costs->init_ms = (clock_seconds() - start) * 1e3;
    costs->page_faults = page_faults() - faults;
}

bool scheme_costs_measure(const struct scheme *scheme, struct scheme_costs *costs,
                          struct error *error)
{
    enum { SECONDS = 60 };
    char why[FAULT_SIZE];
    if (!run_in_child(measure_in_child, scheme, costs, sizeof *costs, SECONDS, why, error))
        return false;
    return !*why || fail(error, STATUS_ENVIRONMENT, "init of %s: %s", scheme->name, why);
}
