/* SPDX-License-Identifier: MIT */
#include "export/code/print_code.h"
#include "export/code/edit.h"
#include "export/code/layout.h"

#include <stdlib.h>
#include <string.h>

enum form { AS_WRITTEN, DECLARATION, DEFINITION };

/* Prints an item; its tokens as the form has them. */
static bool print_item(const struct items *items, const struct item *item, enum form form,
                       FILE *out)
{
    size_t first = form == DEFINITION ? item->first : item->comment, n = item->end - first;
    struct token *tokens = calloc(n + 1, sizeof *tokens);
    if (!tokens)
        return false;
    memcpy(tokens, &items->tokens[first], n * sizeof *tokens);
    if (item->initialiser && form != AS_WRITTEN)
        make_const(tokens + (item->first - first), tokens + n, form == DECLARATION);
    if (form == DECLARATION)
        make_declaration(tokens, tokens + n);
    else if (form == DEFINITION)
        make_definition(tokens, tokens + n);
    const struct token *last = tokens + n;
    while (item->initialiser && form != DECLARATION && !token_is(--last, ";"))
        continue; /* a comment follows */
    layout_print(tokens, last, out);
    if (last < tokens + n) {
        fprintf(out, " = %s", item->initialiser);
        layout_print(last, tokens + n, out);
    }
    free(tokens);
    return true;
}

/* Prints the items of a part, with blank lines as in the source; of DEFINITION only the objects. */
static bool print_part(const struct items *items, enum item_part part, enum form form, FILE *out)
{
    unsigned lines = 2;
    bool is_first = true;
    for (size_t i = 0; i < items->count; i++) {
        const struct item *item = &items->items[i];
        unsigned before = token_lines_before(&items->tokens[item->comment]);
        bool is_object = item->kind == ITEM_OBJECT;
        lines = before > lines ? before : lines;
        if (item->part != part || (form == DEFINITION && !is_object))
            continue;
        fputs(lines > 1 && !is_first ? "\n\n" : "\n", out);
        is_first = false;
        if (!print_item(items, item, is_object ? form : AS_WRITTEN, out))
            return false;
        lines = 0;
    }
    fputs(is_first ? "" : "\n", out);
    return true;
}

/* Returns a function's exported name, and makes its definition external. NULL: not there. */
static const char *make_external(struct items *items, const char *function)
{
    if (!items_has(items, function))
        return NULL;
    const struct name *name = items_find_text(items, function);
    token_remove(&items->tokens[items->items[name->item].first]);
    return name->exported;
}

static void make_lookups_inline(struct items *items)
{
    for (size_t i = 0; i < items->count; i++) {
        struct token *first = &items->tokens[items->items[i].first];
        if (items->items[i].kind == ITEM_FUNCTION && items->items[i].part == PART_LOOKUP &&
            token_is(first, "static") && !token_is(first + 1, "inline"))
            token_replace(first, "static inline");
    }
}

static bool has_tables(const struct items *items)
{
    for (size_t i = 0; i < items->count; i++)
        if (items->items[i].part == PART_LOOKUP && items->items[i].kind == ITEM_OBJECT)
            return true;
    return false;
}

/* Prints lookups. Tables are hidden from other shared libraries: compilers then use their addresses
 * without reading them from memory. */
static bool print_lookups(const struct items *items, FILE *out)
{
    bool hides = has_tables(items);
    if (hides)
        fprintf(out, "\n#ifndef _WIN32\n#pragma GCC visibility push(hidden)\n#endif\n");
    if (!print_part(items, PART_LOOKUP, DECLARATION, out))
        return false;
    if (hides)
        fprintf(out, "\n#ifndef _WIN32\n#pragma GCC visibility pop\n#endif\n");
    return true;
}

/* So that one header can replace another without a change of the engine. */
static const char no_tables[] = "\n/* Does nothing: no table is to be filled. */\n";

bool code_print_c(struct items *items, const char *prefix, const char *implementation, FILE *out)
{
    const char *init = make_external(items, "init");
    const char *self_test = make_external(items, "self_test");
    make_lookups_inline(items);
    if (!print_lookups(items, out))
        return false;
    if (init)
        fprintf(out,
                "\n/* Fills the tables. To be called once, before any lookup. */\nvoid %s(void);\n",
                init);
    else
        fprintf(out, "%sstatic inline void %s_init(void) {}\n", no_tables, prefix);
    fprintf(
        out,
        "\n/* Returns false if any attack set of 107,648 occupancies is wrong. */\nbool %s(void);\n"
        "\n#endif\n\n#if defined(%s) && !defined(%s_DONE)\n#define %s_DONE\n"
        "\n#ifdef __cplusplus\n#error \"this header is in C: for C++, export it with --lang "
        "c++\"\n#endif\n",
        self_test, implementation, implementation, implementation);
    if (!print_part(items, PART_LOOKUP, DEFINITION, out) ||
        !print_part(items, PART_SETUP, AS_WRITTEN, out))
        return false;
    fprintf(out, "\n#endif\n");
    return true;
}

static bool has_include(const struct items *items, const struct item *item)
{
    for (size_t i = item->first; item->kind == ITEM_GROUP && i < item->end; i++)
        if (items->tokens[i].kind == TOKEN_DIRECTIVE && token_is(&items->tokens[i + 1], "include"))
            return true;
    return false;
}

/* Prints the groups that include a system header, which does not belong into a namespace. */
static bool print_including_groups(struct items *items, FILE *out)
{
    for (size_t i = 0; i < items->count; i++) {
        struct item *item = &items->items[i];
        if (!item->part || !has_include(items, item))
            continue;
        fputc('\n', out);
        if (!print_item(items, item, AS_WRITTEN, out))
            return false;
        fputc('\n', out);
        item->part = PART_NONE;
    }
    return true;
}

/* Prints what hides warnings of g++ 12 of its own AVX-512 intrinsics, where they are inlined. */
static void print_pragmas(bool begins, FILE *out)
{
    fprintf(out, "\n#if defined(__GNUC__) && !defined(__clang__)%s\n",
            begins ? " /* g++ 12 warns of its own intrinsics */" : "");
    fputs(begins ? "#pragma GCC diagnostic push\n"
                   "#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
                   "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n"
                 : "#pragma GCC diagnostic pop\n",
          out);
    fprintf(out, "#endif\n");
}

bool code_print_cpp(struct items *items, const char *space, bool has_avx512, FILE *out)
{
    for (size_t i = 0; i < items->count; i++)
        if (items->items[i].initialiser)
            token_replace(&items->tokens[items->items[i].first], "inline constexpr");
    bool has_init = items_has(items, "init");
    make_cpp(items);
    if (!print_including_groups(items, out))
        return false;
    if (has_avx512)
        print_pragmas(true, out);
    fprintf(out, "\nnamespace %s {\n", space);
    if (!print_part(items, PART_LOOKUP, AS_WRITTEN, out) ||
        !print_part(items, PART_SETUP, AS_WRITTEN, out))
        return false;
    if (!has_init)
        fprintf(out, "%sinline void init() {}\n", no_tables);
    fprintf(out, "\n} // namespace %s\n", space);
    if (has_avx512)
        print_pragmas(false, out);
    fprintf(out, "\n#endif\n");
    return true;
}
