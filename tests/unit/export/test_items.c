/* SPDX-License-Identifier: MIT
 * The items of a header's code: which ones it has, and under which names. */
#include "export/items.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool has_view = false;

/* Compares what a header with the prefix `our` has of a text, if it needs f. */
static void expect(const char *text, const char *header)
{
    static const char *const needed[] = {"f", NULL};
    char *printed;
    size_t size;
    FILE *out = open_memstream(&printed, &size);
    assert_non_null(out);
    items_print(text, needed, has_view, "our", out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(printed, header);
    free(printed);
}

static void unneeded_items_are_left_out(void **state)
{
    (void)state;
    expect(
        "int g(void)\n{\n    return 1;\n\n    /* f() */\n}\n\n"
        "int f(void)\n{\n    return 2;\n}\n\n"
        "#define H 3\n",
        "int our_f(void)\n{\n    return 2;\n}\n\n");
}

static void needed_items_are_found_from_name_to_name(void **state)
{
    (void)state;
    expect(
        "enum { A, B = 2, /* C */ D };\n\n"
        "struct point {\n    int x;\n};\n\n"
        "typedef struct point both;\n\n"
        "#define LENGTH (D)\n\n"
        "static const int sizes[] = {LENGTH};\n\n"
        "static int g(void);\n\n"
        "int f(both *p)\n{\n    return p->x + g();\n}\n\n"
        "static int g(void)\n{\n    return sizes[0];\n}\n",
        "enum { OUR_A, OUR_B = 2, /* C */ OUR_D };\n\n"
        "struct our_point {\n    int x;\n};\n\n"
        "typedef struct our_point our_both;\n\n"
        "#define OUR_LENGTH (OUR_D)\n\n"
        "static const int our_sizes[] = {OUR_LENGTH};\n\n"
        "static int our_g(void);\n\n"
        "int our_f(our_both *p)\n{\n    return p->x + our_g();\n}\n\n"
        "static int our_g(void)\n{\n    return our_sizes[0];\n}\n\n");
}

static void includes_and_halves_of_conditions_remain_with_their_needs(void **state)
{
    (void)state;
    expect(
        "#if defined(__x) && \\\n    defined(WANTED)\n#include <a.h>\n\n"
        "#define WANTED 1\n\n"
        "#ifdef __y\nint unneeded;\n#endif\n\n"
        "int f(void);\n\n"
        "#else\n#error \"f needs x\"\n#endif\n",
        "#if defined(__x) && \\\n    defined(OUR_WANTED)\n#include <a.h>\n\n"
        "#define OUR_WANTED 1\n\n"
        "int our_f(void);\n\n"
        "#else\n#error \"f needs x\"\n#endif\n\n");
}

static void tables_and_types_are_written_for_two_languages(void **state)
{
    (void)state;
    expect(
        "#define ALIGNED(n) __attribute__((aligned(n)))\n\n"
        "enum line { ROW };\n\n"
        "static ALIGNED(64) struct ALIGNED(32) entry {\n    bitboard set;\n} table[ROW + 1];\n\n"
        "static ALIGNED(64) bitboard unneeded[64];\n\n"
        "bitboard f(enum line line)\n{\n    static const enum line first = ROW;\n"
        "    return table[line - first].set;\n}\n",
        "#define OUR_ALIGNED(n) __attribute__((aligned(n)))\n\n"
        "enum { OUR_ROW };\n\n"
        "OUR_TABLE OUR_ALIGNED(64) struct OUR_ALIGNED(32) our_entry {\n    uint64_t set;\n"
        "} our_table[OUR_ROW + 1];\n\n"
        "uint64_t our_f(unsigned line)\n{\n    static const unsigned first = OUR_ROW;\n"
        "    return our_table[line - first].set;\n}\n\n");
}

/* A macro in capitals that is invoked at file scope declares nothing. */
static void macros_and_literals_keep_their_text(void **state)
{
    (void)state;
    expect(
        "#define TWICE(x) g(x, '\\'', \"g(\\\"/*\")\n\nTWICE(g)\n\n"
        "int g(int x, char c, const char *text);\n\n"
        "/* It's what TWICE() of g gives: see g (it is g(x)). */\n"
        "int f(int x)\n{\n    return TWICE(x) + 0x1fu;\n}\n",
        "#define OUR_TWICE(x) our_g(x, '\\'', \"g(\\\"/*\")\n\n"
        "int our_g(int x, char c, const char *text);\n\n"
        "/* It's what OUR_TWICE() of g gives: see g (it is our_g(x)). */\n"
        "int our_f(int x)\n{\n    return OUR_TWICE(x) + 0x1fu;\n}\n\n");
}

static void views_are_arguments_of_getters(void **state)
{
    (void)state;
    const char *text =
        "typedef struct view {\n    int x;\n} view;\n\n"
        "#define GETTER_ARGUMENT const view *\n\n"
        "bitboard f(bitboard b, GETTER_ARGUMENT v, bitboard (*g)(GETTER_ARGUMENT));\n";
    expect(text, "uint64_t our_f(uint64_t b, uint64_t v, uint64_t (*g)(uint64_t));\n\n");
    has_view = true;
    expect(text,
           "uint64_t our_f(uint64_t b, const our_view *v, uint64_t (*g)(const our_view *));\n\n");
    has_view = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unneeded_items_are_left_out),
        cmocka_unit_test(needed_items_are_found_from_name_to_name),
        cmocka_unit_test(includes_and_halves_of_conditions_remain_with_their_needs),
        cmocka_unit_test(tables_and_types_are_written_for_two_languages),
        cmocka_unit_test(macros_and_literals_keep_their_text),
        cmocka_unit_test(views_are_arguments_of_getters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
