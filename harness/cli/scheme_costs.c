/* SPDX-License-Identifier: MIT */
#include "cli/scheme_costs.h"
#include "timing/canary.h"
#include "base/subprocess.h"

#include <sys/resource.h>

#ifdef __linux__
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
    (void)size;
    *(uintptr_t *)base = info->dlpi_addr;
    return 1; /* the program itself comes first */
}

/* The size of the function at an address of the program file, from its symbol table; 0: not found there. */
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
    uintptr_t base = 0;
    dl_iterate_phdr(first_object, &base);
    int fd = open("/proc/self/exe", O_RDONLY);
    struct stat status;
    size_t size = 0;
    if (fd >= 0 && !fstat(fd, &status)) {
        char *file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (file != MAP_FAILED) {
            size = symbol_size(file, (uintptr_t)function - base);
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

static void measure_in_child(const void *what, void *result)
{
    const struct scheme *scheme = what;
    struct measured *measured = result;
    *measured = (struct measured){.code_bytes = function_size(scheme->piece[QUEEN].attacks)};
    if (!scheme->init)
        return;
    long faults = page_faults();
    double start = clock_seconds();
    scheme->init();
    measured->init_ms = (clock_seconds() - start) * 1e3;
    measured->page_faults = page_faults() - faults;
}

bool measure(const struct scheme *scheme, struct measured *measured, struct error *error)
{
    enum { SECONDS = 60 };
    char why[64];
    if (!run_in_child(measure_in_child, scheme, measured, sizeof *measured, SECONDS, why, error))
        return false;
    return !*why || fail(error, STATUS_ENVIRONMENT, "%s in its init: %s", scheme->name, why);
}
