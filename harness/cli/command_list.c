/* SPDX-License-Identifier: MIT
 * `slidebench list`: prints each scheme's description, and whether this CPU supports it. */
#include "base/text.h"
#include "cli/commands.h"
#include "plan/scheme_set.h"
#include "timing/scheme_costs.h"
#include "verify/proof_store.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef WITHOUT_BENCH
#include <jansson.h>
#endif

/* Writes the traits as "branchless multiply-free", and the original of a twin. */
static void traits_text(const struct scheme *scheme, char *text, size_t size)
{
    size_t used = 0;
    text[0] = 0;
    for (const struct trait_name *t = trait_names; t->name; t++)
        if (scheme->traits & t->trait)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? " " : "", t->name);
    if (scheme->twin)
        snprintf(text + used, size - used, "%stwin of %s", used ? " " : "", scheme->twin);
}

/* A scheme as text, one member per column. */
struct entry {
    const char *scheme, *family, *author, *year, *source, *title, *needs, *proof;
    char status[112], traits[96], view_bytes[24], table_bytes[24];
    char init_ms[24], init_page_faults[24], code_bytes[24]; /* "" without --costs */
};

static struct entry entry_of(const struct scheme *s)
{
    struct entry e = {s->name,
                      s->family,
                      s->author,
                      s->year,
                      s->source,
                      s->title,
                      s->needs ? s->needs : "",
                      proof_store_verdict(s->name),
                      .status = ""};
    const char *why = scheme_unsupported(s);
    snprintf(e.status, sizeof e.status, why ? "unsupported (%s)" : "ok", why);
    traits_text(s, e.traits, sizeof e.traits);
    snprintf(e.view_bytes, sizeof e.view_bytes, "%zu", s->view_bytes);
    snprintf(e.table_bytes, sizeof e.table_bytes, "%" PRIu64, scheme_bytes(s));
    return e;
}

static bool measure_entry(const struct scheme *scheme, struct entry *e, struct error *error)
{
    struct scheme_costs m;
    if (scheme_unsupported(scheme))
        return true;
    if (!scheme_costs_measure(scheme, &m, error))
        return false;
    snprintf(e->init_ms, sizeof e->init_ms, "%.3f", m.init_ms);
    snprintf(e->init_page_faults, sizeof e->init_page_faults, "%ld", m.page_faults);
    if (m.code_bytes)
        snprintf(e->code_bytes, sizeof e->code_bytes, "%zu", m.code_bytes);
    return true;
}

static const struct field {
    const char *name;
    size_t offset;
    bool pointer; /* the member is a char *, not an array */
} fields[] = {
// clang-format off
#define POINTER(member) {#member, offsetof(struct entry, member), true}
#define ARRAY(member) {#member, offsetof(struct entry, member), false}
    // clang-format on
    POINTER(scheme),    POINTER(family), ARRAY(status),  ARRAY(traits),           ARRAY(view_bytes),
    ARRAY(table_bytes), POINTER(author), POINTER(year),  POINTER(source),         POINTER(title),
    POINTER(needs),     POINTER(proof),  ARRAY(init_ms), ARRAY(init_page_faults), ARRAY(code_bytes),
};
enum {
    FIELDS = sizeof fields / sizeof *fields,
    COST_FIELDS = 3 /* the last ones, with --costs only */
};

static size_t field_count(const struct options *options)
{
    return options->costs ? FIELDS : FIELDS - COST_FIELDS;
}

static const char *text_of(const struct entry *entry, const struct field *field)
{
    const char *at = (const char *)entry + field->offset;
    return field->pointer ? *(const char *const *)(const void *)at : at;
}

/* These functions print one scheme, or the head of the list if the entry is NULL. */

static void print_csv(const struct entry *entry, size_t n)
{
    for (size_t c = 0; c < n; c++) {
        csv_field(entry ? text_of(entry, &fields[c]) : fields[c].name, stdout);
        putchar(c + 1 < n ? ',' : '\n');
    }
}

static void print_table(const struct entry *e)
{
    char bytes[16];
    if (e)
        printf("%-24s %-12s %9s  %-40s %-8s %s\n", e->scheme, e->family,
               bytes_text(strtoull(e->table_bytes, NULL, 10), bytes), e->traits, e->proof,
               strcmp(e->status, "ok") ? e->status : e->title);
    else
        printf("%-24s %-12s %9s  %-40s %-8s %s\n", "scheme", "family", "tables", "traits", "proof",
               "title, or what it needs");
}

static void print_costs(const struct entry *e)
{
    static const struct entry head = {.scheme = "scheme",
                                      .family = "family",
                                      .table_bytes = "tables",
                                      .view_bytes = "view",
                                      .init_ms = "init ms",
                                      .init_page_faults = "page faults",
                                      .code_bytes = "code bytes"};
    char bytes[16];
    const char *tables = e ? bytes_text(strtoull(e->table_bytes, NULL, 10), bytes) : "tables";
    e = e ? e : &head;
    printf("%-38s%-12s %9s %6s %9s %12s %11s  %s\n", e->scheme, e->family, tables, e->view_bytes,
           e->init_ms, e->init_page_faults, e->code_bytes,
           strcmp(e->status, "ok") ? e->status : "");
}

/* Prints the page results/catalogue.md; its text must not depend on the machine. */
static void print_markdown(const struct entry *e)
{
    char bytes[16];
    bool built = e && strcmp(e->view_bytes, "0");
    const char *tables = built ? bytes_text(strtoull(e->table_bytes, NULL, 10), bytes) : "";
    if (e)
        printf("| `%s` | %s | %s | %s | %s | %s | %s, %s | [source](%s) |\n", e->scheme, e->family,
               e->title, e->traits, e->needs, tables, e->author, e->year, e->source);
    else
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
}

#ifndef WITHOUT_BENCH
static json_t *json_entry(const struct entry *entry, size_t n)
{
    json_t *object = json_object();
    for (size_t c = 0; c < n; c++)
        json_object_set_new(object, fields[c].name, json_string(text_of(entry, &fields[c])));
    return object;
}

static bool print_json(const struct options *options, struct error *error)
{
    json_t *array = json_array();
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s)) {
            struct entry entry = entry_of(*s);
            if (options->costs && !measure_entry(*s, &entry, error)) {
                json_decref(array);
                return false;
            }
            json_array_append_new(array, json_entry(&entry, field_count(options)));
        }
    json_dumpf(array, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(array);
    return true;
}
#else
static bool print_json(const struct options *options, struct error *error)
{
    (void)options;
    return fail(error, STATUS_ENVIRONMENT,
                "built without libraries, there is no JSON: run scripts/install-deps bench, then "
                "build again");
}
#endif

static void print_entry(const struct options *options, const struct entry *entry)
{
    if (options->format == FORMAT_CSV)
        print_csv(entry, field_count(options));
    else if (options->format == FORMAT_MARKDOWN)
        print_markdown(entry);
    else if (options->costs)
        print_costs(entry);
    else
        print_table(entry);
}

bool command_list(const struct options *options, struct error *error)
{
    if (options->format == FORMAT_JSON)
        return print_json(options, error);
    print_entry(options, NULL);
    for (const struct scheme *const *s = schemes; *s; s++)
        if (run_request_selects(&options->run, *s)) {
            struct entry entry = entry_of(*s);
            if (options->costs && !measure_entry(*s, &entry, error))
                return false;
            print_entry(options, &entry);
        }
    if (options->format == FORMAT_TABLE && !options->costs)
        puts("a scheme as one header for an engine: slidebench export SCHEME -o sliders.h");
    return true;
}
