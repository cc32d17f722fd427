/* SPDX-License-Identifier: MIT
 * Numbers and names on the command line: their limits, their syntax and their errors. */
#include "base/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static struct error error;

static void expect_error(bool ok, const char *expected)
{
    assert_false(ok);
    assert_int_equal(error.status, STATUS_USAGE);
    assert_string_equal(error.text, expected);
}

static void doubles_have_no_exponent_and_a_range(void **state)
{
    (void)state;
    double x;
    static const char *const good[] = {"0.5", "2", "1.25", ".75", "1."};
    static const double values[] = {0.5, 2, 1.25, 0.75, 1};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(parse_double("x", good[i], 0.5, 2, &x, &error));
        assert_true(x == values[i]);
    }
    static const char *const bad[] = {"",    ".",   "0.49", "2.01", "1x", "x1", "+1",   "-1",
                                      "1e0", "0x1", "nan",  "inf",  " 1", "1 ", "1.0.0"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[80];
        snprintf(expected, sizeof expected, "--x: '%s' is not a number from 0.5 to 2", bad[i]);
        expect_error(parse_double("x", bad[i], 0.5, 2, &x, &error), expected);
    }
}

static void integers_are_digits_in_a_range(void **state)
{
    (void)state;
    uint64_t n;
    errno = ERANGE; /* left over from another call */
    assert_true(parse_whole("n", "5", 5, 19, &n, &error) && n == 5);
    assert_true(parse_whole("n", "9", 5, 19, &n, &error) && n == 9);
    assert_true(parse_whole("n", "19", 5, 19, &n, &error) && n == 19);
    assert_true(parse_whole("n", "010", 5, 19, &n, &error) && n == 10);
    assert_true(parse_whole("n", "18446744073709551615", 0, UINT64_MAX, &n, &error));
    assert_true(n == UINT64_MAX);
    static const char *const bad[] = {"", "4", "20", "-5", "+5", " 5", "5 ", "5.0", "0x9", "a"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[80];
        snprintf(expected, sizeof expected, "--n: '%s' is not a whole number from 5 to 19", bad[i]);
        expect_error(parse_whole("n", bad[i], 5, 19, &n, &error), expected);
    }
    assert_false(parse_whole("n", "18446744073709551616", 0, UINT64_MAX, &n, &error));
    assert_false(parse_whole("n", "/", 0, 9, &n, &error)); /* the characters before 0 and after 9 */
    assert_false(parse_whole("n", ":", 0, 9, &n, &error));
}

static void durations_have_a_unit(void **state)
{
    (void)state;
    double seconds;
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"90s", 90}, {"1.5m", 90}, {"2h", 7200}, {"168h", 604800}, {"0s", 0}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(parse_duration("d", good[i].text, &seconds, &error));
        assert_true(seconds == good[i].seconds);
    }
    static const char *const bad[] = {"",    "90",   "s",    "-1s", "+1s",  "1d",     "1ss",
                                      " 1s", "1e1s", "169h", "1 s", "infs", "604801s"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[120];
        snprintf(expected, sizeof expected,
                 "--d: '%s' is not a duration like 90s, 15m or 1h, of at most a week", bad[i]);
        expect_error(parse_duration("d", bad[i], &seconds, &error), expected);
    }
}

static void hexadecimal_numbers_have_up_to_16_digits(void **state)
{
    (void)state;
    uint64_t n;
    static const struct {
        const char *text;
        uint64_t n;
    } good[] = {{"0", 0},
                {"1f", 0x1f},
                {"0x1F", 0x1f},
                {"0Xab", 0xab},
                {"0x0", 0},
                {"fedcba9876543210", 0xfedcba9876543210},
                {"0xFEDCBA9876543210", 0xfedcba9876543210}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(parse_hex("h", good[i].text, &n, &error));
        assert_true(n == good[i].n);
    }
    static const char *const bad[] = {"",
                                      "0x",
                                      "x1",
                                      "0xx1",
                                      "g",
                                      "1 ",
                                      "-1",
                                      "1fg",
                                      "1x1",
                                      "10000000000000000",
                                      "0x10000000000000000"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[120];
        snprintf(expected, sizeof expected,
                 "--h: '%s' is not a hexadecimal number of up to 16 digits", bad[i]);
        expect_error(parse_hex("h", bad[i], &n, &error), expected);
    }
}

static const char *const names[] = {"rook", "bishop", "queen"};

static void names_must_match_completely(void **state)
{
    (void)state;
    assert_int_equal(parse_name("p", "rook", 4, names, 3, &error), 0);
    assert_int_equal(parse_name("p", "queen,rook", 5, names, 3, &error), 2);
    static const char *const bad[] = {"", "roo", "rooks", "Rook", "king"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char expected[80];
        snprintf(expected, sizeof expected, "--p: '%s' is none of rook, bishop, queen", bad[i]);
        assert_int_equal(parse_name("p", bad[i], strlen(bad[i]), names, 3, &error), -1);
        expect_error(false, expected);
    }
    assert_int_equal(parse_name("p", "queen", 5, names, 2, &error), -1);
}

static void sets_contain_each_name_once(void **state)
{
    (void)state;
    bool set[4] = {true, true, true, true};
    assert_true(parse_set("p", "queen,rook", names, 3, set, &error));
    assert_true(set[0] && !set[1] && set[2] && set[3]);
    assert_true(parse_set("p", "bishop", names, 3, set, &error));
    assert_true(!set[0] && set[1] && !set[2]);
    expect_error(parse_set("p", "rook,bishop,rook", names, 3, set, &error),
                 "--p: rook is given twice");
    expect_error(parse_set("p", "rook,", names, 3, set, &error),
                 "--p: '' is none of rook, bishop, queen");
    expect_error(parse_set("p", "rook,king", names, 3, set, &error),
                 "--p: 'king' is none of rook, bishop, queen");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(doubles_have_no_exponent_and_a_range),
        cmocka_unit_test(integers_are_digits_in_a_range),
        cmocka_unit_test(durations_have_a_unit),
        cmocka_unit_test(hexadecimal_numbers_have_up_to_16_digits),
        cmocka_unit_test(names_must_match_completely),
        cmocka_unit_test(sets_contain_each_name_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
