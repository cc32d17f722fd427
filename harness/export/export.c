/* SPDX-License-Identifier: MIT */
#include "export/export.h"
#include "export/checksum.h"
#include "export/code/constexpr.h"
#include "export/code/print_code.h"
#include "export/code/rename.h"
#include "export/header_comments.h"
#include "export/source/amalgamation.h"
#include "export/source/reach.h"
#include "export/source/requirement.h"
#include "export/source/split.h"
#include "export/tables/finish.h"

#include <stdlib.h>
#include <string.h>

static void reach_names(struct items *items, const char *const *names, size_t n,
                        enum item_part part)
{
    for (size_t i = 0; i < n; i++)
        items_reach(items, names[i], part);
}

/* Finds what a header needs. Getters of sets and views belong to it where the scheme has its
 * own. */
static void reach_all(const struct export_request *request, struct items *items,
                      const struct macros *macros)
{
    static const char *const getters[] = {"rook_attacks", "bishop_attacks", "queen_attacks",
                                          "both_attacks"};
    static const char *const own[] = {"rooks_attacks", "bishops_attacks", "queens_attacks",
                                      "sliders_attacks"};
    static const char *const of_view[] = {"view", "set_view", "toggle"};
    const struct scheme_table *table = request->scheme->tables;
    if (macros_has(macros, "view"))
        reach_names(items, of_view, 3, PART_LOOKUP);
    reach_names(items, getters, 4, PART_LOOKUP);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        reach_names(items, &own[i], macros_has(macros, own[i]), PART_LOOKUP);
    items_reach_nameless(items, PART_LOOKUP);
    if (request->tables == TABLES_INIT)
        items_reach(items, "init", PART_SETUP);
    else
        for (; table->name; table++)
            items_reach(items, table->name, PART_LOOKUP);
    items_reach(items, "self_test", PART_SETUP);
}

/* Gives the tables their values, if they are to be constants. */
static bool finish(const struct export_request *request, struct items *items, struct error *error)
{
    bool is_c = request->language == LANGUAGE_C;
    char *prefix;
    if (request->tables == TABLES_INIT)
        return true;
    if (asprintf(&prefix, "%s%s", is_c ? request->prefix : "", is_c ? "_" : "") < 0)
        return fail(error, STATUS_ENVIRONMENT, "no memory for a prefix");
    struct table_names names = {prefix, is_c ? "0" : "nullptr"};
    bool ok = finish_tables(request->scheme, items, &names, error);
    free(prefix);
    return ok;
}

/* Returns whether the code contains a word. */
static bool has_word(const struct items *items, const char *word)
{
    for (size_t i = 0; i < items->count; i++)
        for (size_t t = items->items[i].first; items->items[i].part && t < items->items[i].end; t++)
            if (token_is(&items->tokens[t], word))
                return true;
    return false;
}

/* Prints the lines of the source, without headers of which nothing is left. */
static void print_includes(const struct items *items, const char *lines, enum language language,
                           FILE *out)
{
    bool has_stddef = has_word(items, "size_t") || has_word(items, "NULL");
    fputc('\n', out);
    for (size_t length; *lines; lines += length) {
        length = strcspn(lines, "\n") + 1;
        bool is_stddef = !strncmp(lines, "#include <stddef.h>", 19);
        bool is_stdbool = !strncmp(lines, "#include <stdbool.h>", 20);
        if ((!is_stddef || has_stddef) && (!is_stdbool || language == LANGUAGE_C))
            fwrite(lines, 1, length, out);
    }
}

static bool print_header(const struct export_request *request, struct items *items,
                         const struct amalgamation *source, FILE *out)
{
    const struct scheme *scheme = request->scheme;
    char *guard = macro_name(request->prefix, scheme->name, strlen(scheme->name));
    char *implementation = macro_name(request->prefix, "IMPLEMENTATION", strlen("IMPLEMENTATION"));
    bool ok = guard && implementation;
    if (ok) {
        struct contents contents = {.has_init = items_has(items, "init"),
                                    .has_view = macros_has(&source->macros, "view")};
        print_top_comment(request, &contents, out);
        print_scheme_comment(scheme, out);
        fprintf(out, "#ifndef %s_H\n#define %s_H\n", guard, guard);
        print_requirement(scheme, source->requirement, out);
        bool has_avx512 = scheme->needs && strstr(scheme->needs, "avx512");
        print_includes(items, source->includes, request->language, out);
        ok = request->language == LANGUAGE_C
                 ? code_print_c(items, request->prefix, implementation, out)
                 : code_print_cpp(items, request->prefix, has_avx512, out);
        print_licence(out);
    }
    free(guard);
    free(implementation);
    return ok;
}

/* Takes the text out of *source. */
static bool write_source(const struct export_request *request, struct amalgamation *source,
                         struct items *items, FILE *out, struct error *error)
{
    char *text = source->text;
    source->text = NULL;
    if (!items_split(text, items))
        return fail(error, STATUS_ENVIRONMENT, "no memory for the source");
    reach_all(request, items, &source->macros);
    if (!finish(request, items, error))
        return false;
    if (request->language == LANGUAGE_CPP)
        mark_constexpr(items);
    return ((items_rename(items, request->prefix, request->language) &&
             print_header(request, items, source, out)) ||
            fail(error, STATUS_ENVIRONMENT, "no memory for the source"));
}

bool export_write(const struct export_request *request, FILE *out, struct error *error)
{
    const struct scheme *scheme = request->scheme;
    struct amalgamation source;
    struct items items = {0};
    if (scheme->traits & MOCK)
        return fail(error, STATUS_USAGE, "%s has no attack sets", scheme->name);
    if (!scheme->file)
        return fail(error, STATUS_ENVIRONMENT, "%s has no source in C", scheme->name);
    if (request->tables == TABLES_CONST && !initialisers_allowed(scheme, request->force, error))
        return false;
    bool ok = amalgamate(scheme, export_checksum(), &source, error) &&
              write_source(request, &source, &items, out, error);
    items_free(&items);
    amalgamation_free(&source);
    return ok;
}
