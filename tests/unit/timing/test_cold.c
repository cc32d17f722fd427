/* SPDX-License-Identifier: MIT
 * The memory read before a burst, identified by its contents: the test provides the working set. */
#include "timing/cold_cache.c"

#include "support/test.h"

enum { ROWS = 64, READINGS = ROW / 64 + 1 };

static char set[ROWS * ROW] __attribute__((aligned(ROW)));
static size_t allocated;

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

static size_t scattered;

void __wrap_pages_scatter(void *start, void *end, struct random *random)
{
    assert_ptr_equal(start, set);
    assert_ptr_equal(end, set + allocated);
    scattered++;
    random_next(random);
}

static uint64_t sum_of_read(unsigned kib)
{
    uint64_t before = sum_read;
    cold_cache_read(kib);
    return sum_read - before;
}

TEST(each_line_and_last_byte_is_read)
{
    unsigned char memory[1000];
    for (size_t i = 0; i < sizeof memory; i++)
        memory[i] = (unsigned char)(i * 37);
    for (size_t bytes = 0; bytes <= sizeof memory; bytes++) {
        uint64_t expected = bytes ? memory[bytes - 1] : 0, before = sum_read;
        for (size_t i = 0; i < bytes; i += 64)
            expected += memory[i];
        cold_cache_touch(memory, bytes);
        assert_int_equal(sum_read - before, expected);
    }
}

/* Row r is filled with bytes r. */
TEST(small_sets_are_read_completely_and_large_ones_at_random)
{
    cold_cache_reserve(ROWS);
    cold_cache_reserve(1); /* it does not shrink */
    assert_int_equal(allocated, ROWS * ROW);
    assert_int_equal(scattered, 1);
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
TEST(set_is_placed_and_read_as_drawn)
{
    uint64_t sums[5];
    cold_cache_reserve(ROWS);
    for (size_t i = 0; i < 5; i++) {
        memset(set, 5, sizeof set);
        scattered = 0;
        cold_cache_seed((struct random){7 + i / 2}); /* by 7, 7, 8, 8 and 9 */
        if (i > 2)
            cold_cache_make_private(i - 3); /* as a fork of the one before, and of another */
        assert_int_equal(scattered, i > 2 ? 2 : 1);
        assert_int_equal(sum_of_read(ROWS), READINGS * 32);
        for (size_t row = 0; row < ROWS; row++)
            memset(set + row * ROW, (int)row, ROW);
        sums[i] = sum_of_read(ROWS);
    }
    assert_int_equal(sums[0], sums[1]);
    for (size_t i = 1; i < 5; i++)
        for (size_t j = 1; j < i; j++)
            assert_int_not_equal(sums[i], sums[j]);
}

RUN_TESTS(NULL, NULL)
