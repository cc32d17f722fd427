/* SPDX-License-Identifier: MIT
 * Tests that add themselves. A file runs its tests in their order:
 *
 *     TEST(one_and_one_are_two)
 *     {
 *         assert_int_equal(1 + 1, 2);
 *     }
 *
 *     RUN_TESTS(NULL, NULL) */
#ifndef SUPPORT_TEST_H
#define SUPPORT_TEST_H

#include "support/cmocka.h"

enum { MOST_TESTS = 40 };
static struct CMUnitTest tests[MOST_TESTS]; /* cmocka skips those without a name */
static size_t test_count;

/* A test between the functions that prepare it and clean up after it; NULL: none. */
#define TEST_BETWEEN(setup, test, teardown)                                                        \
    static void test(void **state);                                                                \
    __attribute__((constructor)) static void add_##test(void)                                      \
    {                                                                                              \
        assert_true(test_count < MOST_TESTS);                                                      \
        tests[test_count++] =                                                                      \
            (struct CMUnitTest)cmocka_unit_test_setup_teardown(test, setup, teardown);             \
    }                                                                                              \
    static void test(void **state)

#define TEST(test) TEST_BETWEEN(NULL, test, NULL)

/* The same for all tests of the file. */
#define RUN_TESTS(setup, teardown)                                                                 \
    int main(void)                                                                                 \
    {                                                                                              \
        return cmocka_run_group_tests(tests, setup, teardown);                                     \
    }

#endif
