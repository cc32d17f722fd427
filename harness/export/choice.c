/* SPDX-License-Identifier: MIT
 * The part of a header of several schemes that chooses one of them at run time. */
#include "base/array.h"
#include "export/export.h"
#include "plan/scheme_set.h"
#include "target/isa.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A function of the header, in texts for print_named(). */
struct function {
    const char *begin;
    const char *each; /* for each scheme but the last; only where the compiler has the scheme */
    const char *last; /* for the last scheme, with the end of the function */
};

#define GETTER(piece)                                                                              \
    {                                                                                              \
        "static inline uint64_t $_" piece "_attacks(unsigned square, uint64_t occupied)\n{\n",     \
            "    if ($_choice == @_IS_^)\n"                                                        \
            "        return $_%_" piece "_attacks(square, occupied);\n",                           \
            "    return $_%_" piece "_attacks(square, occupied);\n}\n\n"                           \
    }

#define IF_CHOSEN(result) "    if ($_choice == @_IS_^)\n        return " result ";\n"

#define IF_NAMED(condition)                                                                        \
    "    if (!strcmp(scheme, \"%\")" condition                                                     \
    ") {\n"                                                                                        \
    "        $_%_init();\n"                                                                        \
    "        $_choice = @_IS_^;\n"                                                                 \
    "        return true;\n"                                                                       \
    "    }\n"

static const struct function getters[] = {
    GETTER("rook"),
    GETTER("bishop"),
    GETTER("queen"),
    {"struct $_both {\n    uint64_t rook, bishop;\n};\n\n"
     "static inline struct $_both $_both_attacks(unsigned square, uint64_t occupied)\n{\n"
     "    struct $_both sets;\n"
     "    sets.rook = $_rook_attacks(square, occupied);\n"
     "    sets.bishop = $_bishop_attacks(square, occupied);\n"
     "    return sets;\n}\n\n",
     "", ""},
};

static const struct function others[] = {
    {"/* Returns the name of the scheme that the getters use; NULL before init(). */\n"
     "static inline const char *$_scheme(void)\n{\n",
     IF_CHOSEN("\"%\""), IF_CHOSEN("\"%\"") "    return NULL;\n}\n\n"},
    {"/* Makes the getters use a scheme. Returns false, and changes nothing, if there is none of "
     "this\n"
     " * name or the CPU lacks its instructions. */\n"
     "static inline bool $_init_with(const char *scheme)\n{\n",
     IF_NAMED(" && $_can_use_%()"), IF_NAMED("") "    return false;\n}\n\n"},
    {"/* Makes the getters use the first scheme whose instructions the CPU has. PEXT only counts\n"
     " * where it is not microcode, as it is on AMD before Zen 3: its speed is measured. */\n"
     "static inline void $_init(void)\n{\n",
     "    if ($_prefers_%() && $_init_with(\"%\"))\n        return;\n",
     "    $_init_with(\"%\");\n}\n\n"},
    {"/* Returns whether the sets of 107,648 occupancies are right; false before init(). */\n"
     "static inline bool $_self_test(void)\n{\n",
     IF_CHOSEN("$_%_self_test()"), IF_CHOSEN("$_%_self_test()") "    return false;\n}\n\n"},
};

static void print_function(const struct function *function, const struct section *sections,
                           size_t n, const char *prefix, FILE *out)
{
    print_named(function->begin, prefix, "", out);
    for (size_t i = 0; i + 1 < n && *function->each; i++) {
        print_named("#ifdef @_HAS_^\n", prefix, sections[i].scheme->name, out);
        print_named(function->each, prefix, sections[i].scheme->name, out);
        fputs("#endif\n", out);
    }
    print_named(function->last, prefix, sections[n - 1].scheme->name, out);
}

/* Prints a call of x86_reports() with the arguments of isa_report_of_x86(). */
static void print_report(const char *arguments, const char *prefix, FILE *out)
{
    print_named("$_x86_reports(", prefix, "", out);
    for (const char *c = arguments; *c; c++) {
        if (isupper((unsigned char)*c) && c[-1] == ' ')
            print_named("@_", prefix, "", out);
        fputc(*c, out);
    }
    fputc(')', out);
}

/* Prints what init() and init_with() ask of the CPU: is the scheme fast, and does it run? PEXT
 * is microcode on some CPUs that have it. */
static void print_questions(const struct scheme *scheme, const char *prefix, FILE *out)
{
    const char *word = scheme->needs;
    print_named("static inline bool $_can_use_%(void)\n{\n    return ", prefix, scheme->name, out);
    print_report(isa_report_of_x86(word), prefix, out);
    while ((word = strchr(word, ' '))) {
        fputs(" &&\n           ", out);
        print_report(isa_report_of_x86(++word), prefix, out);
    }
    print_named(";\n}\n\nstatic inline bool $_prefers_%(void)\n{\n    return ", prefix,
                scheme->name, out);
    print_named(scheme_needs(scheme, "bmi2") ? "$_has_fast_pext();\n}\n\n" : "true;\n}\n\n", prefix,
                "", out);
}

/* Prints the choice's functions that are for x86. */
static bool print_functions_of_x86(const struct section *sections, size_t n, const char *prefix,
                                   FILE *out, struct error *error)
{
    char *text = amalgamate_file("target/pext_speed.h", error);
    if (!text)
        return false;
    struct items *items = items_read(text, prefix, false);
    fputs(IF_X86_64 "\n", out);
    items_print_includes(items, out);
    items_print(items, "x86_reports", out);
    for (size_t i = 0; i + 1 < n; i++) {
        items_print(
            items, scheme_needs(sections[i].scheme, "bmi2") ? "has_fast_pext" : "x86_reports", out);
        print_questions(sections[i].scheme, prefix, out);
    }
    fputs("#endif\n\n", out);
    items_free(items);
    free(text);
    return true;
}

static void print_choice(const struct section *sections, size_t n, const char *prefix, FILE *out)
{
    print_named("/* ---- the choice ---- */\n\n#include <string.h>\n\nenum { @_IS_NOTHING", prefix,
                "", out);
    for (size_t i = 0; i < n; i++)
        print_named(", @_IS_^", prefix, sections[i].scheme->name, out);
    print_named(" };\n\n" FOR_CXX("extern \"C\" {") "@_TABLE int $_choice;\n\n" FOR_CXX("}"),
                prefix, "", out);
}

bool choice_print(const struct section *sections, size_t n, const char *prefix, FILE *out,
                  struct error *error)
{
    print_choice(sections, n, prefix, out);
    for (size_t i = 0; i < COUNT(getters); i++)
        print_function(&getters[i], sections, n, prefix, out);
    if (!print_functions_of_x86(sections, n, prefix, out, error))
        return false;
    for (size_t i = 0; i < COUNT(others); i++)
        print_function(&others[i], sections, n, prefix, out);
    return true;
}
