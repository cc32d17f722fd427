/* SPDX-License-Identifier: MIT */
#include "machine/cpu_slug.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/utsname.h>

/* Appends the words of a text in lower case, only letters and digits, joined by hyphens. */
static void append(char *slug, size_t size, const char *text)
{
    size_t used = strlen(slug);
    bool hyphen = used > 0;
    for (; *text && used + 2 < size; text++) {
        if (!isalnum((unsigned char)*text)) {
            hyphen = used > 0;
            continue;
        }
        if (hyphen)
            slug[used++] = '-';
        slug[used++] = (char)tolower((unsigned char)*text);
        hyphen = false;
    }
    slug[used] = '\0';
}

static bool is_noise(const char *word)
{
    static const char *const words[] = {"CPU", "Processor", "APU", "Genuine", "Gen"};
    const char *hyphen = strrchr(word, '-');
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(word, words[i]) == 0)
            return true;
    return (hyphen && strncasecmp(hyphen, "-core", 5) == 0) ||   /* "16-Core", "Eight-Core" */
           strcmp(word + strspn(word, "0123456789"), "th") == 0; /* "13th Gen"            */
}

void cpu_slug(const struct cpu *cpu, char *slug, size_t size)
{
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", "(C)"};
    static const char *const ends[] = {" @ ", " with ", " w/ ", " version "};
    char brand[sizeof cpu->brand], *mark, *rest;
    struct utsname system = {.machine = "unknown"};
    if (!cpu->brand[0])
        uname(&system);
    snprintf(brand, sizeof brand, "%s", cpu->brand[0] ? cpu->brand : system.machine);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        while ((mark = strstr(brand, marks[i])))
            memset(mark, ' ', strlen(marks[i]));
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if ((mark = strstr(brand, ends[i])))
            *mark = '\0';
    slug[0] = '\0';
    for (char *word = strtok_r(brand, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!is_noise(word))
            append(slug, size, word);
    if (!cpu->brand[0] || !strpbrk(slug, "0123456789")) {
        char more[64] = "";
        append(more, sizeof more, cpu->microarchitecture);
        if (!more[0] && cpu->family >= 0)
            snprintf(more, sizeof more, "family-%d-model-%d", cpu->family, cpu->model);
        if (!strstr(slug, more))
            append(slug, size, more);
    }
    if (!slug[0])
        append(slug, size, "unknown");
}
