/* SPDX-License-Identifier: MIT
 * The code that is run before a burst: it is as large as the caches need, and none of it is
 * merged. */
#include "timing/cold_code.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <cmocka.h>

enum { JUMPS = 64, MIN_BYTES = 240 << 10 };

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Each jump of each function passes by an addition of its own, and by no other. */
static void every_jump_has_its_own_operation(void **state)
{
    (void)state;
    size_t n = 0;
    uint64_t *terms = calloc(cold_code_count * JUMPS, sizeof *terms);
    assert_non_null(terms);
    for (size_t i = 0; i < cold_code_count; i++) {
        uint64_t all = 0;
        assert_int_equal(cold_code[i](0, 7), 7);
        for (int bit = 0; bit < JUMPS; bit++)
            all += terms[n++] = cold_code[i](UINT64_C(1) << bit, 0);
        assert_int_equal(cold_code[i](UINT64_MAX, 0), all);
    }
    qsort(terms, n, sizeof *terms, compare);
    for (size_t i = 1; i < n; i++)
        assert_true(terms[i - 1] < terms[i]);
    free(terms);
}

/* No first-level cache of instructions has half of this. */
static void code_is_large(void **state)
{
    (void)state;
    uintptr_t least = UINTPTR_MAX, most = 0;
    for (size_t i = 0; i < cold_code_count; i++) {
        uintptr_t at = (uintptr_t)cold_code[i];
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    assert_true(most - least >= MIN_BYTES);
}

/* Runs differ, as some jumps depend on chance, and each runs all functions. */
static void runs_differ(void **state)
{
    (void)state;
    uint64_t first = cold_code_run(), second = cold_code_run(), least = 0;
    const uint64_t always = UINT64_C(0x35A92D6B4C71596A) & ~UINT64_C(0x8000800080008000);
    for (size_t i = 0; i < cold_code_count; i++)
        least = cold_code[i](always, least);
    assert_true(first != second && first > least && second > least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_jump_has_its_own_operation),
        cmocka_unit_test(code_is_large),
        cmocka_unit_test(runs_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
