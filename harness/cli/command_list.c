/* SPDX-License-Identifier: MIT
 * `slidebench list`: prints each scheme's description, and whether this CPU supports it. */
#include "base/terminal.h"
#include "base/text.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef WITHOUT_BENCH
#include <jansson.h>
#endif

enum { MAX_FIELDS = 11, TEXT_SIZE = 160 };

/* The fields of CSV and JSON. */
struct entry {
    const char *name[MAX_FIELDS];
    char text[MAX_FIELDS][TEXT_SIZE];
    bool is_number[MAX_FIELDS];
    size_t n;
};

__attribute__((format(printf, 3, 4))) static void add(struct entry *entry, const char *name,
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    entry->name[entry->n] = name;
    vsnprintf(entry->text[entry->n++], TEXT_SIZE, format, arguments);
    va_end(arguments);
}

static void add_bytes(struct entry *entry, const char *name, uint64_t bytes)
{
    entry->is_number[entry->n] = true;
    add(entry, name, "%" PRIu64, bytes);
}

/* Writes the traits as "branchless multiply-free", and the original of a copy. Returns text. */
static const char *traits_text(const struct scheme *scheme, char text[static TEXT_SIZE])
{
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < TRAITS; i++)
        if (scheme->traits >> i & 1)
            used += (size_t)snprintf(text + used, TEXT_SIZE - used, "%s%s", used ? " " : "",
                                     trait_names[i]);
    if (scheme->delay)
        snprintf(text + used, TEXT_SIZE - used, " control of %u cycles", scheme->delay);
    else if (scheme->twin)
        snprintf(text + used, TEXT_SIZE - used, "%stwin of %s", used ? " " : "", scheme->twin);
    return text;
}

static const char *status_text(const struct scheme *scheme, char text[static TEXT_SIZE])
{
    const char *why = scheme_unsupported(scheme);
    snprintf(text, TEXT_SIZE, why ? "unsupported (%s)" : "ok", why);
    return text;
}

static void describe(const struct scheme *s, struct entry *entry)
{
    char status[TEXT_SIZE], traits[TEXT_SIZE];
    *entry = (struct entry){.n = 0};
    add(entry, "scheme", "%s", s->name);
    add(entry, "family", "%s", s->family);
    add(entry, "status", "%s", status_text(s, status));
    add(entry, "traits", "%s", traits_text(s, traits));
    add_bytes(entry, "view_bytes", s->view_bytes);
    add_bytes(entry, "table_bytes", scheme_bytes(s));
    add(entry, "author", "%s", s->author);
    add(entry, "year", "%s", s->year);
    add(entry, "source", "%s", s->source);
    add(entry, "title", "%s", s->title);
    add(entry, "needs", "%s", s->needs ? s->needs : "");
}

static void print_csv(const struct entry *entry, bool is_first)
{
    for (size_t f = 0; is_first && f < entry->n; f++)
        printf("%s%c", entry->name[f], f + 1 < entry->n ? ',' : '\n');
    for (size_t f = 0; f < entry->n; f++) {
        csv_field(entry->text[f], stdout);
        putchar(f + 1 < entry->n ? ',' : '\n');
    }
}

static void print_table(const struct scheme *s, bool is_first)
{
    static const struct {
        unsigned trait;
        char letter;
    } shown[] = {
        {BRANCHLESS, 'B'}, {MULTIPLY_FREE, 'M'}, {INCREMENTAL, 'I'}, {SETWISE, 'S'}, {SIMD, 'V'}};
    char bytes[16], status[TEXT_SIZE], letters[] = "     ", line[512];
    /* A narrow terminal has no room for the family, which most names begin with. */
    const int family = terminal_is_wide(stdout) ? 13 : 0;
    if (is_first)
        printf("%-30s %-*.*s%9s  %-5s  %s\n", "scheme", family, family, "family", "tables", "",
               "title, or what it needs; author, year");
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        letters[i] = s->traits & shown[i].trait ? shown[i].letter : ' ';
    snprintf(line, sizeof line, "%-30s %-*.*s%9s  %-5s  %s; %s, %s", s->name, family, family,
             s->family, bytes_text(scheme_bytes(s), bytes), letters,
             scheme_unsupported(s) ? status_text(s, status) : s->title, s->author, s->year);
    print_what_fits(line, stdout);
}

/* Prints the page results/catalogue.md; its text must not depend on the machine. */
static void print_markdown(const struct scheme *s, bool is_first)
{
    char bytes[16], traits[TEXT_SIZE];
    if (is_first)
        printf(
            "# Schemes\n\nMade by `slidebench list --format markdown`. Table bytes are those of "
            "rook, bishop and queen together, as an engine has them. All schemes are verified over "
            "every pattern of every line, natively "
            "where the CPU has what they need, otherwise under an emulator. \"Emulated\" in a "
            "title means that no hardware instruction is used.\n\nPublished methods without a "
            "scheme: [schemes/LEFT_OUT.md](../schemes/LEFT_OUT.md).\n\n"
            "`slidebench export SCHEME -o sliders.h` writes a scheme as one header for an "
            "engine.\n\n"
            "| scheme | family | what | traits | needs | tables | who, when | "
            "|\n|---|---|---|---|---|--:|---|---|\n");
    printf("| `%s` | %s | ", s->name, s->family);
    markdown_text(s->title, stdout);
    printf(" | %s | %s | %s | %s, %s | [source](%s) |\n", traits_text(s, traits),
           s->needs ? s->needs : "", s->view_bytes ? bytes_text(scheme_bytes(s), bytes) : "",
           s->author, s->year, s->source);
}

#ifndef WITHOUT_BENCH
/* Prints an object of an array, one line. */
static void print_json(const struct entry *entry, bool is_first)
{
    json_t *object = json_object();
    for (size_t f = 0; f < entry->n; f++)
        json_object_set_new(object, entry->name[f],
                            entry->is_number[f] ? json_integer(atoll(entry->text[f]))
                                                : json_string(entry->text[f]));
    fputs(is_first ? "[\n" : ",\n", stdout);
    json_dumpf(object, stdout, 0);
    json_decref(object);
}
#else
static void print_json(const struct entry *entry, bool is_first)
{
    (void)entry, (void)is_first;
}
#endif

static void print_scheme(enum format format, const struct scheme *scheme, bool is_first)
{
    struct entry entry;
    describe(scheme, &entry);
    if (format == FORMAT_JSON)
        print_json(&entry, is_first);
    else if (format == FORMAT_CSV)
        print_csv(&entry, is_first);
    else if (format == FORMAT_MARKDOWN)
        print_markdown(scheme, is_first);
    else
        print_table(scheme, is_first);
}

bool command_list(const struct options *options, struct error *error)
{
#ifdef WITHOUT_BENCH
    if (options->format == FORMAT_JSON)
        return fail_without_libraries("JSON", error);
#else
    (void)error;
#endif
    bool is_first = true;
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s)) {
            print_scheme(options->format, *s, is_first);
            is_first = false;
        }
    if (options->format == FORMAT_JSON)
        puts("\n]");
    if (options->format == FORMAT_TABLE)
        puts(
            "B branchless, M multiply-free, I incremental, S set-wise, V vectors\n"
            "a scheme as one header for an engine: slidebench export SCHEME -o sliders.h");
    return true;
}
