/* SPDX-License-Identifier: MIT
 * How `export` reads a source: tokens, conditions, items and what they reach. */
#include "export/source/amalgamation.h"
#include "export/source/condition.h"
#include "export/source/reach.h"
#include "export/source/split.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct items items;

static void split(const char *text)
{
    items_free(&items);
    assert_true(items_split(strdup(text), &items));
}

static int free_items(void **state)
{
    (void)state;
    items_free(&items);
    items = (struct items){0};
    return 0;
}

/* Compares the tokens of a text with words that are separated by spaces; $ is the end of a line. */
static void assert_tokens(const char *text, const char *words)
{
    char found[256] = "";
    size_t n;
    struct token *tokens = tokens_scan(text, &n);
    assert_non_null(tokens);
    for (size_t i = 0; i < n; i++) {
        size_t length = strlen(found);
        snprintf(found + length, sizeof found - length, "%s%.*s%s", i ? " " : "",
                 (int)tokens[i].length, tokens[i].text,
                 tokens[i].kind == TOKEN_LINE_END ? "$" : "");
    }
    assert_int_equal(tokens[n].kind, TOKEN_END);
    free(tokens);
    assert_string_equal(found, words);
}

static void texts_are_cut_into_tokens(void **state)
{
    (void)state;
    assert_tokens("", "");
    assert_tokens("a<<=b->c;", "a <<= b -> c ;");
    assert_tokens("x = 0x1fu+1.5e3;", "x = 0x1fu + 1.5e3 ;");
    assert_tokens("f(\"a\\\"b\", '\\'');", "f ( \"a\\\"b\" , '\\'' ) ;");
    assert_tokens("a /* b\n# c */ d // e\nf", "a /* b\n# c */ d // e f");
    assert_tokens("#define A \\\n 1\nb # c", "# define A 1 $ b # c");
    assert_tokens("  # endif", "# endif $");
    assert_tokens("\"open", "\"open");
    assert_tokens("/* open", "/* open");
}

static void tokens_have_columns_and_lines(void **state)
{
    (void)state;
    size_t n;
    struct token *tokens = tokens_scan("ab cd\n\n  ef", &n);
    assert_int_equal(n, 3);
    assert_int_equal(tokens[1].column, 3);
    assert_int_equal(tokens[2].column, 2);
    assert_int_equal(token_lines_before(&tokens[1]), 0);
    assert_int_equal(token_lines_before(&tokens[2]), 2);
    free(tokens);
}

/* Defines the macros of `defines`, the last one in a group whose condition is not known, and
 * evaluates a directive. Returns "0", "1" or what remains. */
static const char *evaluated(const char *directive)
{
    static const char defines[] =
        "#define TWO 2\n#define EMPTY\n#define SUM(a) a\n#define MAYBE 1\n";
    static struct condition condition;
    static struct macros macros;
    size_t n, unused;
    struct token *lines = tokens_scan(defines, &n), *tokens = tokens_scan(directive, &unused);
    macros.n = 0;
    for (size_t i = 0; i < n; i++)
        if (token_is(&lines[i], "define"))
            macros_define(&macros, &lines[i + 1], !token_is(&lines[i + 1], "MAYBE"));
    condition = condition_evaluate(tokens + 1, &macros);
    free(lines);
    free(tokens);
    return !condition.is_known ? condition.text : condition.value ? "1" : "0";
}

static void conditions_are_evaluated_as_far_as_they_are_known(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"#ifdef TWO", "1"},
        {"#ifndef TWO", "0"},
        {"#ifdef NONE", "0"},
        {"#ifdef __AVX2__", "defined(__AVX2__)"},
        {"#ifndef __AVX2__", "!defined(__AVX2__)"},
        {"#ifdef MAYBE", "defined(MAYBE)"},
        {"#if TWO == 2", "1"},
        {"#if TWO != 2", "0"},
        {"#if TWO < 2", "0"},
        {"#if TWO <= 2 && 3 >= TWO && 3 > TWO", "1"},
        {"#if TWO + 1 == 3 && TWO - 1 == 1", "1"},
        {"#if NONE", "0"},
        {"#if !NONE", "1"},
        {"#if defined TWO && !defined(NONE)", "1"},
        {"#if defined(NONE) && defined(__AVX2__)", "0"},
        {"#if defined(TWO) && defined(__AVX2__)", "defined(__AVX2__)"},
        {"#if defined(__AVX2__) || defined(TWO)", "1"},
        {"#if defined(NONE) || defined(__AVX2__)", "defined(__AVX2__)"},
        {"#if defined(__a) && defined(__b)", "defined(__a) && defined(__b)"},
        {"#if !(defined(__a) || __b) && __c", "!(defined(__a) || __b) && __c"},
        {"#if (defined(__a) && __b == 64) || NONE", "(defined(__a) && __b == 64)"},
        {"#elif __BYTE_ORDER__ == __BIG__", "__BYTE_ORDER__ == __BIG__"},
        {"#if TWO == __b", "2 == __b"},
        {"#if __a && (defined(TWO) ? __b && __c : __d)", "__a && (__b && __c)"},
        {"#if NONE ? __b : __c", "__c"},
        {"#if __a ? TWO : __c", "__a ? 1 : __c"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(evaluated(cases[i][0]), cases[i][1]);
}

/* No last token: the end of a directive. */
static void assert_item(size_t number, enum item_kind kind, const char *first, const char *last)
{
    const struct item *item = &items.items[number];
    assert_int_equal(item->kind, kind);
    assert_true(token_is(&items.tokens[item->first], first));
    if (*last)
        assert_true(token_is(&items.tokens[item->end - 1], last));
    else
        assert_int_equal(items.tokens[item->end - 1].kind, TOKEN_LINE_END);
}

static void sources_are_split_into_items(void **state)
{
    (void)state;
    split(
        "/* far */\n\n/* near */\n"
        "#define M(a) a\n"
        "static int x[2] = {1, 2}; /* behind */\n"
        "struct s {\n    int m;\n};\n"
        "static struct t { int y; } one, two[3];\n"
        "typedef unsigned word;\n"
        "enum { A, B = A + 1 };\n"
        "static int f(int a);\n"
        "static int f(int a)\n{\n#ifdef __X\n    return a;\n#else\n    return 0;\n#endif\n}\n"
        "#if __Y\n#define Z 1\nint g(void) { return 0; }\n#endif\n");
    assert_int_equal(items.count, 9);
    assert_item(0, ITEM_MACRO, "#", "");
    assert_true(token_is(&items.tokens[items.items[0].comment], "/* near */"));
    assert_item(1, ITEM_OBJECT, "static", "/* behind */");
    assert_item(2, ITEM_TYPE, "struct", ";");
    assert_item(3, ITEM_OBJECT, "static", ";");
    assert_item(4, ITEM_TYPE, "typedef", ";");
    assert_item(5, ITEM_TYPE, "enum", ";");
    assert_item(6, ITEM_PROTOTYPE, "static", ";");
    assert_item(7, ITEM_FUNCTION, "static", "}");
    assert_item(8, ITEM_GROUP, "#", "");
}

static void assert_name(const char *text, enum name_kind kind, size_t item)
{
    for (size_t i = 0; i < items.name_count; i++)
        if (token_is(&items.names[i].token, text) && items.names[i].kind == kind &&
            items.names[i].item == item)
            return;
    fail_msg("%s is not declared by item %zu", text, item);
}

static void items_declare_names(void **state)
{
    (void)state;
    split(
        "#define DEFINE(name, value) static int name(int x) { return value; }\n"
        "static struct tag { int m, n[2]; } one __attribute__((aligned(64))), two[3];\n"
        "enum { A, B = 2 };\n"
        "typedef const struct tag *pointer;\n"
        "DEFINE(three, 3)\n"
        "static inline __attribute__((always_inline)) int f(int one, int z) { return z; }\n"
        "#ifdef __X\n#define Y 1\nstatic int g;\n#endif\n");
    assert_int_equal(items.name_count, 11);
    assert_name("DEFINE", NAME_MACRO, 0);
    assert_name("tag", NAME_TAG, 1);
    assert_name("one", NAME_OBJECT, 1);
    assert_name("two", NAME_OBJECT, 1);
    assert_name("A", NAME_CONSTANT, 2);
    assert_name("B", NAME_CONSTANT, 2);
    assert_name("pointer", NAME_TYPE, 3);
    assert_name("three", NAME_FUNCTION, 4);
    assert_name("f", NAME_FUNCTION, 5);
    assert_name("Y", NAME_MACRO, 6);
    assert_name("g", NAME_OBJECT, 6);
}

/* Returns the numbers of the items of a part. */
static const char *part(enum item_part part)
{
    static char numbers[64];
    size_t n = 0;
    for (size_t i = 0; i < items.count; i++)
        if (items.items[i].part == part)
            numbers[n++] = (char)('0' + i);
    numbers[n] = 0;
    return numbers;
}

static void items_reach_what_they_name(void **state)
{
    (void)state;
    split(
        "#define UNUSED 1\n"
        "#define WIDTH 8\n"
        "struct line { int at; };\n"
        "static int table[WIDTH];\n"
        "static int f(int at);\n"
        "static int get(int line) { return table[f(line)]; }\n"
        "static int f(int at) { return at; }\n"
        "static void init(void) { struct line l = {0}; table[l.UNUSED] = 0; }\n"
        "#ifndef __X\n#error no\n#endif\n"
        "#ifdef __X\n#include <x.h>\n#endif\n");
    items_reach(&items, "get", PART_LOOKUP);
    items_reach(&items, "none", PART_LOOKUP);
    items_reach_nameless(&items, PART_LOOKUP);
    items_reach(&items, "init", PART_SETUP);
    assert_string_equal(part(PART_LOOKUP), "1345689");
    assert_string_equal(part(PART_SETUP), "27");
    assert_string_equal(part(PART_NONE), "0");
}

/* Every scheme is a part of the program, and has the functions that a header must have. */
static void every_scheme_has_its_source(void **state)
{
    (void)state;
    for (const struct scheme *const *s = schemes; *s; s++) {
        struct amalgamation source;
        struct error error;
        if (!amalgamate(*s, 0, &source, &error))
            fail_msg("%s", error.text);
        split(source.text);
        assert_non_null(items_find_text(&items, "self_test"));
        assert_non_null(items_find_text(&items, "queen_attacks"));
        assert_non_null(strstr(source.includes, "#include <stdint.h>\n"));
        amalgamation_free(&source);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_cut_into_tokens),
        cmocka_unit_test(tokens_have_columns_and_lines),
        cmocka_unit_test(conditions_are_evaluated_as_far_as_they_are_known),
        cmocka_unit_test_teardown(sources_are_split_into_items, free_items),
        cmocka_unit_test_teardown(items_declare_names, free_items),
        cmocka_unit_test_teardown(items_reach_what_they_name, free_items),
        cmocka_unit_test_teardown(every_scheme_has_its_source, free_items),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
