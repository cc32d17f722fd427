/* SPDX-License-Identifier: MIT
 * How `export` changes and prints code: names, C++, constexpr, linkage, layout. */
#include "export/code/constexpr.h"
#include "export/code/edit.h"
#include "export/code/layout.h"
#include "export/code/print_code.h"
#include "export/code/rename.h"
#include "export/prefix.h"
#include "export/source/reach.h"
#include "export/source/split.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct items items;
static char *printed;

static int free_all(void **state)
{
    (void)state;
    items_free(&items);
    items = (struct items){0};
    free(printed);
    printed = NULL;
    return 0;
}

static void split(const char *text)
{
    free_all(NULL);
    assert_true(items_split(strdup(text), &items));
}

/* Prints all tokens as one item. */
static const char *layout(void)
{
    size_t size;
    FILE *out = open_memstream(&printed, &size);
    layout_print(items.tokens, items.tokens + items.token_count, out);
    fclose(out);
    return printed;
}

static const char *renamed(const char *text, const char *prefix, enum language language)
{
    split(text);
    assert_true(items_rename(&items, prefix, language));
    return layout();
}

static void names_of_the_file_get_the_prefix(void **state)
{
    (void)state;
    assert_string_equal(renamed("struct line { int line; };\n"
                                "#define WIDTH(line) (line + COUNT)\n"
                                "enum { COUNT };\n"
                                "static int f(struct line *l) { return l->line + WIDTH(1); }",
                                "p", LANGUAGE_C),
                        "struct p_line { int line; };\n"
                        "#define P_WIDTH(line) (line + P_COUNT)\n"
                        "enum { P_COUNT };\n"
                        "static int p_f(struct p_line *l) { return l->line + P_WIDTH(1); }");
    assert_string_equal(renamed("typedef uint64_t bitboard;\n"
                                "static bitboard f(bitboard set) { return set; } /* f(), not f */",
                                "p", LANGUAGE_C),
                        "typedef uint64_t uint64_t;\n"
                        "static uint64_t p_f(uint64_t set) { return set; } /* p_f(), not f */");
}

static void in_cpp_only_macros_get_the_prefix(void **state)
{
    (void)state;
    assert_string_equal(
        renamed("#define ONE 1\nenum { TWO };\nstatic int f(void) { return ONE + TWO; }", "p",
                LANGUAGE_CPP),
        "#define P_ONE 1\nenum { TWO };\nstatic int f(void) { return P_ONE + TWO; }");
}

static const char *as_cpp(const char *text)
{
    split(text);
    mark_constexpr(&items);
    make_cpp(&items);
    return layout();
}

static void c_becomes_cpp(void **state)
{
    (void)state;
    assert_string_equal(
        as_cpp("struct both { int a; };\n"
               "static inline struct both f(enum line l) { return (struct both){l}; }"),
        "struct both { int a; };\n"
        "constexpr struct both f(unsigned l) { return both{l}; }");
    assert_string_equal(
        as_cpp("typedef int word;\nstatic int f(int x) { if (x) { x = (word){1}; } return x; }"),
        "typedef int word;\nconstexpr int f(int x) { if (x) { x = word{1}; } return x; }");
    assert_string_equal(as_cpp("static const int table[2] = {1, 2};"),
                        "inline constexpr int table[2] = {1, 2};");
    assert_string_equal(as_cpp("static int table[2];"), "inline int table[2];");
    assert_string_equal(as_cpp("enum line { A, B };"), "enum line { A, B };");
}

static void what_runs_at_run_time_is_not_constexpr(void **state)
{
    (void)state;
    static const char *const functions[] = {
        "inline int f(int x) { return table[x]; }",
        "inline int f(int x) { static const int y = 1; return x + y; }",
        "inline int f(int x) { int y; y = x; return y; }",
        "inline int f(int x) { int y[2]; y[0] = x; return y[0]; }",
        "inline int f(int x) { __asm__(\"\" : \"+r\"(x)); return x; }",
        "inline int f(int x) { return _mm_intrinsic(x); }",
        "inline int f(int x) { return vrbitq_u8(x); }", /* an intrinsic of Arm */
        "inline int f(int (*call)(int)) { return call(1); }",
        "inline int f(int x) { return *(const char *)&x; }",
        "inline int f(int x) { return HIDDEN(x); }",
        "inline int f(int x) { return *pointer; }",
        "inline int f(int x) { return g(x); }",
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "inline const int *pointer;\ninline int table[2];\n#define HIDDEN(x) __asm__(x)\n"
                 "inline int g(int x) { return table[x]; }\n%s",
                 functions[i]);
        assert_string_equal(as_cpp(text), text);
    }
}

/* Prints code with its lookups reached from get(), and its setup from init() and self_test(). */
static const char *printed_code(const char *text, enum language language)
{
    size_t size;
    split(text);
    items_reach(&items, "get", PART_LOOKUP);
    items_reach(&items, "init", PART_SETUP);
    items_reach(&items, "self_test", PART_SETUP);
    assert_true(items_rename(&items, "p", language));
    FILE *out = open_memstream(&printed, &size);
    assert_true(language == LANGUAGE_C ? code_print_c(&items, "p", "P_IMPLEMENTATION", out)
                                       : code_print_cpp(&items, "p", false, out));
    fclose(out);
    return printed;
}

static const char source[] =
    "static struct row { int x; } table[2]; /* rows */\n\n\n"
    "static int unused;\n"
    "static int get(int i) { return table[i].x; }\n\n"
    "static void init(void) { table[0].x = 1; }\n\n"
    "static bool self_test(void) { return get(0) == 1; }\n";

static void c_has_one_copy_of_the_tables(void **state)
{
    (void)state;
    assert_string_equal(
        printed_code(source, LANGUAGE_C),
        "\n#ifndef _WIN32\n#pragma GCC visibility push(hidden)\n#endif\n"
        "\nextern struct p_row { int x; } p_table[2]; /* rows */\n\n"
        "static inline int p_get(int i) { return p_table[i].x; }\n"
        "\n#ifndef _WIN32\n#pragma GCC visibility pop\n#endif\n"
        "\n/* Fills the tables. To be called once, before any lookup. */\nvoid p_init(void);\n"
        "\n/* Returns false if any attack set of 107,648 occupancies is wrong. */\n"
        "bool p_self_test(void);\n\n#endif\n\n"
        "#if defined(P_IMPLEMENTATION) && !defined(P_IMPLEMENTATION_DONE)\n"
        "#define P_IMPLEMENTATION_DONE\n\n#ifdef __cplusplus\n"
        "#error \"this header is in C: for C++, export it with --lang c++\"\n#endif\n\n"
        "struct p_row p_table[2];\n\n"
        "void p_init(void) { p_table[0].x = 1; }\n\n"
        "bool p_self_test(void) { return p_get(0) == 1; }\n\n#endif\n");
}

static void cpp_is_inline_in_a_namespace(void **state)
{
    (void)state;
    assert_string_equal(printed_code(source, LANGUAGE_CPP),
                        "\nnamespace p {\n\n"
                        "inline struct row { int x; } table[2]; /* rows */\n\n"
                        "inline int get(int i) { return table[i].x; }\n\n"
                        "inline void init(void) { table[0].x = 1; }\n\n"
                        "inline bool self_test(void) { return get(0) == 1; }\n"
                        "\n} // namespace p\n\n#endif\n");
}

static void continued_lines_stay_aligned(void **state)
{
    (void)state;
    assert_string_equal(
        renamed("static int f(int a,\n             int b)\n{\n"
                "    if (f(a,\n          b))\n        return f(b, a) |\n"
                "               f(a, b);\n}\n\n\n#define F(x)        \\\n    f(x, x)\n",
                "long", LANGUAGE_C),
        "static int long_f(int a,\n                  int b)\n{\n"
        "    if (long_f(a,\n               b))\n        return long_f(b, a) |\n"
        "               long_f(a, b);\n}\n\n#define LONG_F(x) \\\n    long_f(x, x)");
}

static void long_lines_are_broken_outside_brackets(void **state)
{
    (void)state;
    static const char prefix[] = "a_prefix_of_forty_characters_or_even_more";
    assert_string_equal(renamed("static int f(int a, int b)\n{\n    return f(a, b) | f(b, a);\n}",
                                prefix, LANGUAGE_C),
                        "static int a_prefix_of_forty_characters_or_even_more_f(int a, int b)\n{\n"
                        "    return a_prefix_of_forty_characters_or_even_more_f(a, b) |\n"
                        "           a_prefix_of_forty_characters_or_even_more_f(b, a);\n}");
    assert_string_equal(
        renamed("static int f(unsigned first_argument, unsigned second_argument);", prefix,
                LANGUAGE_C),
        "static int a_prefix_of_forty_characters_or_even_more_f(unsigned first_argument,\n"
        "                                                       unsigned second_argument);");
}

static void a_prefix_is_an_identifier(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    "9x",    "_x",     "a-b",    "a b",
                                      "int", "class", "xor_eq", "alignas"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(prefix_is_valid(bad[i]));
    static const char *const good[] = {"x", "sliders", "X_9", "integer", "alignas_"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        assert_true(prefix_is_valid(good[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(names_of_the_file_get_the_prefix, free_all),
        cmocka_unit_test_teardown(in_cpp_only_macros_get_the_prefix, free_all),
        cmocka_unit_test_teardown(c_becomes_cpp, free_all),
        cmocka_unit_test_teardown(what_runs_at_run_time_is_not_constexpr, free_all),
        cmocka_unit_test_teardown(c_has_one_copy_of_the_tables, free_all),
        cmocka_unit_test_teardown(cpp_is_inline_in_a_namespace, free_all),
        cmocka_unit_test_teardown(continued_lines_stay_aligned, free_all),
        cmocka_unit_test_teardown(long_lines_are_broken_outside_brackets, free_all),
        cmocka_unit_test(a_prefix_is_an_identifier),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
