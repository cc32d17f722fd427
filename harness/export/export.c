/* SPDX-License-Identifier: MIT */
#include "export/export.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/parse.h"
#include "base/text.h"
#include "plan/scheme_set.h"
#include "sources.h"
#include "target/isa.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void print_capitals(const char *name, FILE *out)
{
    for (; *name; name++)
        fputc(toupper((unsigned char)*name), out);
}

void print_named(const struct header *header, const char *text, const char *scheme)
{
    FILE *out = header->out;
    for (; *text; text++)
        if (*text == '$')
            fputs(header->prefix, out);
        else if (*text == '@')
            print_capitals(header->prefix, out);
        else if (*text == '%')
            fputs(scheme, out);
        else if (*text == '^')
            print_capitals(scheme, out);
        else
            fputc(*text, out);
}

/* Returns whether one C file of the engine must define variables: tables, or the choice. */
static bool has_tables(const struct header *header)
{
    return header->n > 1 || header->sections->scheme->init;
}

/* Prints "x86-64 and bmi2: compile with -mbmi2". */
static void print_needs(const struct section *section, FILE *out)
{
    const char *condition = section->condition;
    bool is_for_x86_64 = strstr(condition, "__x86_64__") && !strstr(condition, "||");
    fprintf(out, "%s%s: compile with %s", is_for_x86_64 ? "x86-64 and " : "",
            section->scheme->needs, section->scheme->flags);
}

/* ---- the comment ---- */

static void print_credits(const struct section *section, bool is_alone, FILE *out)
{
    const struct scheme *scheme = section->scheme;
    char text[16];
    fprintf(out, " *\n * %s: %s.\n", scheme->name, scheme->title);
    fprintf(out, " * By %s, %s: %s\n * ", scheme->author, scheme->year, scheme->source);
    if (scheme->needs) {
        fputs("Needs ", out);
        if (is_alone)
            print_needs(section, out);
        else
            fputs(scheme->needs, out);
        fputs(". ", out);
    }
    fprintf(out, "Tables: %s.\n", scheme->init ? bytes_text(scheme_bytes(scheme), text) : "none");
}

static void print_terms(FILE *out)
{
    const char *copyright = strstr(scheme_source("LICENSE"), "Copyright");
    fprintf(out, " *\n * Exported by slidebench %s, in C99 and C++14.\n", SLIDEBENCH_VERSION);
    fprintf(out, " * %.*s. The licence is at the end of this file.\n *\n",
            (int)strcspn(copyright, "\n"), copyright);
}

static const char use_of_tables[] =
    " *     #define @_IMPLEMENTATION // in one source file, before #include: it has the tables\n";

static const char use_of_choice[] =
    " *     $_init(); // once, before any lookup: takes the first scheme that is fast on this CPU\n"
    " *     $_init_with(\"%\"); // in its place: takes this one; false if the CPU cannot\n"
    " *     const char *name = $_scheme();\n"
    " *     // the cost of the choice in each lookup: results/QUESTIONS.md of slidebench\n";

static const char use_of_view[] =
    " *     $_view view;\n"
    " *     $_set_view(&view, occupied);\n"
    " *     $_toggle(&view, square); // where the occupancy changes\n"
    " *     uint64_t attacks = $_queen_attacks(square, &view);\n";

static const char meaning[] =
    " *\n * Likewise rook_attacks, bishop_attacks and both_attacks. A set contains the first\n"
    " * blocker of each ray, of either colour. Square and bit 0 are a1, 1 is b1, 63 is h8. */\n";

static void print_use(const struct header *header)
{
    const struct section *last = &header->sections[header->n - 1];
    print_named(header, has_tables(header) ? use_of_tables : "", "");
    print_named(header,
                header->n > 1        ? use_of_choice
                : has_tables(header) ? " *     $_init(); // once, before any lookup\n"
                                     : " *     $_init(); // does nothing here\n",
                last->scheme->name);
    print_named(header,
                last->has_view ? use_of_view
                               : " *     uint64_t attacks = $_queen_attacks(square, occupied);\n",
                "");
    fputs(meaning, header->out);
}

static void print_comment(const struct header *header)
{
    fputs("/* SPDX-License-Identifier: MIT\n * Attacks of sliding pieces in chess.\n", header->out);
    for (size_t i = 0; i < header->n; i++)
        print_credits(&header->sections[i], header->n == 1, header->out);
    print_terms(header->out);
    print_use(header);
}

/* ---- the code ---- */

static void print_guard_name(const struct header *header)
{
    print_named(header, "@", "");
    for (size_t i = 0; i < header->n; i++)
        print_named(header, "_^", header->sections[i].scheme->name);
    fputs("_H\n", header->out);
}

/* Begins the guard of the header. The header refuses another one with the same prefix, because
 * their names would collide. */
static void print_guard(const struct header *header)
{
    fputs("\n#ifndef ", header->out);
    print_guard_name(header);
    fputs("#define ", header->out);
    print_guard_name(header);
    print_named(header,
                "\n#ifdef @_IS_TAKEN\n"
                "#error \"two headers have the prefix $: export one of them with --prefix\"\n"
                "#elif !defined(__cplusplus) && !defined(_MSC_VER) && __STDC_VERSION__ < 199901\n"
                "#error \"a header in C99: compile with -std=c99 or a later standard\"\n"
                "#else\n"
                "#define @_IS_TAKEN\n\n",
                "");
}

/* The macros before a table. It is a hidden symbol, so that a shared library reads it directly. */
static const char table_macro[] =
    "#if defined(__GNUC__) && !defined(_WIN32)\n"
    "#define @_HIDDEN __attribute__((visibility(\"hidden\")))\n"
    "#else\n"
    "#define @_HIDDEN\n"
    "#endif\n"
    "#ifdef @_IMPLEMENTATION\n"
    "#define @_IS_IMPLEMENTED\n"
    "#define @_TABLE @_HIDDEN\n"
    "#else\n"
    "#define @_TABLE extern @_HIDDEN\n"
    "#endif\n\n";

/* Follows the guard: the first #include decides whether tables are defined or only declared, so a
 * later one must not ask for them. */
static const char late_implementation[] =
    "#elif defined(@_IMPLEMENTATION) && !defined(@_IS_IMPLEMENTED)\n"
    "#error \"define @_IMPLEMENTATION before the first #include of this header\"\n";

/* Lines that only g++ reads: g++ 12 warns about its own intrinsics. */
#define FOR_GXX(lines)                                                                             \
    "#if defined(__cplusplus) && defined(__GNUC__) && !defined(__clang__)\n" lines "#endif\n\n"

/* Between these two texts, gcc and clang may use instructions that the engine's flags do not
 * allow. MSVC always may. */
static const char target_begin[] =
    "#if defined(__clang__)\n"
    "#pragma clang attribute push(__attribute__((target(\"%\"))), apply_to = function)\n"
    "#elif defined(__GNUC__)\n"
    "#pragma GCC push_options\n"
    "#pragma GCC target(\"%\")\n"
    "#endif\n\n";

static const char target_end[] =
    "#if defined(__clang__)\n"
    "#pragma clang attribute pop\n"
    "#elif defined(__GNUC__)\n"
    "#pragma GCC pop_options\n"
    "#endif\n\n";

/* The functions and types of a header; first those that its reader looks for. */
static const struct part {
    const char *name;
    const char *mark; /* the macro by which a scheme says that it has the part; NULL: each has it */
} parts[] = {
    {"rook_attacks", NULL},
    {"bishop_attacks", NULL},
    {"queen_attacks", NULL},
    {"both_attacks", NULL},
    {"rooks_attacks", "rooks_attacks"},
    {"bishops_attacks", "bishops_attacks"},
    {"queens_attacks", "queens_attacks"},
    {"sliders_attacks", "sliders_attacks"},
    {"view", "view"},
    {"set_view", "view"},
    {"toggle", "view"},
    {"init", NULL},
    {"self_test", NULL},
};

/* Prints the code of a scheme. `target` is the text of the target pragma; "": no pragma. */
static void print_code(const struct header *header, const struct section *section,
                       const char *target)
{
    FILE *out = header->out;
    struct items *items = items_read(section->text, section->prefix, section->has_view);
    items_print_includes(items, out);
    print_named(header, *target ? target_begin : "", target);
    fputs(FOR_CXX("extern \"C\" {"), out);
    for (const struct part *part = parts; part < parts + COUNT(parts); part++)
        if (!part->mark || text_has(section->text, "#define ", part->mark))
            items_print(items, part->name, out);
    fputs(FOR_CXX("}"), out);
    fputs(*target ? target_end : "", out);
    items_free(items);
}

/* Prints the code of a header's only scheme. */
static void print_alone(const struct header *header)
{
    const struct section *section = header->sections;
    FILE *out = header->out;
    if (*section->condition)
        fprintf(out, "%s\n", section->condition);
    print_code(header, section, "");
    if (!*section->condition)
        return;
    fprintf(out, "#else\n#error \"%s needs ", section->scheme->name);
    print_needs(section, out);
    fputs("\"\n#endif\n\n", out);
}

/* Writes "avx512cd,avx512vl" for the flags "-mavx512cd -mavx512vl". Flags after "or" are for other
 * architectures. BMI2 needs no target: see bmi2.h. */
static void target_of(const struct scheme *scheme, char target[static 128])
{
    const char *flags = scheme->flags, *end = strstr(flags, " or ");
    size_t n = 0;
    for (; *flags && flags != end && n < 127; flags++)
        if (!strncmp(flags, "-m", 2))
            flags++;
        else
            target[n++] = *flags == ' ' ? ',' : *flags;
    target[strcmp(scheme->needs, "bmi2") != 0 ? n : 0] = '\0';
}

/* Prints one scheme of several. Compilers for other CPUs leave out a scheme that needs instructions
 * of x86, and other compilers leave out a scheme that needs GNU C. */
static void print_one_of_several(const struct header *header, const struct section *section)
{
    const struct scheme *scheme = section->scheme;
    char target[128] = "";
    if (scheme->needs) {
        target_of(scheme, target);
        fputs(strstr(section->condition, "__GNUC__")
                  ? "#if defined(__x86_64__) && defined(__GNUC__)\n"
                  : IF_X86_64,
              header->out);
        print_named(header, "#define @_HAS_^ 1\n", scheme->name);
    }
    print_named(header, "#define @_^_TABLE @_TABLE\n\n", scheme->name);
    print_code(header, section, target);
    fputs(scheme->needs ? "#endif\n\n" : "", header->out);
}

/* Returns a paragraph of a description without its beginning "With NAME: " or "Without NAME: ", or
 * NULL if it is about another variant. A NAME is a DEFINE of a scheme() line. */
static const char *own_paragraph(const char *text, const char *defines)
{
    bool without = !strncmp(text, "Without ", strlen("Without "));
    const char *name = text + strlen(without ? "Without " : "With ");
    size_t length = strcspn(name, ": \n");
    if ((!without && strncmp(text, "With ", strlen("With ")) != 0) || name[length] != ':')
        return text;
    return has_word(defines, ' ', name, length) == without ? NULL : name + length + strlen(": ");
}

/* Prints what the first comment of the scheme's file says about the scheme. */
static void print_description(const struct scheme *scheme, FILE *out)
{
    static const char gap[] = "\n *\n * ";
    const char *text = strchr(scheme_source(scheme->file), '\n') + strlen("\n * ");
    const char *end = strstr(text, " */"), *before = "/* ", *next;
    for (; text < end; text = next + strlen(gap)) {
        next = strstr(text, gap);
        next = next && next < end ? next : end;
        const char *own = own_paragraph(text, scheme->defines);
        if (own)
            fprintf(out, "%s%c%.*s", before, toupper((unsigned char)*own), (int)(next - own - 1),
                    own + 1);
        before = gap;
    }
    fputs(" */\n\n", out);
}

static void print_section(const struct header *header, const struct section *section)
{
    const char *needs = section->scheme->needs;
    bool has_avx512 = needs && strstr(needs, "avx512");
    print_description(section->scheme, header->out);
    if (has_avx512)
        fputs(FOR_GXX("#pragma GCC diagnostic push\n"
                      "#pragma GCC diagnostic ignored \"-Wuninitialized\"\n"
                      "#pragma GCC diagnostic ignored \"-Wmaybe-uninitialized\"\n"),
              header->out);
    if (header->n == 1)
        print_alone(header);
    else
        print_one_of_several(header, section);
    if (has_avx512)
        fputs(FOR_GXX("#pragma GCC diagnostic pop\n"), header->out);
}

static void print_header(const struct header *header)
{
    print_comment(header);
    print_guard(header);
    print_named(header, has_tables(header) ? table_macro : "", "");
    for (size_t i = 0; i < header->n; i++)
        print_section(header, &header->sections[i]);
    if (header->n > 1)
        choice_print(header);
    fputs("#endif\n", header->out);
    print_named(header, has_tables(header) ? late_implementation : "", "");
    fprintf(header->out, "#endif\n\n/* %s*/\n", scheme_source("LICENSE"));
}

/* ---- what can be exported ---- */

/* Fails unless a header with n schemes can choose section i at run time. */
static bool check_choice(const struct section *sections, size_t i, size_t n, struct error *error)
{
    const struct scheme *scheme = sections[i].scheme;
    for (size_t later = i + 1; later < n; later++)
        if (sections[later].scheme == scheme)
            return fail(error, STATUS_USAGE, "%s is given twice", scheme->name);
    if (sections[i].has_view)
        return fail(error, STATUS_USAGE,
                    "%s has a view of its own; a header can only have it alone", scheme->name);
    if (strstr(sections[i].text, "\n#error "))
        return fail(error, STATUS_USAGE,
                    "%s tests the compiler's flags; a header can only have it "
                    "alone",
                    scheme->name);
    if (i + 1 == n && scheme->needs)
        return fail(error, STATUS_USAGE, "%s needs %s; expected a last scheme for any CPU",
                    scheme->name, scheme->needs);
    if (i + 1 < n && !scheme->needs)
        return fail(error, STATUS_USAGE, "%s runs on any CPU; no header would choose %s after it",
                    scheme->name, sections[i + 1].scheme->name);
    size_t length;
    const char *needs = scheme->needs;
    for (const char *word; (word = next_word(&needs, ' ', &length));)
        if (!isa_report_of_x86(word))
            return fail(error, STATUS_USAGE, "%s needs %s; a header chooses by instructions of x86",
                        scheme->name, scheme->needs);
    return true;
}

static bool read_section(struct section *section, const char *prefix, bool is_alone,
                         struct error *error)
{
    const struct scheme *scheme = section->scheme;
    if (scheme->traits & MOCK)
        return fail(error, STATUS_USAGE, "%s has no attack sets", scheme->name);
    if (!scheme->file)
        return fail(error, STATUS_ENVIRONMENT, "%s has no source in C", scheme->name);
    section->prefix = xmalloc(strlen(prefix) + strlen(scheme->name) + 2);
    sprintf(section->prefix, is_alone ? "%s" : "%s_%s", prefix, scheme->name);
    return amalgamate(section, error);
}

bool export_write(const struct scheme *const *chosen, size_t n, const char *prefix, FILE *out,
                  struct error *error)
{
    struct section *sections = xcalloc(n, sizeof *sections);
    const struct header header = {sections, n, prefix, out};
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        sections[i].scheme = chosen[i];
    for (size_t i = 0; ok && i < n; i++)
        ok = read_section(&sections[i], prefix, n == 1, error) &&
             (n == 1 || check_choice(sections, i, n, error));
    if (ok)
        print_header(&header);
    for (size_t i = 0; i < n; i++) {
        free(sections[i].text);
        free(sections[i].prefix);
    }
    free(sections);
    return ok;
}
