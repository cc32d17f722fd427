/* SPDX-License-Identifier: MIT */
#include "plan/modes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct ways ways;
static struct error error;

static void refused(const char *text, const char *why)
{
    assert_false(ways_parse(text, &ways, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    if (!strstr(error.text, why))
        fail_msg("'%s': %s, in place of %s", text, error.text, why);
}

static void every_mode_has_a_spelling(void **state)
{
    (void)state;
    for (enum mode mode = 0; mode < MODES; mode++) {
        assert_true(ways_parse(mode_names[mode], &ways, &error));
        assert_int_equal(ways.n, mode == BURST ? 5 : 1);
        for (size_t i = 0; i < ways.n; i++) {
            assert_int_equal(ways.way[i].mode, mode);
            assert_int_equal(ways.way[i].threads, mode == THREADS ? 2 : 1);
        }
    }
}

static void numbers_are_read(void **state)
{
    (void)state;
    assert_true(
        ways_parse("burst-0-1,burst-65536-64,threads-2,threads-256,latency", &ways, &error));
    assert_int_equal(ways.n, 5);
    const struct way *way = ways.way;
    assert_true(way[0].mode == BURST && way[0].kib == 0 && way[0].queries == 1);
    assert_true(way[1].mode == BURST && way[1].kib == 65536 && way[1].queries == 64);
    assert_true(way[2].mode == THREADS && way[2].threads == 2);
    assert_true(way[3].mode == THREADS && way[3].threads == 256);
    assert_true(way[4].mode == LATENCY && way[4].threads == 1);
    for (size_t i = 0; i < ways.n; i++)
        assert_int_equal(ways_find(&ways, way[i].name), i);
    assert_int_equal(ways_find(&ways, "burst-0-2"), MAX_WAYS);
}

static void shorthands_stand_for_several(void **state)
{
    (void)state;
    static const char *const sizes[] = {"burst-0-8", "burst-32-8", "burst-256-8", "burst-2048-8",
                                        "burst-32768-8"};
    assert_true(ways_parse("latency,burst,threads", &ways, &error));
    assert_int_equal(ways.n, 7);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(ways_find(&ways, sizes[i]), 1 + i);
    assert_int_equal(ways_find(&ways, "threads-2"), 6);
    assert_int_equal(ways_most_threads(&ways), 2);
    assert_true(ways_parse("latency,burst", &ways, &error));
    assert_int_equal(ways_most_threads(&ways), 1);
    assert_true(ways_parse("threads-4,threads-3", &ways, &error));
    assert_int_equal(ways_most_threads(&ways), 4);
    assert_int_equal(ways_most_threads(&(struct ways){.n = 0}), 1);
}

static void there_is_one_spelling(void **state)
{
    (void)state;
    static const char *const bad[] = {"",           "speed",         "Latency",        "burst-",
                                      "burst-8",    "burst-8-",      "burst-08-8",     "burst-8-08",
                                      "burst-+8-8", "burst-8-8x",    "burst-8-0",      "burst-8-65",
                                      "burst-8--8", "burst-65537-8", "burst-100000-8", "threads-",
                                      "threads-0",  "threads-1",     "threads-257",    "threads-02",
                                      "threads-2x", "threads-2000",  "burst-8-8-8",    "threads--2",
                                      "latency,",   ",latency",      "burst-8-100"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        refused(bad[i], "is none of throughput, latency,");
}

static void a_long_word_is_cut(void **state)
{
    (void)state;
    char text[100] = "", expected[100];
    memset(text, 'x', 99);
    snprintf(expected, sizeof expected, "'%.63s' is none of", text);
    refused(text, expected);
}

static void none_is_given_twice(void **state)
{
    (void)state;
    refused("latency,throughput,latency", "--modes: latency is given twice");
    refused("burst-256-8,burst", "--modes: burst-256-8 is given twice");
    refused("threads,threads-2", "--modes: threads-2 is given twice");
}

static void there_is_an_end(void **state)
{
    (void)state;
    char text[16 * (MAX_WAYS + 1)] = "throughput";
    for (int i = 1; i < MAX_WAYS; i++)
        sprintf(text + strlen(text), ",burst-%d-1", i);
    assert_true(ways_parse(text, &ways, &error));
    assert_int_equal(ways.n, MAX_WAYS);
    strcat(text, ",latency");
    refused(text, "--modes: more than 24");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_has_a_spelling),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(shorthands_stand_for_several),
        cmocka_unit_test(there_is_one_spelling),
        cmocka_unit_test(a_long_word_is_cut),
        cmocka_unit_test(none_is_given_twice),
        cmocka_unit_test(there_is_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
