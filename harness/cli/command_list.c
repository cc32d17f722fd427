/* SPDX-License-Identifier: MIT
 * `slidebench list`: prints each scheme's description, and whether this CPU supports it. */
#include "base/array.h"
#include "base/terminal.h"
#include "base/text.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef WITHOUT_BENCH
#include "base/json_fields.h"
#endif

enum { PROPERTIES = 11, TEXT_SIZE = 160 };

/* What CSV and JSON have of a scheme. */
struct property {
    const char *name, *text; /* text: NULL if unknown, for instance the author of a new scheme */
    bool is_number;
};

static const char *or_empty(const char *text)
{
    return text ? text : "";
}

/* Writes traits, and which copy the scheme is: "branchless twin of magic_fancy". Returns text. */
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

static void print_csv(const struct property properties[static PROPERTIES], bool is_first)
{
    for (size_t i = 0; is_first && i < PROPERTIES; i++)
        printf("%s%c", properties[i].name, i + 1 < PROPERTIES ? ',' : '\n');
    for (size_t i = 0; i < PROPERTIES; i++) {
        csv_field(properties[i].text, stdout);
        putchar(i + 1 < PROPERTIES ? ',' : '\n');
    }
}

/* Writes author and year, "Gerd Isenberg, 2006", as far as they are known. Returns text. */
static const char *credits_text(const struct scheme *s, char text[static TEXT_SIZE])
{
    const char *separator = s->author && s->year ? ", " : "";
    snprintf(text, TEXT_SIZE, "%s%s%s", or_empty(s->author), separator, or_empty(s->year));
    return text;
}

/* Returns whether the command prints the scheme. A table has controls and twins only if --schemes
 * selects them. */
static bool is_listed(const struct options *options, const struct scheme *s)
{
    return run_request_selects(&options->run, s) &&
           (options->format != FORMAT_TABLE || options->run.selected || !(s->delay || s->twin));
}

/* Returns the characters of the widest name and its table bytes, or of their headings. */
static int widest(const struct options *options)
{
    int most = (int)strlen("scheme tables");
    char bytes[16];
    for (const struct scheme *const *s = schemes; *s; s++) {
        int used = (int)(strlen((*s)->name) + strlen(bytes_text(scheme_bytes(*s), bytes))) + 1;
        most = is_listed(options, *s) && used > most ? used : most;
    }
    return most;
}

/* Prints a line, and above the first line of a family the family's name. Name and bytes have `wide`
 * characters together. On a narrow terminal the line lacks the credits and the end of the title. */
static void print_table_line(const struct scheme *s, const struct scheme *previous, int wide)
{
    static const struct {
        unsigned trait;
        char letter;
    } shown[] = {
        {BRANCHLESS, 'B'}, {MULTIPLY_FREE, 'M'}, {INCREMENTAL, 'I'}, {SETWISE, 'S'}, {SIMD, 'V'}};
    char bytes[16], credits[TEXT_SIZE], letters[] = "     ", text[512];
    const char *unsupported = scheme_unsupported(s), *needs = or_empty(s->needs);
    const int width = terminal_width(stdout), name = (int)strlen(s->name);
    if (!previous)
        printf("scheme%*s %-5s %s\n", wide - 6, "tables", "",
               terminal_is_wide(stdout) ? "title; needs; author, year"
                                        : "title (more: --format csv)");
    if (!previous || strcmp(previous->family, s->family))
        printf("%s:\n", s->family);
    for (size_t i = 0; i < COUNT(shown); i++)
        letters[i] = s->traits & shown[i].trait ? shown[i].letter : ' ';
    /* A build without the scheme's instructions does not know the sizes of its tables. */
    const char *size = s->view_bytes ? bytes_text(scheme_bytes(s), bytes) : "";
    int used = printf("%s%*s %-5s ", s->name, wide - name, size, letters),
        room = width ? width - used : (int)sizeof text,
        length = snprintf(text, sizeof text, "%s%s%s%s", unsupported ? "unsupported: " : "",
                          or_empty(s->title), *needs ? "; needs " : "", needs);
    const bool cut = length > room;
    while (cut && length > 0 && (length >= room || text[length] != ' '))
        length--;
    if (cut || length + 2 + (int)strlen(credits_text(s, credits)) > room)
        *credits = '\0';
    printf("%.*s%s%s%s\n", length, text, cut ? "…" : "", *credits ? "; " : "", credits);
}

/* Prints the page results/catalogue.md, whose text must not depend on the machine. */
static void print_markdown(const struct scheme *s, bool is_first)
{
    char bytes[16], traits[TEXT_SIZE], credits[TEXT_SIZE];
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
    markdown_text(or_empty(s->title), stdout);
    printf(" | %s | %s | %s | %s |", traits_text(s, traits), or_empty(s->needs),
           s->view_bytes ? bytes_text(scheme_bytes(s), bytes) : "", credits_text(s, credits));
    printf(s->source ? " [source](%s) |\n" : " |\n", s->source);
}

/* Prints the scheme as an object of an array, on one line. */
static void print_json(const struct property properties[static PROPERTIES], bool is_first)
{
#ifndef WITHOUT_BENCH
    json_t *object = json_object();
    for (const struct property *p = properties; p < properties + PROPERTIES; p++)
        json_object_set_new(object, p->name,
                            p->is_number ? json_integer(atoll(p->text)) : json_text(p->text));
    fputs(is_first ? "[\n" : ",\n", stdout);
    json_dumpf(object, stdout, 0);
    json_decref(object);
#else
    (void)properties, (void)is_first;
#endif
}

/* Prints the scheme's properties in CSV or JSON. */
static void print_properties(enum format format, const struct scheme *s, bool is_first)
{
    char status[TEXT_SIZE], traits[TEXT_SIZE], view_bytes[24], engine_bytes[24];
    snprintf(view_bytes, sizeof view_bytes, "%zu", s->view_bytes);
    snprintf(engine_bytes, sizeof engine_bytes, "%" PRIu64, scheme_bytes(s));
    const struct property properties[PROPERTIES] = {
        {"scheme", s->name, false},
        {"family", s->family, false},
        {"status", status_text(s, status), false},
        {"traits", traits_text(s, traits), false},
        {"view_bytes", view_bytes, true},
        {"engine_bytes", engine_bytes, true},
        {"author", s->author, false},
        {"year", s->year, false},
        {"source", s->source, false},
        {"title", s->title, false},
        {"needs", s->needs, false},
    };
    (format == FORMAT_CSV ? print_csv : print_json)(properties, is_first);
}

bool command_list(const struct options *options, struct error *error)
{
#ifdef WITHOUT_BENCH
    if (options->format == FORMAT_JSON)
        return fail_without_libraries("JSON", error);
#endif
    (void)error;
    const struct scheme *previous = NULL;
    const int wide = widest(options);
    if (options->format == FORMAT_TABLE)
        puts("B branchless, M multiply-free, I incremental, S set-wise, V vectors\n");
    for (const struct scheme *const *s = schemes; *s; s++) {
        if (!is_listed(options, *s))
            continue;
        if (options->format == FORMAT_MARKDOWN)
            print_markdown(*s, !previous);
        else if (options->format == FORMAT_TABLE)
            print_table_line(*s, previous, wide);
        else
            print_properties(options->format, *s, !previous);
        previous = *s;
    }
    if (options->format == FORMAT_JSON)
        puts("\n]");
    if (options->format == FORMAT_TABLE)
        printf("%sa scheme as one header for an engine: slidebench export SCHEME -o sliders.h\n",
               options->run.selected ? "" : "controls and twins: slidebench list --schemes .\n");
    return true;
}
