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

static void each_header_is_read_once(void **state)
{
    (void)state;
    char *text = amalgamated("arithmetic/bitray.c", "");
    assert_non_null(text);
    assert_int_equal(count(text, "bitboard square_bit("), 1);
    assert_int_equal(count(text, "#include <stdint.h>"), 1);
    assert_int_equal(count(text, "#include \""), 0);
    assert_int_equal(count(text, "SPDX-License-Identifier"), 0);
    assert_int_equal(count(text, "bool self_test(void)"), 1);
    assert_int_equal(count(text, "void init(void)\n{\n}"), 1); /* this scheme's .init is NULL */
    assert_int_equal(count(text, "const struct scheme SCHEME"), 0);
    free(text);
}

static void conditions_of_the_line_are_decided(void **state)
{
    (void)state;
    char *classical = amalgamated("rays/classical.c", ""),
         *branchy = amalgamated("rays/classical.c", "BRANCHY OTHER=2");
    assert_int_equal(count(classical, "if (blockers)"), 0);
    assert_int_equal(count(branchy, "if (blockers)"), 2);
    assert_int_equal(count(branchy, "#define BRANCHY 1\n\n#define OTHER 2\n"), 1);
    assert_int_equal(count(classical, "#ifdef B") + count(branchy, "#ifdef B"), 0);
    assert_int_equal(count(classical, "#if"), count(classical, "#endif"));
    free(classical);
    free(branchy);
}

static void conditions_of_the_compiler_remain(void **state)
{
    (void)state;
    char *text = amalgamated("pext/pext.c", "ARRAY_PER_FIELD");
    assert_int_equal(count(text, "#if defined(__BMI2__) && defined(__x86_64__)\n"), 1);
    assert_int_equal(count(text, "#error \"made_up needs bmi2: compile with -mbmi2\""), 1);
    assert_int_equal(count(text, "#if"), count(text, "#endif"));
    free(text);
    text = amalgamated("magic/magic_fancy.c", "BLACK_MAGIC"); /* the second of three branches */
    assert_int_equal(count(text, "rook_magics[64]"), 1);
    assert_int_equal(count(text, "PRODUCT_BITS 64"), 1);
    free(text);
}

static void getters_of_its_own_are_marked(void **state)
{
    (void)state;
    char *text = amalgamated("rotated/rotated.c", "INDEX_BITS=8");
    assert_true(text_has(text, "#define ", "view"));
    assert_true(text_has(text, "#define ", "INDEX_BITS"));
    assert_false(text_has(text, "#define ", "INDEX"));
    assert_false(text_has(text, "#define ", "rooks_attacks"));
    assert_int_equal(count(text, "typedef bitboard view"), 0);
    free(text);
}

static void missing_file_is_an_error(void **state)
{
    (void)state;
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
        cmocka_unit_test(each_header_is_read_once),
        cmocka_unit_test(conditions_of_the_line_are_decided),
        cmocka_unit_test(conditions_of_the_compiler_remain),
        cmocka_unit_test(getters_of_its_own_are_marked),
        cmocka_unit_test(missing_file_is_an_error),
        cmocka_unit_test(self_test_expects_the_sets_of_the_oracle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
