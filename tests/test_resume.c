/* SPDX-License-Identifier: MIT
 * A partial result as record_json.c writes it, read back: nothing that a resumed run needs is lost on the way. */
#include "record.h"
#include "level.h"
#include "within.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 4, ENDED = 3 };

static bitboard sums[] = {0, 7, 0x123456789abcdef};
static const struct scheme good = {.name = "good"}, other = {.name = "other"};
static struct workload queries = {
    .name = "games", .piece = QUEEN, .distinct = 2, .sums = {sums, NULL}};
static const struct way throughput = {.mode = THROUGHPUT, .threads = 1, .name = "throughput"},
                        latency = {.mode = LATENCY, .threads = 1, .name = "latency"};
static const struct row all[ROWS] = {
    {.scheme = &good, .workload = &queries, .way = &throughput},
    {.scheme = &good, .workload = &queries, .way = &latency},
    {.scheme = &other,
     .workload = &queries,
     .way = &throughput,
     .status = ROW_CRASHED,
     .why = "killed by signal 11"},
    {.scheme = &other, .workload = &queries, .way = &latency, .status = ROW_WRONG, .why = "wrong"},
};
static struct process_figures counted[ENDED] = {
    {41, 31, 10.5, 3.5, 3.25, {10.5, 20, 30, 40, 50}},
    {42, 2, NAN, NAN, NAN, {NAN, NAN, NAN, NAN, NAN}},
    {43, 33, 11.5, 4.5, 3.75, {11.5, 21, 31, 41, NAN}},
};
static struct process_figures plain[ENDED] = {
    {51, 50, 1.5, 0.5, 3, {NAN, NAN, NAN, NAN, NAN}},
    {0, 0, NAN, NAN, NAN, {NAN, NAN, NAN, NAN, NAN}},
    {1, 1, 2.5, 1.5, 2, {NAN, NAN, NAN, NAN, NAN}},
};
static double cycles[2][ENDED], ns[2][ENDED];
static struct row row[ROWS];
static struct rows rows = {.row = row,
                           .n = ROWS,
                           .asked = 5,
                           .processes = ENDED,
                           .reference_ipc = 3.875,
                           .reference_together = 3.5};
static struct machine machine = {.slug = "some-cpu"};
static struct pin pin = {.pinned = true, .cpu = 3};
static struct given_option given[] = {
    {"schemes", "^ray_loop$"}, {"quick", NULL}, {"processes", "5"}, {"--benchmark_filter=x", NULL}};
static struct options run_options = {.processes = 5, .given = given, .given_count = 4};
static struct resume earlier = {.after = {1, 2}, .times = 2};
static struct record record = {.options = &run_options,
                               .rows = &rows,
                               .machine = &machine,
                               .pin = &pin,
                               .began = 1795391999,
                               .partial = true,
                               .saved = ""};
static char path[] = "/tmp/slidebench-resume-XXXXXX";
static struct error error;

static int make_rows(void **state)
{
    (void)state;
    memcpy(row, all, sizeof row);
    for (size_t r = 0; r < 2; r++) {
        row[r].process = r ? plain : counted;
        row[r].process_cycles = cycles[r];
        row[r].process_ns = ns[r];
        for (size_t p = 0; p < ENDED; p++) {
            cycles[r][p] = row[r].process[p].cycles;
            ns[r][p] = row[r].process[p].ns;
        }
    }
    record.resume = NULL;
    record.partial = true;
    pin.pinned = true;
    strcpy(machine.slug, "some-cpu");
    return 0;
}

static void write_record(void)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(record_json(&record, "00000000", file));
    fclose(file);
}

static struct resume read_record(void)
{
    struct resume resume;
    write_record();
    assert_true(resume_read(&resume, path, &error));
    return resume;
}

static void the_run_is_read_back(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        record.resume = again ? &earlier : NULL;
        pin.pinned = !again;
        struct resume resume = read_record();
        assert_string_equal(resume.path, path);
        assert_int_equal(resume.began, record.began);
        assert_int_equal(resume.processes, ENDED);
        assert_int_equal(resume.cpu, again ? -1 : 3);
        assert_within(resume.reference_ipc, 3.875, 0);
        assert_within(resume.reference_together, 3.5, 0);
        assert_int_equal(resume.times, again ? 3 : 1);
        const size_t after[] = {1, 2, ENDED};
        assert_memory_equal(resume.after, again ? after : after + 2, resume.times * sizeof *after);
        resume_free(&resume);
    }
}

static void its_options_are_those_of_its_command_line(void **state)
{
    (void)state;
    char program[] = "slidebench", *argv[] = {program, NULL};
    const struct options here = {.argv = argv, .argc = 1, .format = FORMAT_CSV, .quiet = true};
    struct options options;
    struct resume resume = read_record();
    assert_true(resume_options(&resume, &here, &options, &error));
    assert_int_equal(options.processes, 5);
    assert_within(options.seconds, 2, 0);
    assert_int_equal(options.format, FORMAT_CSV);
    assert_true(options.quiet);
    assert_int_equal(options.pin.cpu, 3);
    assert_int_equal(options.given_count, 4);
    assert_int_equal(options.benchmark_argc, 2);
    assert_string_equal(options.benchmark_argv[1], "--benchmark_filter=x");
    for (size_t i = 0; schemes[i]; i++)
        assert_int_equal(options_wants(&options, schemes[i]),
                         !strcmp(schemes[i]->name, "ray_loop"));
    options_free(&options);
    resume_free(&resume);
}

static void assert_same(const struct process_figures *a, const struct process_figures *b)
{
    const double x[] = {a->cycles, a->ns, a->ghz}, y[] = {b->cycles, b->ns, b->ghz};
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->clean, b->clean);
    for (size_t i = 0; i < 3; i++)
        assert_true(isnan(x[i]) ? isnan(y[i]) : x[i] == y[i]);
    for (size_t c = 0; c < COUNTERS; c++)
        assert_true(isnan(a->counted[c]) ? isnan(b->counted[c]) : a->counted[c] == b->counted[c]);
}

static void its_rows_get_their_past(void **state)
{
    (void)state;
    struct resume resume = read_record();
    struct row fresh[ROWS];
    struct rows next = {.row = fresh, .n = ROWS};
    for (size_t r = 0; r < ROWS; r++)
        fresh[r] = (struct row){.scheme = all[r].scheme, .workload = &queries, .way = all[r].way};
    assert_true(resume_rows(&resume, &next, &error));
    assert_int_equal(next.processes, ENDED);
    assert_int_equal(next.resumed, ENDED);
    assert_within(next.past_ipc, 3.875, 0);
    assert_within(next.past_together, 3.5, 0);
    for (size_t p = 0; p < ENDED; p++) {
        assert_same(&fresh[0].past[p], &counted[p]);
        assert_same(&fresh[1].past[p], &plain[p]);
    }
    assert_int_equal(fresh[0].past_samples, 41 + 42 + 43);
    assert_int_equal(fresh[1].past_samples, 51 + 1);
    for (size_t r = 2; r < ROWS; r++) {
        assert_null(fresh[r].past);
        assert_int_equal(fresh[r].status, all[r].status);
        assert_string_equal(fresh[r].why, all[r].why);
    }
    free(fresh[0].past);
    free(fresh[1].past);
    resume_free(&resume);
}

/* A scheme that is WRONG in the verification of today has no past. */
static void rows_without_figures_today_get_none(void **state)
{
    (void)state;
    struct resume resume = read_record();
    struct row fresh[ROWS];
    struct rows next = {.row = fresh, .n = ROWS};
    memcpy(fresh, all, sizeof fresh);
    fresh[0].status = ROW_UNSUPPORTED;
    fresh[2].status = ROW_UNSUPPORTED;
    assert_true(resume_rows(&resume, &next, &error));
    assert_null(fresh[0].past);
    assert_int_equal(fresh[2].status, ROW_UNSUPPORTED);
    free(fresh[1].past);
    resume_free(&resume);
}

static void other_queries_are_no_part_of_the_run(void **state)
{
    (void)state;
    struct resume resume = read_record();
    struct row fresh[ROWS];
    struct rows next = {.row = fresh, .n = ROWS};
    memcpy(fresh, all, sizeof fresh);
    sums[2]++;
    assert_false(resume_rows(&resume, &next, &error));
    sums[2]--;
    assert_int_equal(error.status, STATUS_INPUT);
    assert_non_null(strstr(error.text, "games queen: its queries are others"));
    resume_free(&resume);
}

static void another_machine_does_not_go_on(void **state)
{
    (void)state;
    struct resume resume = read_record();
    assert_true(resume_check(&resume, &machine, &error));
    strcpy(machine.slug, "other-cpu");
    assert_false(resume_check(&resume, &machine, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_non_null(strstr(error.text, "its CPU is some-cpu, this one's is other-cpu"));
    resume_free(&resume);
}

/* What only a resumed run needs is left out of a whole result. */
static void a_whole_result_is_as_short_as_can_be(void **state)
{
    (void)state;
    struct resume resume;
    static const char *const members[] = {"process_ghz", "process_samples", "process_clean",
                                          "process_counted", "checksum"};
    for (int partial = 0; partial < 2; partial++) {
        record.partial = partial;
        write_record();
        json_t *json = json_load_file(path, 0, NULL), *list = json_object_get(json, "rows");
        for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
            bool is_counted = !strcmp(members[m], "process_counted");
            assert_int_equal(!!json_object_get(json_array_get(list, 0), members[m]), partial);
            assert_int_equal(!!json_object_get(json_array_get(list, 1), members[m]),
                             partial && !is_counted);
            assert_null(json_object_get(json_array_get(list, 2), members[m]));
        }
        json_decref(json);
        assert_int_equal(resume_read(&resume, path, &error), partial);
        resume_free(&resume);
    }
}

static int make_file(void **state)
{
    (void)state;
    int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_file(void **state)
{
    (void)state;
    return unlink(path);
}

#define TEST(test) cmocka_unit_test_setup(test, make_rows)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_run_is_read_back),
        TEST(its_options_are_those_of_its_command_line),
        TEST(its_rows_get_their_past),
        TEST(rows_without_figures_today_get_none),
        TEST(other_queries_are_no_part_of_the_run),
        TEST(another_machine_does_not_go_on),
        TEST(a_whole_result_is_as_short_as_can_be),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
