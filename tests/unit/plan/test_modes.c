/* SPDX-License-Identifier: MIT */
#include "plan/modes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct modes modes;
static struct error error;

static void refused(const char *text, const char *why)
{
    assert_false(modes_parse(text, &modes, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    if (!strstr(error.text, why))
        fail_msg("'%s': %s, in place of %s", text, error.text, why);
}

static void every_mode_has_a_spelling(void **state)
{
    (void)state;
    for (enum mode mode = 0; mode < MODES; mode++) {
        assert_true(modes_parse(mode_names[mode], &modes, &error));
        assert_int_equal(modes.n, mode == MODE_BURST ? 5 : 1);
        for (size_t i = 0; i < modes.n; i++) {
            assert_int_equal(modes.mode[i].kind, mode);
            assert_int_equal(modes.mode[i].threads, mode == MODE_THREADS ? 2 : 1);
        }
    }
}

static void numbers_are_read(void **state)
{
    (void)state;
    assert_true(
        modes_parse("burst-0-1,burst-65536-64,threads-2,threads-256,latency", &modes, &error));
    assert_int_equal(modes.n, 5);
    const struct mode_spec *mode = modes.mode;
    assert_true(mode[0].kind == MODE_BURST && mode[0].kib == 0 && mode[0].queries == 1);
    assert_true(mode[1].kind == MODE_BURST && mode[1].kib == 65536 && mode[1].queries == 64);
    assert_true(mode[2].kind == MODE_THREADS && mode[2].threads == 2);
    assert_true(mode[3].kind == MODE_THREADS && mode[3].threads == 256);
    assert_true(mode[4].kind == MODE_LATENCY && mode[4].threads == 1);
    for (size_t i = 0; i < modes.n; i++)
        assert_int_equal(modes_find(&modes, mode[i].name), i);
    assert_int_equal(modes_find(&modes, "burst-0-2"), MAX_MODES);
}

static void shorthands_stand_for_several(void **state)
{
    (void)state;
    static const char *const sizes[] = {"burst-0-8", "burst-32-8", "burst-256-8", "burst-2048-8",
                                        "burst-32768-8"};
    assert_true(modes_parse("latency,burst,threads", &modes, &error));
    assert_int_equal(modes.n, 7);
    for (size_t i = 0; i < 5; i++)
        assert_int_equal(modes_find(&modes, sizes[i]), 1 + i);
    assert_int_equal(modes_find(&modes, "threads-2"), 6);
    assert_int_equal(modes_max_threads(&modes), 2);
    assert_true(modes_parse("latency,burst", &modes, &error));
    assert_int_equal(modes_max_threads(&modes), 1);
    assert_true(modes_parse("threads-4,threads-3", &modes, &error));
    assert_int_equal(modes_max_threads(&modes), 4);
    assert_int_equal(modes_max_threads(&(struct modes){.n = 0}), 1);
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
    char text[16 * (MAX_MODES + 1)] = "throughput";
    for (int i = 1; i < MAX_MODES; i++)
        sprintf(text + strlen(text), ",burst-%d-1", i);
    assert_true(modes_parse(text, &modes, &error));
    assert_int_equal(modes.n, MAX_MODES);
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
