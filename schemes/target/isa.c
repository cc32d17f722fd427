/* SPDX-License-Identifier: MIT
 * Uses CPUID and XGETBV on x86, and asks the operating system elsewhere. The compiler's
 * __builtin_cpu_supports() is not sufficient: in clang 14 it knows neither the names of levels nor
 * half of the words. */
#include "isa.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#include "x86_report.h"

struct feature {
    const char *word;
    unsigned leaf, subleaf, where, bit, state;
};

static bool present(const struct feature *f)
{
    return x86_reports(f->leaf, f->subleaf, f->where, f->bit, f->state);
}

#elif defined(__aarch64__)
enum { HWCAP, HWCAP2 };

struct feature {
    const char *word;
    unsigned where, bit;
    const char *apple;
};

#ifdef __APPLE__
#include <sys/sysctl.h>

static bool present(const struct feature *f)
{
    char name[64];
    int value = 0;
    size_t size = sizeof value;
    if (!f->apple)
        return true;
    snprintf(name, sizeof name, "hw.optional.arm.%s", f->apple);
    return sysctlbyname(name, &value, &size, NULL, 0) == 0 && value;
}
#else
#ifdef __linux__
#include <sys/auxv.h>

static uint64_t hwcap(unsigned where)
{
    return getauxval(where == HWCAP ? AT_HWCAP : AT_HWCAP2);
}
#else
static uint64_t hwcap(unsigned where)
{
    return where == HWCAP ? 1u << 1 : 0; /* NEON is part of every AArch64 ABI */
}
#endif

static bool present(const struct feature *f)
{
    return hwcap(f->where) >> f->bit & 1;
}
#endif

#elif defined(__riscv)
struct feature {
    const char *word;
    unsigned bit;
};

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

static bool present(const struct feature *f)
{
    enum { RISCV_HWPROBE = 258, IMA_EXT_0 = 4 }; /* Linux 6.4; older kernels: ENOSYS, all missing */
    struct {
        int64_t key;
        uint64_t value;
    } pair = {IMA_EXT_0, 0};
    return syscall(RISCV_HWPROBE, &pair, 1, 0, NULL, 0) == 0 && pair.key == IMA_EXT_0 &&
           pair.value >> f->bit & 1;
}
#else
static bool present(const struct feature *f)
{
    (void)f;
    return false;
}
#endif

#else
struct feature {
    const char *word;
};

static bool present(const struct feature *f)
{
    (void)f;
    return false;
}
#endif

#define ROW(word, macro, ...)    {word, __VA_ARGS__},
#define REPORT(word, macro, ...) {word, #__VA_ARGS__},
#define WORD(word, ...)          word,
static const struct feature features[] = {ISA_TABLE(ROW){.word = NULL}};

static bool has(const char *word, size_t length)
{
    for (const struct feature *f = features; f->word; f++)
        if (strncmp(f->word, word, length) == 0 && f->word[length] == '\0')
            return present(f);
    return false;
}

const char *isa_missing(const char *words)
{
    static _Thread_local char missing[512];
    size_t used = 0;
    missing[0] = '\0';
    for (const char *word = words ? words : ""; *(word += strspn(word, " "));) {
        size_t length = strcspn(word, " ");
        if (!has(word, length) && used < sizeof missing)
            used += (size_t)snprintf(missing + used, sizeof missing - used, "%s%.*s",
                                     used ? " " : "", (int)length, word);
        word += length;
    }
    return missing;
}

bool isa_has(const char *words)
{
    return isa_missing(words)[0] == '\0';
}

const char *isa_report_of_x86(const char *text)
{
    static const struct {
        const char *word, *report;
    } words[] = {ISA_TABLE_OF_X86(REPORT)};
    size_t length = strcspn(text, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == length && !strncmp(words[i].word, text, length))
            return words[i].report;
    return NULL;
}

const char *const isa_words[] = {ISA_TABLE_OF_X86(WORD) ISA_TABLE_OF_ARM(WORD)
                                     ISA_TABLE_OF_RISC_V(WORD) NULL};
