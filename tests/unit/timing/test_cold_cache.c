/* SPDX-License-Identifier: MIT
 * The memory read before a burst, identified by its contents: the test provides the working set. */
#include "timing/cold_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

enum { ROW = 1024, ROWS = 64, READINGS = ROW / 64 + 1 };

static char set[ROWS * ROW] __attribute__((aligned(ROW)));
static size_t allocated;

void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    assert_int_equal(alignment, ROW);
    allocated = size;
    return size <= sizeof set ? set : NULL;
}

void __wrap_free(void *memory)
{
    assert_true(memory == NULL || memory == set);
}

static uint64_t sum_of_read(unsigned kib)
{
    uint64_t before = cold_cache_sum();
    cold_cache_read(kib);
    return cold_cache_sum() - before;
}

static void each_line_and_last_byte_is_read(void **state)
{
    (void)state;
    unsigned char memory[1000];
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = (unsigned char)(i * 37);
    for (size_t bytes = 0; bytes <= sizeof memory; bytes++) {
        uint64_t expected = bytes ? memory[bytes - 1] : 0, before = cold_cache_sum();
        for (size_t i = 0; i < bytes; i += 64)
            expected += memory[i];
        cold_cache_touch(memory, bytes);
        assert_int_equal(cold_cache_sum() - before, expected);
    }
}

/* Row r is filled with bytes r. */
static void small_sets_are_read_completely_and_large_ones_at_random(void **state)
{
    (void)state;
    cold_cache_reserve(ROWS);
    assert_int_equal(allocated, ROWS * ROW);
    for (size_t i = 0; i < sizeof set; i++)
        assert_int_equal(set[i], 1); /* gives each page its own memory */
    assert_int_equal(sum_of_read(64), READINGS * 32);
    assert_int_equal(sum_of_read(31), READINGS * 31);
    for (size_t row = 0; row < ROWS; row++)
        memset(set + row * ROW, (int)row, ROW);
    assert_int_equal(sum_of_read(0), 0);
    assert_int_equal(sum_of_read(8), READINGS * 28);
    assert_int_equal(sum_of_read(32), READINGS * 496);
    uint64_t first = sum_of_read(64), second = sum_of_read(64);
    assert_true(first % READINGS == 0 && second % READINGS == 0 && first != second);
    assert_in_range(first / READINGS, 32 * 20, 32 * 43);
}

/* Processes that were forked write to the set, so that each has its own pages. */
static void unshared_set_is_filled_and_read_by_its_seed(void **state)
{
    (void)state;
    uint64_t sums[3];
    cold_cache_reserve(ROWS);
    for (size_t i = 0; i < 3; i++) {
        memset(set, 5, sizeof set);
        cold_cache_unshare(7 + i / 2); /* seeds 7, 7 and 8 */
        assert_int_equal(sum_of_read(ROWS), READINGS * 32);
        for (size_t row = 0; row < ROWS; row++)
            memset(set + row * ROW, (int)row, ROW);
        sums[i] = sum_of_read(ROWS);
    }
    assert_int_equal(sums[0], sums[1]);
    assert_int_not_equal(sums[0], sums[2]);
}

static void working_set_does_not_shrink(void **state)
{
    (void)state;
    allocated = 0;
    cold_cache_reserve(ROWS);
    cold_cache_reserve(1);
    cold_cache_reserve(0);
    assert_int_equal(allocated, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_line_and_last_byte_is_read),
        cmocka_unit_test(small_sets_are_read_completely_and_large_ones_at_random),
        cmocka_unit_test(unshared_set_is_filled_and_read_by_its_seed),
        cmocka_unit_test(working_set_does_not_shrink),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
