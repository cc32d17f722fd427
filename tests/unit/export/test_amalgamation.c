/* SPDX-License-Identifier: MIT
 * A scheme's files as one text, and the self test that ends it. */
#include "chess/oracle.h"
#include "export/export.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct error error;

/* Returns how often a text contains another. */
static unsigned count(const char *text, const char *part)
{
    unsigned n = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        n++;
    return n;
}

static char *amalgamated(const char *file, const char *defines)
{
    const struct scheme scheme = {
        .name = "made_up", .file = file, .defines = defines, .needs = "bmi2", .flags = "-mbmi2"};
    return amalgamate(&scheme, &error);
}

static void texts_of_schemes(void **state)
{
    (void)state;
    static const struct {
        const char *file, *defines, *part;
        unsigned times;
    } cases[] = {
        /* Each header is read once, without its first comment. */
        {"arithmetic/bitray.c", "", "bitboard square_bit(", 1},
        {"arithmetic/bitray.c", "", "#include <stdint.h>", 1},
        {"arithmetic/bitray.c", "", "#include \"", 0},
        {"arithmetic/bitray.c", "", "SPDX-License-Identifier", 0},
        {"arithmetic/bitray.c", "", "bool self_test(void)", 1},
        {"arithmetic/bitray.c", "", "void init(void)\n{\n}", 1}, /* this scheme's .init is NULL */
        {"arithmetic/bitray.c", "", "const struct scheme SCHEME", 0},
        /* Conditions of the scheme() line are decided. */
        {"rays/classical.c", "", "if (blockers)", 0},
        {"rays/classical.c", "BRANCHY OTHER=2", "if (blockers)", 2},
        {"rays/classical.c", "BRANCHY OTHER=2", "#define BRANCHY 1\n\n#define OTHER 2\n", 1},
        {"rays/classical.c", "BRANCHY OTHER=2", "#ifdef B", 0},
        {"magic/magic_fancy.c", "BLACK_MAGIC", "rook_magics[64]", 1}, /* the second of three */
        {"magic/magic_fancy.c", "BLACK_MAGIC", "PRODUCT_BITS 64", 1},
        /* Conditions of the compiler remain. */
        {"pext/pext.c", "ARRAY_PER_FIELD", "#if defined(__BMI2__) && defined(__x86_64__)\n", 1},
        {"pext/pext.c", "ARRAY_PER_FIELD", "#error \"made_up needs bmi2: compile with -mbmi2\"", 1},
        {"rotated/rotated.c", "INDEX_BITS=8", "typedef bitboard view", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = amalgamated(cases[i].file, cases[i].defines);
        assert_non_null(text);
        if (count(text, cases[i].part) != cases[i].times)
            fail_msg("%s: %s", cases[i].file, cases[i].part);
        assert_int_equal(count(text, "#if"), count(text, "#endif"));
        free(text);
    }
}

static void getters_of_its_own_are_marked(void **state)
{
    (void)state;
    char *text = amalgamated("rotated/rotated.c", "INDEX_BITS=8");
    assert_true(text_has(text, "#define ", "view"));
    assert_true(text_has(text, "#define ", "INDEX_BITS"));
    assert_false(text_has(text, "#define ", "INDEX"));
    assert_false(text_has(text, "#define ", "rooks_attacks"));
    free(text);
    assert_null(amalgamated("rays/absent.c", ""));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_string_equal(error.text, "schemes/rays/absent.c is not a part of this program");
}

/* ---- the self test, of the oracle as a scheme ---- */

static unsigned wrong_square = 64;

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return oracle_rook(square, occupied) ^ (square == wrong_square);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return oracle_bishop(square, occupied);
}

#include "kernels/defaults.h"

#include "common/self_test.h" /* of what the one above defines */

static void self_test_expects_the_sets_of_the_oracle(void **state)
{
    (void)state;
    assert_true(self_test());
    wrong_square = 63;
    assert_false(self_test());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_of_schemes),
        cmocka_unit_test(getters_of_its_own_are_marked),
        cmocka_unit_test(self_test_expects_the_sets_of_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
