/* SPDX-License-Identifier: MIT
 * The items of a header's code: which ones it has, and under which names. */
#include "export/export.h"
#include "support/test.h"

#define GETTERS                                                                                    \
    "typedef struct view {\n    int x;\n} view;\n\n"                                               \
    "#define GETTER_ARGUMENT const view *\n\n"                                                     \
    "bitboard f(bitboard b, GETTER_ARGUMENT v, bitboard (*g)(GETTER_ARGUMENT));\n"

/* What a header with the prefix `our` has of a text, if it needs f. */
static const struct {
    bool has_view;
    const char *text, *header;
} cases[] = {
    /* Items that nothing needs are left out. */
    {false,
     "int g(void)\n{\n    return 1;\n\n    /* f() */\n}\n\n"
     "int f(void)\n{\n    return 2;\n}\n\n"
     "#define H 3\n",
     "int our_f(void)\n{\n    return 2;\n}\n\n"},
    /* Needed items are found from name to name. */
    {false,
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
     "static int our_g(void)\n{\n    return our_sizes[0];\n}\n\n"},
    /* Includes remain, and come first, with what they need. */
    {false,
     "int f(void);\n\n"
     "#define WANTED 1\n\n"
     "#ifdef __y\nint unneeded;\n#endif\n\n"
     "#if defined(__x) && \\\n    defined(WANTED)\n#include <a.h>\n#endif\n",
     "#define OUR_WANTED 1\n\n"
     "#if defined(__x) && \\\n    defined(OUR_WANTED)\n#include <a.h>\n#endif\n\n"
     "int our_f(void);\n\n"},
    /* Tables and types are written for two languages. */
    {false,
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
     "    return our_table[line - first].set;\n}\n\n"},
    /* Macros and literals keep their text. A macro in capitals that is invoked at file scope
     * declares nothing. */
    {false,
     "#define TWICE(x) g(x, '\\'', \"g(\\\"/*\")\n\nTWICE(g)\n\n"
     "int g(int x, char c, const char *text);\n\n"
     "/* It's what TWICE() of g gives: see g (it is g(x)). */\n"
     "int f(int x)\n{\n    return TWICE(x) + 0x1fu;\n}\n",
     "#define OUR_TWICE(x) our_g(x, '\\'', \"g(\\\"/*\")\n\n"
     "int our_g(int x, char c, const char *text);\n\n"
     "/* It's what OUR_TWICE() of g gives: see g (it is our_g(x)). */\n"
     "int our_f(int x)\n{\n    return OUR_TWICE(x) + 0x1fu;\n}\n\n"},
    /* Views are arguments of getters. */
    {false, GETTERS, "uint64_t our_f(uint64_t b, uint64_t v, uint64_t (*g)(uint64_t));\n\n"},
    {true, GETTERS,
     "uint64_t our_f(uint64_t b, const our_view *v, uint64_t (*g)(const our_view *));\n\n"},
};

TEST(headers_of_texts)
{
    for (size_t i = 0; i < COUNT(cases); i++) {
        FILE *out = capture();
        struct items *items = items_read(cases[i].text, "our", cases[i].has_view);
        items_print_includes(items, out);
        items_print(items, "f", out);
        items_free(items);
        assert_string_equal(captured(), cases[i].header);
    }
}

RUN_TESTS(NULL, NULL)
