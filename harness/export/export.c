/* SPDX-License-Identifier: MIT */
#include "export/export.h"
#include "base/text.h"
#include "plan/scheme_set.h"
#include "sources.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the comments ---- */

static void print_credits(const struct scheme *scheme, FILE *out)
{
    const char *copyright = strstr(scheme_source("LICENSE"), "Copyright");
    fprintf(out, "/* SPDX-License-Identifier: MIT\n * Attacks of sliding pieces in chess: %s.\n",
            scheme->title);
    fprintf(out, " * By %s, %s: %s\n", scheme->author, scheme->year, scheme->source);
    fprintf(out, " * Exported by slidebench %s from schemes/%s%s%s.\n", SLIDEBENCH_VERSION,
            scheme->file, *scheme->defines ? " with " : "", scheme->defines);
    fprintf(out, " * %.*s. The licence is at the end of this file.\n *\n",
            (int)strcspn(copyright, "\n"), copyright);
}

static void print_needs(const struct scheme *scheme, const char *prefix, FILE *out)
{
    char text[16];
    fprintf(out, " * C99 or later, C++14 or later.");
    if (scheme->needs)
        fprintf(out, " Needs %s: compile with %s.", scheme->needs, scheme->flags);
    fprintf(out, "\n * Tables: %s", scheme->init ? bytes_text(scheme_bytes(scheme), text) : "none");
    if (scheme->init)
        fprintf(out, ", filled by %s_init()", prefix);
    fprintf(out, ".\n");
}

/* Prints a text with the prefix in place of each $, and in capitals in place of each @. */
static void print_text(const char *text, const char *prefix, FILE *out)
{
    for (; *text; text++)
        if (*text == '$')
            fputs(prefix, out);
        else if (*text == '@')
            for (const char *c = prefix; *c; c++)
                fputc(toupper((unsigned char)*c), out);
        else
            fputc(*text, out);
}

static void print_use(const struct scheme *scheme, const char *prefix, bool has_view, FILE *out)
{
    print_text(scheme->init ? " *\n"
                              " *     #define @_IMPLEMENTATION // in one source file, before "
                              "#include: it has the tables\n"
                              " *     $_init(); // once, before any lookup\n"
                            : " *\n"
                              " *     $_init(); // does nothing here\n",
               prefix, out);
    print_text(has_view ? " *     $_view view;\n"
                          " *     $_set_view(&view, occupied);\n"
                          " *     $_toggle(&view, square); // where the occupancy changes\n"
                          " *     uint64_t attacks = $_queen_attacks(square, &view);\n"
                        : " *     uint64_t attacks = $_queen_attacks(square, occupied);\n",
               prefix, out);
    fputs(
        " *\n * Likewise rook_attacks, bishop_attacks and both_attacks. A set contains the first\n"
        " * blocker of each ray, of either colour. Square and bit 0 are a1, 1 is b1, 63 is h8. "
        "*/\n",
        out);
}

/* Prints the text of the first comment of the scheme's file. */
static void print_description(const struct scheme *scheme, FILE *out)
{
    const char *text = strchr(scheme_source(scheme->file), '\n') + strlen("\n * ");
    fprintf(out, "\n/* %.*s*/\n", (int)(strstr(text, "*/") - text), text);
}

/* ---- the code ---- */

/* Prints the include guard, which differs for two schemes of one prefix: their names collide. */
static void print_guard(const struct scheme *scheme, const char *prefix, FILE *out)
{
    print_text("\n#ifndef @_", prefix, out);
    print_text("@_H\n#define ", scheme->name, out);
    print_text("@_", prefix, out);
    print_text("@_H\n\n", scheme->name, out);
}

/* What begins a table. As a hidden symbol it is read without indirection in a shared library. */
static const char table_macro[] =
    "#if defined(__GNUC__) && !defined(_WIN32)\n"
    "#define @_HIDDEN __attribute__((visibility(\"hidden\")))\n"
    "#else\n"
    "#define @_HIDDEN\n"
    "#endif\n"
    "#ifdef @_IMPLEMENTATION\n"
    "#define @_TABLE @_HIDDEN\n"
    "#else\n"
    "#define @_TABLE extern @_HIDDEN\n"
    "#endif\n\n";

/* g++ 12 warns of its own intrinsics. */
#define FOR_GXX(lines)                                                                             \
    "#if defined(__cplusplus) && defined(__GNUC__) && !defined(__clang__)\n" lines "#endif\n\n"

/* What a header has, and the macro that marks a scheme which has it; NULL: every scheme. */
static const struct part {
    const char *name, *mark;
} parts[] = {
    {"init", NULL},
    {"rook_attacks", NULL},
    {"bishop_attacks", NULL},
    {"queen_attacks", NULL},
    {"both_attacks", NULL},
    {"self_test", NULL},
    {"rooks_attacks", "rooks_attacks"},
    {"bishops_attacks", "bishops_attacks"},
    {"queens_attacks", "queens_attacks"},
    {"sliders_attacks", "sliders_attacks"},
    {"view", "view"},
    {"set_view", "view"},
    {"toggle", "view"},
};

static void print_code(const char *text, const char *prefix, bool has_view, FILE *out)
{
    const char *needed[sizeof parts / sizeof *parts + 1] = {NULL};
    size_t n = 0;
    for (const struct part *part = parts; part < parts + sizeof parts / sizeof *parts; part++)
        if (!part->mark || text_has(text, "#define ", part->mark))
            needed[n++] = part->name;
    items_print(text, needed, has_view, prefix, out);
}

bool export_write(const struct scheme *scheme, const char *prefix, FILE *out, struct error *error)
{
    if (scheme->traits & MOCK)
        return fail(error, STATUS_USAGE, "%s has no attack sets", scheme->name);
    if (!scheme->file)
        return fail(error, STATUS_ENVIRONMENT, "%s has no source in C", scheme->name);
    char *text = amalgamate(scheme, error);
    if (!text)
        return false;
    bool has_view = text_has(text, "#define ", "view");
    bool has_avx512 = scheme->needs && strstr(scheme->needs, "avx512");
    print_credits(scheme, out);
    print_needs(scheme, prefix, out);
    print_use(scheme, prefix, has_view, out);
    print_description(scheme, out);
    print_guard(scheme, prefix, out);
    print_text(scheme->init ? table_macro : "", prefix, out);
    if (has_avx512)
        fputs(FOR_GXX("#pragma GCC diagnostic push\n"
                      "#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
                      "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n"),
              out);
    print_code(text, prefix, has_view, out);
    if (has_avx512)
        fputs(FOR_GXX("#pragma GCC diagnostic pop\n"), out);
    fprintf(out, "#endif\n\n/* %s*/\n", scheme_source("LICENSE"));
    free(text);
    return true;
}
