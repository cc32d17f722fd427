/* SPDX-License-Identifier: MIT
 * The part of a header with several schemes that chooses one of them at run time. */
#include "base/array.h"
#include "base/parse.h"
#include "export/export.h"
#include "plan/scheme_set.h"
#include "target/isa.h"

#include <ctype.h>
#include <stdlib.h>

/* A function of the header, in texts for print_named(). */
struct function {
    const char *begin;
    const char *each; /* for each scheme but the last; compiled only where the scheme is */
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

static void print_function(const struct header *header, const struct function *function)
{
    const struct section *last = &header->sections[header->n - 1];
    print_named(header, function->begin, "");
    for (const struct section *s = header->sections; s < last && *function->each; s++) {
        print_named(header, "#ifdef @_HAS_^\n", s->scheme->name);
        print_named(header, function->each, s->scheme->name);
        fputs("#endif\n", header->out);
    }
    print_named(header, function->last, last->scheme->name);
}

/* Prints a call of x86_reports() with the arguments of isa_report_of_x86(). */
static void print_report(const struct header *header, const char *arguments)
{
    print_named(header, "$_x86_reports(", "");
    for (const char *c = arguments; *c; c++) {
        if (isupper((unsigned char)*c) && c[-1] == ' ')
            print_named(header, "@_", "");
        fputc(*c, header->out);
    }
    fputc(')', header->out);
}

/* Prints the questions that init_with() and init() ask about the CPU: does the scheme run on it,
 * and is it fast? Some CPUs have PEXT only as slow microcode. */
static void print_questions(const struct header *header, const struct scheme *scheme)
{
    size_t length;
    const char *needs = scheme->needs;
    print_named(header, "static inline bool $_can_use_%(void)\n{\n    return ", scheme->name);
    for (const char *word; (word = next_word(&needs, ' ', &length));) {
        print_report(header, isa_report_of_x86(word));
        fputs(needs ? " &&\n           " : ";\n}\n\n", header->out);
    }
    print_named(header, "static inline bool $_prefers_%(void)\n{\n    return ", scheme->name);
    print_named(header, scheme_needs(scheme, "bmi2") ? "$_has_fast_pext();\n}\n\n" : "true;\n}\n\n",
                "");
}

/* Prints the functions of the choice that only x86 has. */
static void print_functions_of_x86(const struct header *header)
{
    char *text = amalgamate_file("target/pext_speed.h");
    struct items *items = items_read(text, header->prefix, false);
    fputs(IF_X86_64 "\n", header->out);
    items_print_includes(items, header->out);
    items_print(items, "x86_reports", header->out);
    for (size_t i = 0; i + 1 < header->n; i++) {
        const struct scheme *scheme = header->sections[i].scheme;
        if (scheme_needs(scheme, "bmi2"))
            items_print(items, "has_fast_pext", header->out);
        print_questions(header, scheme);
    }
    fputs("#endif\n\n", header->out);
    items_free(items);
    free(text);
}

void choice_print(const struct header *header)
{
    print_named(header, "/* ---- the choice ---- */\n\n#include <string.h>\n\nenum { @_IS_NOTHING",
                "");
    for (size_t i = 0; i < header->n; i++)
        print_named(header, ", @_IS_^", header->sections[i].scheme->name);
    print_named(header,
                " };\n\n" FOR_CXX("extern \"C\" {") "@_TABLE int $_choice;\n\n" FOR_CXX("}"), "");
    for (size_t i = 0; i < COUNT(getters); i++)
        print_function(header, &getters[i]);
    print_functions_of_x86(header);
    for (size_t i = 0; i < COUNT(others); i++)
        print_function(header, &others[i]);
}
