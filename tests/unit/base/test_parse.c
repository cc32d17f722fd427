/* SPDX-License-Identifier: MIT
 * Numbers and names on the command line: their limits, their syntax and their errors. */
#include "base/parse.h"
#include "support/test.h"

#include <errno.h>

static const char *const names[] = {"rook", "bishop", "queen"};

/* What the parsers below return. */
static double real;
static uint64_t whole;

static bool number(const char *text)
{
    return parse_double("x", text, 0.5, 2, &real, &error);
}

static bool integer(const char *text)
{
    errno = ERANGE; /* left over from another call */
    return parse_whole("n", text, 5, 19, &whole, &error);
}

static bool any_integer(const char *text)
{
    return parse_whole("n", text, 0, UINT64_MAX, &whole, &error);
}

static bool duration(const char *text)
{
    return parse_duration("d", text, &real, &error);
}

static bool hexadecimal(const char *text)
{
    return parse_hex("h", text, &whole, &error);
}

static bool name(const char *text)
{
    int index = parse_name("p", text, strlen(text), names, 3, &error);
    whole = (uint64_t)index;
    return index >= 0;
}

TEST(values_within_their_limits)
{
    static const struct {
        bool (*parse)(const char *text);
        const char *text;
        double real;
        uint64_t whole;
    } cases[] = {{number, "0.5", 0.5, 0},
                 {number, "2", 2, 0},
                 {number, ".75", 0.75, 0},
                 {number, "1.", 1, 0},
                 {integer, "5", 0, 5},
                 {integer, "19", 0, 19},
                 {integer, "010", 0, 10},
                 {any_integer, "18446744073709551615", 0, UINT64_MAX},
                 {duration, "90s", 90, 0},
                 {duration, "1.5m", 90, 0},
                 {duration, "168h", 604800, 0},
                 {duration, "0s", 0, 0},
                 {hexadecimal, "0", 0, 0},
                 {hexadecimal, "1f", 0, 0x1f},
                 {hexadecimal, "0x1F", 0, 0x1f},
                 {hexadecimal, "0Xab", 0, 0xab},
                 {hexadecimal, "0xFEDCBA9876543210", 0, 0xfedcba9876543210},
                 {name, "rook", 0, 0},
                 {name, "QUEEN", 0, 2}};
    for (size_t i = 0; i < COUNT(cases); i++) {
        real = 0;
        whole = 0;
        if (!cases[i].parse(cases[i].text))
            fail_msg("%s", error.text);
        assert_true(real == cases[i].real && whole == cases[i].whole);
    }
}

TEST(other_texts_are_refused)
{
    enum { MAX_TEXTS = 16 };
    static const struct {
        bool (*parse)(const char *text);
        const char *error, *texts[MAX_TEXTS];
    } cases[] = {
        {number,
         "--x: '%s' is not a number from 0.5 to 2",
         {"", ".", "0.49", "2.01", "1x", "x1", "+1", "-1", "1e0", "0x1", "nan", "inf", " 1", "1 ",
          "1.0.0"}},
        {integer,
         "--n: '%s' is not a whole number from 5 to 19",
         {"", "4", "20", "-5", "+5", " 5", "5 ", "5.0", "0x9", "a", "/", ":"}},
        {any_integer,
         "--n: '%s' is not a whole number from 0 to 18446744073709551615",
         {"18446744073709551616"}},
        {duration,
         "--d: '%s' is not a duration like 90s, 15m or 1h, of at most a week",
         {"", "90", "s", "-1s", "+1s", "1d", "1ss", " 1s", "1e1s", "169h", "1 s", "infs",
          "604801s"}},
        {hexadecimal,
         "--h: '%s' is not a hexadecimal number of up to 16 digits",
         {"", "0x", "x1", "0xx1", "g", "1 ", "-1", "1fg", "1x1", "10000000000000000",
          "0x10000000000000000"}},
        {name,
         "--p: '%s' is unknown, expected one of rook, bishop, queen",
         {"", "ro", "king", "queen,rook"}},
        {name, "--p: '%s' is unknown, did you mean rook?", {"roo", "rooks", "ROK", "rok", "orok"}},
        {name, "--p: '%s' is unknown, did you mean bishop?", {"bsihpo", "bichopp", "bis"}},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        for (const char *const *text = cases[i].texts; *text; text++) {
            size_t length = (size_t)(strstr(cases[i].error, "%s") - cases[i].error);
            char expected[120];
            snprintf(expected, sizeof expected, "%.*s%s%s", (int)length, cases[i].error, *text,
                     cases[i].error + length + 2);
            assert_false(cases[i].parse(*text));
            assert_int_equal(error.status, STATUS_USAGE);
            assert_string_equal(error.text, expected);
        }
}

TEST(sets_contain_each_name_once)
{
    bool set[4] = {true, true, true, true};
    assert_ok(parse_set("p", "queen,rook", names, 3, set, &error));
    assert_true(set[0] && !set[1] && set[2] && set[3]);
    assert_false(parse_set("p", "rook,bishop,rook", names, 3, set, &error));
    assert_string_equal(error.text, "--p: rook is given twice");
    assert_false(parse_set("p", "rook,", names, 3, set, &error));
    assert_string_equal(error.text, "--p: '' is unknown, expected one of rook, bishop, queen");
}

RUN_TESTS(NULL, NULL)
