/* SPDX-License-Identifier: MIT
 * Tests that add themselves, with cmocka and what all tests use of the C library. A file runs its
 * tests in their order:
 *
 *     TEST(one_and_one_are_two)
 *     {
 *         assert_int_equal(1 + 1, 2);
 *     }
 *
 *     RUN_TESTS(NULL, NULL) */
#ifndef SUPPORT_TEST_H
#define SUPPORT_TEST_H

#include "base/array.h"
#include "base/error.h" /* whose function cmocka's macro fail() would hide */
#include "base/memory.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_TESTS = 40 };
static struct CMUnitTest tests[MAX_TESTS]; /* cmocka skips those without a name */
static size_t test_count;

/* A test between the functions that prepare it and clean up after it; NULL: none. */
#define TEST_BETWEEN(setup, test, teardown)                                                        \
    static void test(void **state);                                                                \
    __attribute__((constructor)) static void add_##test(void)                                      \
    {                                                                                              \
        assert_true(test_count < MAX_TESTS);                                                       \
        tests[test_count++] =                                                                      \
            (struct CMUnitTest)cmocka_unit_test_setup_teardown(test, setup, teardown);             \
    }                                                                                              \
    static void test(void **state)

#define TEST(test) TEST_BETWEEN(NULL, test, NULL)

/* Runs all tests of the file, between functions that prepare them and clean up; NULL: none. */
#define RUN_TESTS(setup, teardown)                                                                 \
    int main(void)                                                                                 \
    {                                                                                              \
        return cmocka_run_group_tests(tests, setup, teardown);                                     \
    }

/* Skips a test and prints the reason. */
#define SKIP(reason)                                                                               \
    do {                                                                                           \
        print_message("skipped: %s\n", reason);                                                    \
        skip();                                                                                    \
    } while (0)

/* Replaces cmocka's assert_float_equal(), which accepts NAN and has no doubles. */
#define assert_within(value, expected, epsilon)                                                    \
    do {                                                                                           \
        double value_of = (value), expected_of = (expected);                                       \
        if (!(fabs(value_of - expected_of) <= (epsilon)))                                          \
            fail_msg("%s is %.9g, expected %.9g", #value, value_of, expected_of);                  \
    } while (0)

#define HAS(text, part)     assert_non_null(strstr(text, part))
#define HAS_NOT(text, part) assert_null(strstr(text, part))

/* The error of the last call that failed. */
__attribute__((unused)) static struct error error;

/* Expects that a call, which fills `error`, did not fail. */
#define assert_ok(call)                                                                            \
    do {                                                                                           \
        if (!(call))                                                                               \
            fail_msg("%s: %s", #call, error.text);                                                 \
    } while (0)

/* Expects that a call failed with this status and an error text that contains `part`. */
static inline void assert_fails(bool ok, enum status status, const char *part)
{
    if (ok)
        fail_msg("no error, expected \"%s\"", part);
    if (error.status != status || !strstr(error.text, part))
        fail_msg("%d, \"%s\", expected %d, \"%s\"", error.status, error.text, status, part);
}

/* ---- a stream in memory ---- */

static struct memory_file capture_file;

/* Returns a stream in memory. Frees the text of the previous one, so that no test has to. */
static inline FILE *capture(void)
{
    free(capture_file.text);
    return memory_file_open(&capture_file);
}

/* Returns what was written since capture(). The text is valid until the next capture(). */
static inline char *captured(void)
{
    return memory_file_close(&capture_file);
}

#endif
