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

static void assert_rejected(const char *text, const char *why)
{
    assert_false(modes_parse(text, &modes, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    if (!strstr(error.text, why))
        fail_msg("'%s': %s, in place of %s", text, error.text, why);
}

static void every_mode_can_be_selected(void **state)
{
    (void)state;
    for (enum mode mode = 0; mode < MODES; mode++) {
        assert_true(modes_parse(mode_table[mode].name, &modes, &error));
        assert_int_equal(modes.n, mode == MODE_BURST ? 5 : 1);
        for (size_t i = 0; i < modes.n; i++) {
            assert_int_equal(modes.mode[i].kind, mode);
            assert_int_equal(modes.mode[i].threads,
                             mode_table[mode].parameters[0] == PARAMETER_THREADS ? 2 : 1);
        }
    }
}

static void parameters_are_parsed(void **state)
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

static const struct machine zen = {
    .l1d_bytes = 48 << 10, .l2_bytes = 1 << 20, .l3_bytes = 32 << 20};

static void caches_name_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned kib;
    } sizes[] = {
        {"burst-7-8", 7},           {"burst-L1-8", 48},        {"burst-0.5L1-8", 24},
        {"burst-L2-8", 1024},       {"burst-0.375L2-32", 384}, {"burst-16L2-1", 16384},
        {"burst-L3-8", 32768},      {"burst-32L3-8", 1 << 20}, {"burst-0.1L1-8", 5},
        {"burst-0.114L1-8", 5},     {"burst-0.115L1-8", 6},    {"burst-64L1-8", 3072},
        {"burst-code-2L2-8", 2048}, {"processes-2", 131072},   {"processes-shared-3", 131072}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_true(modes_parse(sizes[i].name, &modes, &error));
        assert_true(modes_resolve(&modes, &zen, &error));
        assert_int_equal(modes.mode[0].kib, sizes[i].kib);
        assert_string_equal(modes.mode[0].name, sizes[i].name);
    }
}

static void assert_not_resolved(const char *text, const struct machine *machine, enum status status,
                                const char *why)
{
    assert_true(modes_parse(text, &modes, &error));
    assert_false(modes_resolve(&modes, machine, &error));
    assert_int_equal(error.status, status);
    if (!strstr(error.text, why))
        fail_msg("'%s': %s, in place of %s", text, error.text, why);
}

static void sizes_out_of_range_are_rejected(void **state)
{
    (void)state;
    assert_true(modes_parse("burst-0.03125L1-8", &modes, &error));
    assert_true(modes_resolve(&modes, &(struct machine){.l1d_bytes = 32 << 10}, &error));
    assert_int_equal(modes.mode[0].kib, 1);
    assert_not_resolved("burst-0.02L1-8", &zen, STATUS_USAGE, "0.96 KiB; expected 1 to 1048576");
    assert_not_resolved("burst-33L3-8", &zen, STATUS_USAGE, "expected 1 to 1048576");
}

static void processes_are_bursts_of_a_set_size(void **state)
{
    (void)state;
    assert_true(modes_parse("processes-shared-3,processes", &modes, &error));
    assert_true(modes.mode[0].kind == MODE_PROCESSES_SHARED && modes.mode[0].threads == 3);
    assert_true(modes.mode[1].kind == MODE_PROCESSES && modes.mode[1].threads == 2);
    assert_int_equal(modes.mode[1].queries, 8);
    assert_true(modes_resolve(&modes, &(struct machine){.l3_bytes = 0}, &error));
    assert_int_equal(modes.mode[1].kib, 4 * 32768);
    assert_string_equal(modes.mode[1].name, "processes-2");
    assert_true(modes_parse("processes", &modes, &error));
    assert_true(modes_resolve(&modes, &(struct machine){.l3_bytes = UINT64_C(1) << 33}, &error));
    assert_int_equal(modes.mode[0].kib, 1 << 20); /* the limit */
}

/* The expansion of `burst` gets sizes in KiB, where a named size is an error. */
static void unknown_caches_are_an_error_by_name_only(void **state)
{
    (void)state;
    static const struct machine unknown = {.l1d_bytes = 32 << 10};
    static const char *const names[] = {"burst-0-8",    "burst-L1-8",    "burst-512-8",
                                        "burst-1024-8", "burst-16384-8", "burst-code-1024-8"};
    static const unsigned kib[] = {0, 32, 512, 1024, 16384, 1024};
    assert_true(modes_parse("burst,burst-code", &modes, &error));
    assert_true(modes_resolve(&modes, &unknown, &error));
    for (size_t i = 0; i < 6; i++) {
        assert_string_equal(modes.mode[i].name, names[i]);
        assert_int_equal(modes.mode[i].kib, kib[i]);
    }
    assert_not_resolved("burst-L3-8", &unknown, STATUS_ENVIRONMENT, "CPU's L3 is unknown");
    assert_not_resolved("burst,burst-1024-8", &unknown, STATUS_USAGE,
                        "burst-1024-8 is given twice");
}

static void names_expand_to_several_modes(void **state)
{
    (void)state;
    static const char *const sizes[] = {"burst-0-8", "burst-L1-8", "burst-0.5L2-8", "burst-L2-8",
                                        "burst-16L2-8"};
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

static void other_spellings_are_rejected(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "speed",
                                      "Latency",
                                      "burst-",
                                      "burst-8",
                                      "burst-8-",
                                      "burst-08-8",
                                      "burst-8-08",
                                      "burst-+8-8",
                                      "burst-8-8x",
                                      "burst-8-0",
                                      "burst-8-65",
                                      "burst-8--8",
                                      "burst-65537-8",
                                      "burst-100000-8",
                                      "threads-",
                                      "threads-0",
                                      "threads-1",
                                      "threads-257",
                                      "threads-02",
                                      "threads-2x",
                                      "threads-2000",
                                      "burst-8-8-8",
                                      "threads--2",
                                      "latency,",
                                      ",latency",
                                      "burst-8-100",
                                      "burst-1L2-8",
                                      "burst-2.0L2-8",
                                      "burst-.5L2-8",
                                      "burst-0L2-8",
                                      "burst-65L2-8",
                                      "burst--1L2-8",
                                      "burst-infL2-8",
                                      "burst-nanL1-8",
                                      "burst-L0-8",
                                      "burst-L4-8",
                                      "burst-L-8",
                                      "burst-l2-8",
                                      "burst-L2",
                                      "burst-L2-",
                                      "burst-8.5-8",
                                      "burst-0x8-8",
                                      "burst-code-8",
                                      "burst-code-L4-8",
                                      "burst-1e1-8",
                                      "burst- 8-8",
                                      "burst-8-L2",
                                      "threads-L2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_rejected(bad[i], "is none of throughput, latency,");
}

static void long_words_are_truncated_in_errors(void **state)
{
    (void)state;
    char text[100] = "", expected[100];
    memset(text, 'x', 99);
    snprintf(expected, sizeof expected, "'%.63s' is none of", text);
    assert_rejected(text, expected);
    memcpy(memset(text, '0', 62), "burst-1.", 8); /* reading beyond the end may crash */
    text[62] = 'L';
    text[63] = 0;
    assert_rejected(text, "is none of");
}

static void duplicates_are_rejected(void **state)
{
    (void)state;
    assert_rejected("latency,throughput,latency", "--modes: latency is given twice");
    assert_rejected("burst-L1-8,burst", "--modes: burst-L1-8 is given twice");
    assert_rejected("threads,threads-2", "--modes: threads-2 is given twice");
}

static void number_of_modes_is_limited(void **state)
{
    (void)state;
    char text[16 * (MAX_MODES + 1)] = "throughput";
    for (int i = 1; i < MAX_MODES; i++)
        sprintf(text + strlen(text), ",burst-%d-1", i);
    assert_true(modes_parse(text, &modes, &error));
    assert_int_equal(modes.n, MAX_MODES);
    strcat(text, ",latency");
    assert_rejected(text, "--modes: more than 32");
}

/* Each mode is in one table with modes of the same kind of list, and has a unit. */
static void table_is_complete(void **state)
{
    (void)state;
    for (enum mode mode = 0; mode < MODES; mode++) {
        const struct mode_info *info = &mode_table[mode];
        assert_true(*info->name && *info->unit && *info->items);
        assert_int_equal(mode_table[info->table].table, info->table);
        assert_int_equal(mode_table[info->table].list, info->list);
        assert_true(info->views == VIEW_PER_ITEM || info->list == LIST_OF_GAMES);
        assert_int_equal(info->parameters[0] != PARAMETER_NONE, info->expansion != NULL);
    }
}

static void searches_are_named(void **state)
{
    (void)state;
    struct list list = {.kind = LIST_OF_GAMES, .spec = {.kind = WORKLOAD_GAMES}};
    assert_string_equal(mode_items(&mode_table[MODE_REPLAY], &list), "games");
    list.spec.kind = WORKLOAD_SEARCH;
    assert_string_equal(mode_items(&mode_table[MODE_REPLAY], &list), "searches");
    list.kind = LIST_OF_QUERIES;
    assert_string_equal(mode_items(&mode_table[MODE_LATENCY], &list), "queries");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_mode_can_be_selected),
        cmocka_unit_test(parameters_are_parsed),
        cmocka_unit_test(caches_name_sizes),
        cmocka_unit_test(sizes_out_of_range_are_rejected),
        cmocka_unit_test(processes_are_bursts_of_a_set_size),
        cmocka_unit_test(unknown_caches_are_an_error_by_name_only),
        cmocka_unit_test(names_expand_to_several_modes),
        cmocka_unit_test(other_spellings_are_rejected),
        cmocka_unit_test(long_words_are_truncated_in_errors),
        cmocka_unit_test(duplicates_are_rejected),
        cmocka_unit_test(number_of_modes_is_limited),
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(searches_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
