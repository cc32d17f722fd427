/* SPDX-License-Identifier: MIT
 * Reads back a result as json.c writes it: nothing that a resumed run needs is lost. */
#include "base/tuning.h"
#include "cli/bench/resume_options.h"
#include "cli/parse_options.h"
#include "output/json.h"
#include "support/within.h"
#include "target/isa_level.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/json_file.h"
#include "support/temporary_file.h"

enum { ROWS = 4, ENDED = 3 };

static char slidebench[] = "slidebench";

#define TEXTS .family = "rays", .title = "", .author = "", .year = "", .source = ""
static const struct scheme good = {.name = "good", TEXTS}, other = {.name = "other", TEXTS};
static struct list queries = {.name = "games",
                              .piece = QUEEN,
                              .distinct = 2,
                              .checksum = 0x123456789abcdef,
                              .mean_lookups = 1,
                              .mean_occupied = 26};
static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT,
                                            .threads = 1,
                                            .name = "throughput"},
                              burst = {.kind = MODE_BURST,
                                       .threads = 1,
                                       .kib = 1024,
                                       .cache = CACHE_L2,
                                       .name = "burst-L2-8"};
static const struct measured_row all[ROWS] = {
    {.planned.scheme = &good, .planned.list = &queries, .planned.mode = &throughput},
    {.planned.scheme = &good, .planned.list = &queries, .planned.mode = &burst},
    {.planned.scheme = &other,
     .planned.list = &queries,
     .planned.mode = &throughput,
     .planned.status = ROW_CRASHED,
     .planned.reason = "killed by signal 11"},
    {.planned.scheme = &other,
     .planned.list = &queries,
     .planned.mode = &burst,
     .planned.status = ROW_WRONG,
     .planned.reason = "wrong"},
};
static struct process_result counted[ENDED] = {
    {41, 31, 10.5, 3.5, 3.25, {10.5, 20, 30, 40, 50}},
    {42, 2, NAN, NAN, NAN, {NAN, NAN, NAN, NAN, NAN}},
    {43, 33, 11.5, 4.5, 3.75, {11.5, 21, 31, 41, NAN}},
};
static struct process_result plain[ENDED] = {
    {51, 50, 1.5, 0.5, 3, {NAN, NAN, NAN, NAN, NAN}},
    {0, 0, NAN, NAN, NAN, {NAN, NAN, NAN, NAN, NAN}},
    {1, 1, 2.5, 1.5, 2, {NAN, NAN, NAN, NAN, NAN}},
};
static double cycles[2][ENDED], ns[2][ENDED];
static struct measured_row row[ROWS];
static struct run run = {.row = row,
                         .n = ROWS,
                         .processes_requested = 5,
                         .processes_ended = ENDED,
                         .reference_ipc = 3.875};
static struct machine machine = {.slug = "some-cpu"};
static struct pin pin = {.pinned = true, .cpu = 3};
static struct given_option given[] = {{"schemes", "^ray_loop$"},
                                      {"preset", "quick"},
                                      {"processes", "5"},
                                      {"--benchmark_filter=x", NULL}};
static struct run_request run_options = {.processes = 5, .given = given, .given_count = 4};
static const struct resumptions previous = {{1, 2}, 2};
static struct report report = {.request = &run_options,
                               .run = &run,
                               .machine = &machine,
                               .pin = &pin,
                               .began = 1795391999,
                               .partial = true,
                               .saved = ""};
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
    report.resumed = (struct resumptions){.n = 0};
    report.build = build_here();
    report.partial = true;
    pin.pinned = true;
    strcpy(machine.slug, "some-cpu");
    return 0;
}

static void write_report(void)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(json_write(&report, "00000000", file));
    fclose(file);
}

static struct resume read_report(void)
{
    struct resume resume;
    write_report();
    assert_true(resume_read(&resume, path, &error));
    return resume;
}

static void run_is_read_back(void **state)
{
    (void)state;
    for (int again = 0; again < 2; again++) {
        report.partial = !again;
        if (again)
            report.resumed = previous;
        pin.pinned = !again;
        struct resume resume = read_report();
        const struct run *saved = &resume.recorded->run;
        assert_string_equal(resume.path, path);
        assert_int_equal(resume.recorded->report.began, report.began);
        assert_int_equal(saved->processes_ended, ENDED);
        assert_int_equal(resume.cpu, again ? -1 : 3);
        assert_within(saved->reference_ipc, 3.875, 0);
        assert_int_equal(resume.resumed.n, again ? 3 : 1);
        const size_t after[] = {1, 2, ENDED};
        assert_memory_equal(resume.resumed.after, again ? after : after + 2,
                            resume.resumed.n * sizeof *after);
        resume_free(&resume);
    }
}

static void options_of_the_command_line(void **state)
{
    (void)state;
    const struct options here = {.run.program = slidebench,
                                 .format = FORMAT_CSV,
                                 .top = 7,
                                 .quiet = true,
                                 .predicted = PREDICTED_NNUE};
    struct options options;
    struct resume resume = read_report();
    assert_true(resume_options(&resume, &here, &options, &error));
    assert_int_equal(options.run.processes, 5);
    assert_within(options.run.seconds, 2, 0);
    assert_string_equal(options.run.program, "slidebench");
    assert_int_equal(options.command, COMMAND_BENCH);
    assert_int_equal(options.format, FORMAT_CSV);
    assert_int_equal(options.top, 7);
    assert_true(options.quiet);
    assert_int_equal(options.predicted, PREDICTED_NNUE);
    assert_int_equal(options.run.pin.cpu, 3);
    assert_int_equal(options.run.given_count, 4);
    assert_int_equal(options.run.benchmark_argc, 2);
    assert_string_equal(options.run.benchmark_argv[1], "--benchmark_filter=x");
    for (size_t i = 0; schemes[i]; i++)
        assert_int_equal(run_request_selects(&options.run, schemes[i]),
                         !strcmp(schemes[i]->name, "ray_loop"));
    options_free(&options);
    resume_free(&resume);
}

static void assert_same(const struct process_result *a, const struct process_result *b)
{
    const double x[] = {a->cycles, a->ns, a->ghz}, y[] = {b->cycles, b->ns, b->ghz};
    assert_int_equal(a->samples, b->samples);
    assert_int_equal(a->undisturbed, b->undisturbed);
    for (size_t i = 0; i < 3; i++)
        assert_true(isnan(x[i]) ? isnan(y[i]) : x[i] == y[i]);
    for (size_t c = 0; c < COUNTERS; c++)
        assert_true(isnan(a->counts[c]) ? isnan(b->counts[c]) : a->counts[c] == b->counts[c]);
}

/* Returns a run of the same rows that has not begun. */
static struct run new_run(void)
{
    struct run new = {.row = calloc(ROWS, sizeof *new.row), .n = ROWS};
    assert_non_null(new.row);
    for (size_t r = 0; r < ROWS; r++) {
        new.row[r].planned = all[r].planned;
        new.row[r].planned.status = ROW_OK;
        new.row[r].planned.reason[0] = '\0';
    }
    return new;
}

static void rows_get_their_values(void **state)
{
    (void)state;
    struct resume resume = read_report();
    struct run next = new_run();
    assert_true(resume_rows(&resume, &next, &error));
    assert_int_equal(next.processes_ended, ENDED);
    assert_within(next.reference_ipc, 3.875, 0);
    for (size_t p = 0; p < ENDED; p++)
        for (size_t r = 0; r < 2; r++) {
            const struct process_result *saved = r ? plain : counted;
            assert_same(&next.row[r].process[p], &saved[p]);
            assert_memory_equal(&next.row[r].process_cycles[p], &saved[p].cycles, sizeof(double));
            assert_memory_equal(&next.row[r].process_ns[p], &saved[p].ns, sizeof(double));
        }
    for (size_t r = 2; r < ROWS; r++) {
        assert_int_equal(next.row[r].planned.status, all[r].planned.status);
        assert_string_equal(next.row[r].planned.reason, all[r].planned.reason);
    }
    run_free(&next);
    resume_free(&resume);
}

/* Rows of which the file has no values are not visited yet, and get those of further processes. */
static void further_processes_follow(void **state)
{
    (void)state;
    struct resume resume = read_report();
    struct run next = new_run();
    struct process_result results[ROWS] = {plain[0], counted[0], plain[0], plain[0]};
    resume.recorded->run.n = 1; /* the first row alone */
    assert_true(resume_rows(&resume, &next, &error));
    assert_true(run_add_process(&next, results, 3.875));
    assert_int_equal(next.processes_ended, ENDED + 1);
    assert_same(&next.row[0].process[0], &counted[0]);
    assert_same(&next.row[0].process[ENDED], &plain[0]);
    for (size_t r = 1; r < ROWS; r++) {
        assert_int_equal(run_visits(&next, &next.row[r]), 1);
        assert_same(&next.row[r].process[ENDED], &results[r]);
    }
    run_free(&next);
    resume.recorded->run.n = ROWS;
    resume_free(&resume);
}

/* A row that is unsupported now gets no values of the saved run. */
static void rows_that_now_lack_a_result(void **state)
{
    (void)state;
    struct resume resume = read_report();
    struct run next = new_run();
    next.row[0].planned.status = next.row[2].planned.status = ROW_UNSUPPORTED;
    assert_true(resume_rows(&resume, &next, &error));
    assert_null(next.row[0].process);
    assert_int_equal(next.row[2].planned.status, ROW_UNSUPPORTED);
    run_free(&next);
    resume_free(&resume);
}

static void other_queries_are_refused(void **state)
{
    (void)state;
    struct resume resume = read_report();
    struct run next = new_run();
    queries.checksum++;
    assert_false(resume_rows(&resume, &next, &error));
    queries.checksum--;
    assert_int_equal(error.status, STATUS_INPUT);
    assert_non_null(strstr(error.text, "games queen: the checksum differs"));
    run_free(&next);
    resume_free(&resume);
}

/* All processes visited the row, and one with a value had enough samples, even if an older result
 * does not contain how many. */
static void older_results_lack_numbers_of_samples(void **state)
{
    (void)state;
    struct resume resume;
    struct run next = new_run();
    write_report();
    set_in_file(path, "columns.0.rows.0.process_undisturbed", "");
    set_in_file(path, "columns.0.rows.0.process_samples", "");
    assert_true(resume_read(&resume, path, &error));
    assert_true(resume_rows(&resume, &next, &error));
    for (size_t p = 0; p < ENDED; p++) {
        size_t undisturbed = isnan(counted[p].cycles) ? 0 : MIN_SAMPLES;
        assert_int_equal(next.row[0].process[p].samples, MIN_SAMPLES);
        assert_int_equal(next.row[0].process[p].undisturbed, undisturbed);
        assert_same(&next.row[1].process[p], &plain[p]);
    }
    run_free(&next);
    resume_free(&resume);
}

static void other_machine_or_build_is_refused(void **state)
{
    (void)state;
    struct resume resume = read_report();
    assert_true(resume_check(&resume, &machine, &error));
    strcpy(machine.slug, "other-cpu");
    assert_false(resume_check(&resume, &machine, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_non_null(strstr(error.text, "its CPU is some-cpu, but here it is other-cpu"));
    strcpy(machine.slug, "some-cpu");
    struct build *build = &resume.recorded->report.build;
    const char **const members[] = {&build->level, &build->compiler, &build->flags, &build->version,
                                    &build->commit};
    for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
        const char *own = *members[m];
        *members[m] = "odd";
        assert_false(resume_check(&resume, &machine, &error));
        assert_non_null(strstr(error.text, " is odd, but here it is "));
        *members[m] = own;
    }
    assert_true(resume_check(&resume, &machine, &error));
    resume_free(&resume);
}

static void other_sizes_of_caches_are_refused(void **state)
{
    (void)state;
    struct resume resume = read_report();
    struct modes modes = {.n = 2,
                          .mode = {{.kib = 1024, .cache = CACHE_L2, .name = "burst-L2-8"},
                                   {.kib = 7, .name = "burst-7-8"}}};
    assert_true(resume_check_sizes(&resume, &modes, &error));
    modes.n = 0; /* a mode that this run lacks */
    assert_true(resume_check_sizes(&resume, &modes, &error));
    modes.n = 2;
    modes.mode[0].kib = 2048;
    assert_false(resume_check_sizes(&resume, &modes, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_non_null(strstr(error.text, "of burst-L2-8 has 1024 KiB, but here it has 2048"));
    struct modes *recorded = &resume.recorded->request.matrix.modes;
    recorded->mode[0] = recorded->mode[modes_find(recorded, "burst-L2-8")]; /* the first counts */
    recorded->n = 1;
    assert_false(resume_check_sizes(&resume, &modes, &error));
    resume_free(&resume);
}

/* A whole result has as much, too. */
static void values_for_resuming(void **state)
{
    (void)state;
    static const char *const members[] = {"process_ghz", "process_samples", "process_undisturbed",
                                          "process_counted"};
    for (int partial = 0; partial < 2; partial++) {
        report.partial = partial;
        write_report();
        json_t *json = json_load_file(path, 0, NULL), *columns = json_object_get(json, "columns");
        const json_t *first = json_object_get(json_array_get(columns, 0), "rows"),
                     *second = json_object_get(json_array_get(columns, 1), "rows");
        for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
            bool is_counted = !strcmp(members[m], "process_counted");
            assert_non_null(json_object_get(json_array_get(first, 0), members[m]));
            assert_int_equal(!!json_object_get(json_array_get(second, 0), members[m]), !is_counted);
            assert_null(json_object_get(json_array_get(first, 1), members[m]));
        }
        json_decref(json);
    }
}

/* Returns whether the report is accepted with one member changed. */
static bool accepts(const char *where, const char *value)
{
    const struct options here = {.run.program = slidebench};
    struct options options = {0};
    struct resume resume;
    struct run next = new_run();
    write_report();
    set_in_file(path, where, value);
    bool ok = resume_read(&resume, path, &error) &&
              resume_options(&resume, &here, &options, &error) &&
              resume_rows(&resume, &next, &error);
    run_free(&next);
    options_free(&options);
    resume_free(&resume);
    return ok;
}

static void impossible_values_are_refused(void **state)
{
    (void)state;
    static const char options[] = "options.arguments are not options of a run";
    static const struct {
        const char *where, *value, *text;
    } bad[] = {
        {"partial", "false", NULL},
        {"options.arguments.0", "1", "options.arguments contains an element that is not a string"},
        {"options.arguments.1", "\"^none$\"",
         "options.arguments: --schemes: no scheme matches '^none$'; `slidebench list` prints their "
         "names"},
        {"options.arguments.6", "\"--out=x\"", options},
        {"options.arguments", "[\"--resume=x\"]", options},
        {"options.arguments.6", "\"--worker=7\"", options},
        {"columns.0.workload", "\"random\"",
         "good random queen throughput is not a row of this run"},
        {"columns.0.rows.0.process_samples", "[41, 42, 0]",
         "column 1: scheme good: a value of a process is missing or impossible"},
        {"columns.0.rows.0.process_undisturbed", "", NULL},
        {"columns.1.rows.0.process_samples", "",
         "column 2: scheme good: a value of a process is missing or impossible"},
    };
    char expected[300];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(accepts(bad[i].where, bad[i].value), !bad[i].text);
        if (!bad[i].text)
            continue;
        snprintf(expected, sizeof expected, "%s: %s", path, bad[i].text);
        assert_string_equal(error.text, expected);
        assert_int_equal(error.status, STATUS_INPUT);
    }
}

/* The saved options do not contain the path of the positions. */
static void positions_must_be_passed_again(void **state)
{
    (void)state;
    struct options here = {.run.program = slidebench, .run.positions = "mine.fen"}, options = {0};
    struct resume resume = read_report();
    assert_false(resume_options(&resume, &here, &options, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_non_null(strstr(error.text, ": this run uses the built-in games; omit --positions"));
    resume_free(&resume);

    run_options.positions = "mine.fen";
    resume = read_report();
    assert_true(resume_options(&resume, &here, &options, &error));
    assert_string_equal(options.run.positions, "mine.fen");
    options_free(&options);
    resume_free(&resume);

    options = (struct options){0};
    here.run.positions = NULL;
    resume = read_report();
    assert_false(resume_options(&resume, &here, &options, &error));
    assert_non_null(
        strstr(error.text, ": this run uses custom positions; pass them with --positions"));
    run_options.positions = NULL;
    resume_free(&resume);
}

/* A CPU that the options select is kept; otherwise the run continues on the CPU to which it was
 * pinned. */
static void cpu_of_a_resumed_run(void **state)
{
    (void)state;
    static const struct {
        struct given_option option;
        int cpu;
    } choices[] = {{{"preset", "quick"}, 3},
                   {{"cpu", "0"}, 0},
                   {{"core-kind", "eff"}, -1},
                   {{"no-pin", NULL}, -1}};
    const struct options here = {.run.program = slidebench};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++) {
        struct options options = {0};
        given[1] = choices[i].option;
        struct resume resume = read_report();
        assert_true(resume_options(&resume, &here, &options, &error));
        assert_int_equal(options.run.pin.cpu, choices[i].cpu);
        options_free(&options);
        resume_free(&resume);
    }
    given[1] = choices[0].option;
}

/* A finished run that was resumed has more processes than its command line requests; they start at
 * the same intervals. */
static void processes_of_a_run_that_was_resumed(void **state)
{
    (void)state;
    static const size_t recorded[] = {0, 4, 5, 15}, expected[] = {5, 5, 5, 15};
    const struct options here = {.run.program = slidebench};
    given[1] = (struct given_option){"spread-over", "10s"};
    for (size_t i = 0; i < sizeof recorded / sizeof *recorded; i++) {
        struct options options = {0};
        run_options.processes = recorded[i];
        struct resume resume = read_report();
        assert_true(resume_options(&resume, &here, &options, &error));
        assert_int_equal(options.run.processes, expected[i]);
        assert_within(options.run.spread_over, 2 * (double)expected[i], 0);
        options_free(&options);
        resume_free(&resume);
    }
    given[1] = (struct given_option){"preset", "quick"};
    run_options.processes = 5;
}

static void last_resumptions_are_kept(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAX_RESUMED; i++)
        report.resumed.after[i] = i + 10;
    for (size_t more = 0; more < 2; more++) {
        report.resumed.n = MAX_RESUMED - 1 + more;
        struct resume resume = read_report();
        assert_int_equal(resume.resumed.n, MAX_RESUMED);
        assert_int_equal(resume.resumed.after[0], 10 + more);
        assert_int_equal(resume.resumed.after[MAX_RESUMED - 2], 10 + MAX_RESUMED - 2 + more);
        assert_int_equal(resume.resumed.after[MAX_RESUMED - 1], ENDED);
        resume_free(&resume);
    }
}

static void files_that_are_no_results(void **state)
{
    (void)state;
    struct resume resume;
    char expected[100];
    FILE *file = fopen(path, "w");
    fputs("{\n}x", file);
    fclose(file);
    assert_false(resume_read(&resume, path, &error));
    snprintf(expected, sizeof expected,
             "%s:2: end of file expected near 'x'; expected the JSON of a result", path);
    assert_string_equal(error.text, expected);
    resume_free(&resume);
    file = fopen(path, "w");
    fputs("x", file);
    fclose(file);
    assert_false(resume_read(&resume, path, &error));
    assert_non_null(strstr(error.text, ":1: "));
    resume_free(&resume);
    assert_false(resume_read(&resume, "/no/such/file", &error));
    assert_non_null(strstr(error.text, "/no/such/file: No such file"));
    assert_int_equal(error.status, STATUS_INPUT);
    resume_free(&resume);
}

#define TEST(test) cmocka_unit_test_setup(test, make_rows)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(run_is_read_back),
        TEST(options_of_the_command_line),
        TEST(rows_get_their_values),
        TEST(further_processes_follow),
        TEST(older_results_lack_numbers_of_samples),
        TEST(rows_that_now_lack_a_result),
        TEST(other_queries_are_refused),
        TEST(other_machine_or_build_is_refused),
        TEST(other_sizes_of_caches_are_refused),
        TEST(values_for_resuming),
        TEST(impossible_values_are_refused),
        TEST(positions_must_be_passed_again),
        TEST(cpu_of_a_resumed_run),
        TEST(processes_of_a_run_that_was_resumed),
        TEST(last_resumptions_are_kept),
        TEST(files_that_are_no_results),
    };
    return cmocka_run_group_tests(tests, make_file, remove_file);
}
