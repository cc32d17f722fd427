/* SPDX-License-Identifier: MIT
 * A log is read back and gives the same figures; impossible ones are refused by path and line. */
#include "analysis/conclude.h"
#include "machine/machine.h"
#include "output/views.h"
#include "record/recorded_runs.h"
#include "target/isa_level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/captured_text.h"
#include "support/made_up_log.h"

static char changed[sizeof folder + 16];

static void assert_same_text(const struct report *of, void (*write)(const struct report *, FILE *))
{
    write(&report, capture());
    char *here = strdup(captured());
    write(of, capture());
    assert_string_equal(captured(), here);
    free(here);
}

static struct recorded_run *read_log(void)
{
    struct recorded_run *recorded = recorded_run_read(run_log.file.path, &error);
    if (!recorded)
        fail_msg("%s", error.text);
    return recorded;
}

static void log_gives_what_the_run_gave(void **state)
{
    (void)state;
    struct recorded_run *recorded = read_log();
    assert_true(recorded_run_conclude(recorded, &error));
    conclude(&run, report.known_reference_ipc);
    assert_int_equal(run.unstable, 0);
    assert_same_text(&recorded->report, csv_write);
    assert_same_text(&recorded->report, json_write);
    assert_int_equal(recorded->request.given_count, 2);
    assert_string_equal(recorded->request.given[1].name, "processes");
    assert_false(recorded->report.partial);
    recorded_run_free(recorded);
}

/* The first line is written again from what was read of it, without the matrix in the options. */
static void first_line_is_read_as_written(void **state)
{
    (void)state;
    struct recorded_run *recorded = read_log();
    json_t *written = json_copy((json_t *)report.head), *again = log_head(&recorded->report);
    json_object_del(written, "options");
    json_object_del(again, "options");
    assert_true(json_equal(written, again));
    json_decref(written);
    json_decref(again);
    assert_int_equal(recorded->run.row[5].planned.list->spec.kind, WORKLOAD_SEARCH);
    assert_int_equal(recorded->run.row[5].planned.list->kind, LIST_OF_GAMES);
    assert_int_equal(recorded->run.row[6].planned.list->spec.kind, WORKLOAD_PERFT);
    recorded_run_free(recorded);
}

/* ---- what happened after the first line ---- */

/* Adds the line of a resumption. */
static void resume(size_t processes)
{
    request.processes = processes;
    free(run_log.failed);
    assert_true(run_log_resume(&run_log, &report, &error));
    request.processes = PROCESSES;
}

static void interrupted_run_is_resumed(void **state)
{
    (void)state;
    add_process();
    add_process();
    struct recorded_run *recorded = read_log();
    assert_true(recorded->report.partial);
    assert_int_equal(recorded->run.processes_ended, 2);
    recorded_run_free(recorded);
    resume(3);
    add_process();
    assert_true(run_log_end(&run_log, false, &error)); /* interrupted again */
    recorded = read_log();
    assert_int_equal(recorded->run.processes_requested, 3);
    assert_int_equal(recorded->report.resumed.n, 1);
    assert_int_equal(recorded->report.resumed.after[0], 2);
    assert_true(recorded->report.partial); /* row MISSING lacks a process, and no end is written */
    recorded_run_free(recorded);
    assert_true(run_log_end(&run_log, true, &error));
    recorded = read_log();
    assert_false(recorded->report.partial);
    recorded_run_free(recorded);
    resume(3); /* for row MISSING */
    recorded = read_log();
    assert_true(recorded->report.partial);
    recorded_run_free(recorded);
}

static void failed_row_is_read(void **state)
{
    (void)state;
    add_process();
    run_fail_row(&run.row[1], ROW_CRASHED, "signal 11");
    add_process();
    run_fail_row(&run.row[2], ROW_WRONG, "sum");
    assert_true(run_log_end(&run_log, false, &error));
    struct recorded_run *recorded = read_log();
    assert_int_equal(recorded->run.row[1].planned.status, ROW_CRASHED);
    assert_string_equal(recorded->run.row[1].planned.reason, "signal 11");
    assert_int_equal(recorded->run.row[2].planned.status, ROW_WRONG);
    assert_true(recorded_run_conclude(recorded, &error));
    assert_int_equal(recorded->run.wrong, 2);
    recorded_run_free(recorded);
}

static void run_without_processes_has_no_figures(void **state)
{
    (void)state;
    struct recorded_run *recorded = read_log();
    assert_false(recorded_run_conclude(recorded, &error));
    assert_non_null(strstr(error.text, "no process of this run has ended"));
    recorded_run_free(recorded);
}

/* A core that was shared throughout one process gives it no values. */
static void lower_reference_drops_the_process(void **state)
{
    (void)state;
    write_changed(changed, 3, "reference_ipc", "3");
    struct recorded_run *recorded = recorded_run_read(changed, &error);
    assert_true(isnan(recorded->run.row[0].process_cycles[1]));
    assert_true(isfinite(recorded->run.row[0].process_cycles[2]));
    recorded_run_free(recorded);
    unlink(changed);
}

/* Its line may be damaged: the end of the run does not replace it. */
static void run_that_lost_a_process_is_partial(void **state)
{
    (void)state;
    write_changed(changed, 3, "process", "");
    struct recorded_run *recorded = recorded_run_read(changed, &error);
    assert_int_equal(recorded->run.processes_ended, PROCESSES - 1);
    assert_true(recorded->report.partial);
    recorded_run_free(recorded);
    unlink(changed);
}

/* ---- impossible members ---- */

static const char options_text[] = "options.processes or options.arguments",
                  mode_text[] = "the mode or its working_set_kib is impossible",
                  list_text[] = "column 1 (mix-nnue games:2-16 throughput): a member of the list",
                  control_text[] = "a text contains a control character",
                  value_text[] = " 1 (floor mix-nnue games:2-16 throughput): missing or impossible";
static const struct {
    size_t line;
    const char *where, *value, *text; /* NULL: accepted */
} changes[] = {
    {1, "format", "3", "its format is 3, expected 4"},
    {1, "format", "5", "its format is 5, expected 4"},
    {1, "format", "\"4\"", "its format is 0, expected 4"},
    {1, "level", "\"\"", "level or compiler is missing"},
    {1, "compiler", "7", "level or compiler is missing"},
    {1, "flags", "\" ~\\u00a0\"", NULL},
    {1, "flags", "\"\\u001f\"", control_text},
    {1, "flags", "\"\\u007f\"", control_text},
    {1, "flags", "\"\\u0080\"", control_text},
    {1, "flags", "\"\\u009f\"", control_text},
    {1, "options.arguments.3", "\"\\n\"", control_text},
    {2, "note", "\"\\n\"", control_text},
    {1, "date", "\"2026-11-22\"", "date is not a UTC time"},
    {1, "date", "\"2026-11-22T01:02:03Zx\"", "date is not a UTC time"},
    {1, "known_reference_ipc", "8", NULL},
    {1, "known_reference_ipc", "8.001", "known_reference_ipc"},
    {1, "known_reference_ipc", "null", "known_reference_ipc"},
    {1, "options", "null", options_text},
    {1, "options.arguments", "7", options_text},
    {1, "options.processes", "10000", NULL},
    {1, "options.processes", "10001", options_text},
    {1, "options.processes", "0", options_text},
    {1, "pin.cpu", "1048576", NULL},
    {1, "pin.cpu", "1048577", "pin is"},
    {1, "pin.cpu", "-2", "pin is"},
    {1, "pin.description", "", "pin is"},
    {1, "pin.warning", "7", "pin is"},
    {1, "machine.slug", "\"\"", "machine is"},
    {1, "machine.cores", "null", NULL},
    {1, "machine.cores", "\"2\"", "machine is"},
    {1, "machine.l2_bytes", "-1", "machine is"},
    {1, "schemes", "[]", "0 schemes, expected 1 to 1000"},
    {1, "schemes.1", "7", "scheme 2 ()"},
    {1, "schemes.1.name", "\"floor\"", "scheme 2 (floor)"},
    {1, "schemes.0.family", "\"\"", "scheme 1 (floor)"},
    {1, "schemes.1.traits.0", "\"quick\"", "scheme 2 (pext)"},
    {1, "schemes.1.traits", "7", "scheme 2 (pext)"},
    {1, "schemes.1.view_bytes", "1099511627776", NULL},
    {1, "schemes.1.view_bytes", "1099511627777", "scheme 2 (pext)"},
    {1, "schemes.1.engine_bytes", "1099511627777", "scheme 2 (pext)"},
    {1, "schemes.1.table_bytes.mix-nnue", "1099511627777", "scheme 2 (pext)"},
    {1, "schemes.1.table_bytes.pawn", "1", "scheme 2 (pext)"},
    {1, "schemes.2.twin", "\"none\"", NULL},
    {1, "columns", "{}", "0 columns, expected 1 to 1000"},
    {1, "columns.0", "[]", "column 1 (  ): "},
    {1, "columns.0.mode", "\"burst\"", mode_text},
    {1, "columns.0.mode", "\"processes\"", mode_text},
    {1, "columns.0.mode", "\"throughput,latency\"", mode_text},
    {1, "columns.1.working_set_kib", "", mode_text},
    {1, "columns.1.working_set_kib", "1048577", mode_text},
    {1, "columns.1.mode", "\"burst-9-8\"", mode_text},
    {1, "columns.1.mode", "\"throughput\"", "column 2 (mix-nnue games:2-16 throughput): it occurs"},
    {1, "columns.0.piece", "\"pawn\"", "a member of the list"},
    {1, "columns.0.workload", "\"a workload with a long name\"", "a member of the list"},
    {1, "columns.3.list_length", "67108864", NULL},
    {1, "columns.3.list_length", "67108865", "a member of the list"},
    {1, "columns.0.list_length", "0", list_text},
    {1, "columns.0.list_length", "65", "column 2 (mix-nnue games:2-16 burst-0.5L2-8): a member"},
    {1, "columns.0.mean_occupied", "null", list_text},
    {1, "columns.3.mean_occupied", "64", NULL},
    {1, "columns.0.mean_occupied", "64.1", list_text},
    {1, "columns.0.lookups_per_step", "\"1\"", list_text},
    {1, "columns.0.lookups_per_step", "1000001", list_text},
    {1, "columns.0.checksum", "\"xyz\"", list_text},
    {1, "columns.0.checksum", "", list_text},
    {1, "rows", "[]", "there are no rows"},
    {1, "rows.1", "7", "row 2 (): its scheme is none of schemes"},
    {1, "rows.1.scheme", "\"none\"", "row 2 (none): its scheme is none of schemes"},
    {1, "rows.1.mode", "\"perft\"", "row 2 (floor): its column is none of columns"},
    {1, "rows.1.mode", "\"throughput\"", "row 2 (floor): it occurs twice"},
    {1, "rows.8.status", "\"fine\"", "row 9 (pext_twin): status or reason"},
    {1, "rows.8.status", "\"unstable\"", "row 9 (pext_twin): status or reason"},
    {1, "rows.8.reason", "", "row 9 (pext_twin): status or reason"},
    {1, "invented", "[1]", NULL},
    {2, "invented", "[1]", NULL},
    {0, "invented", "[1]", NULL},
    {2, "reference_ipc", "8", NULL},
    {2, "reference_ipc", "8.001", "reference_ipc is missing or impossible"},
    {2, "reference_ipc", "", "reference_ipc is missing or impossible"},
    {2, "cycles.0", "1e-8", NULL},
    {2, "cycles.0", "9e-9", value_text},
    {2, "cycles.0", "1e8", NULL},
    {2, "cycles.0", "1.1e8", value_text},
    {2, "cycles.0", "\"1\"", value_text},
    {2, "cycles", "", value_text},
    {2, "cycles.10", "1", "cycles 10 (pext_twin all perft perft): missing or impossible"},
    {2, "cycles.9", "", "cycles 10 (pext_twin all perft perft): missing or impossible"},
    {2, "cycles.0", "null", "cycles 1 (floor mix-nnue games:2-16 throughput): without ghz"},
    {2, "ghz.0", "null", "without ghz, or ghz without cycles"},
    {2, "ghz.0", "0", value_text},
    {2, "samples.0", "100000000", NULL},
    {2, "samples.0", "100000001", value_text},
    {2, "samples.0", "-1", value_text},
    {2, "samples.0", "1.5", value_text},
    {2, "samples.0", "19", "undisturbed 1 (floor mix-nnue games:2-16 throughput): more than"},
    {2, "samples.10", "1", "samples 10"},
    {2, "undisturbed.0", "0", "cycles 1 (floor mix-nnue games:2-16 throughput): without an"},
    {2, "undisturbed", "", "undisturbed 1"},
    {2, "counted_cycles.0", "-1", "counted_cycles 1"},
    {2, "counted_cycles", "", NULL},
    {0, "failed_row", "10", "failed_row is no row"},
    {0, "failed_row", "-1", "failed_row is no row"},
    {0, "failed_row", "9", "status 10 (pext_twin all perft perft): expected wrong or crashed"},
    {0, "resumed", "\"now\"", "processes is missing or impossible"},
};

static void impossible_members_are_refused(void **state)
{
    (void)state;
    char place[sizeof changed + 24];
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        size_t line = changes[i].line ? changes[i].line : PROCESSES + 3;
        write_changed(changed, changes[i].line, changes[i].where, changes[i].value);
        struct recorded_run *recorded = recorded_run_read(changed, &error);
        if (!recorded != (changes[i].text != NULL))
            fail_msg("%s = %s: %s", changes[i].where, changes[i].value,
                     recorded ? "accepted" : error.text);
        recorded_run_free(recorded);
        if (!changes[i].text)
            continue;
        snprintf(place, sizeof place, "%s:%zu: ", changed, line);
        assert_int_equal(error.status, STATUS_INPUT);
        if (strncmp(error.text, place, strlen(place)) || !strstr(error.text, changes[i].text))
            fail_msg("%s = %s: %s", changes[i].where, changes[i].value, error.text);
    }
    unlink(changed);
}

/* ---- the recorded runs of a CPU ---- */

/* Whichever of the logs is read last. */
static void best_reference_is_found(void **state)
{
    (void)state;
    enum { LOGS = 3 };
    char path[LOGS][sizeof folder + 32];
    struct machine another = {.slug = "another-cpu"};
    for (size_t best = 0; best < LOGS; best++) {
        for (size_t i = 0; i < LOGS; i++) {
            snprintf(path[i], sizeof path[i], "%s/some-cpu/%zu.jsonl.gz", folder, i);
            write_changed(path[i], PROCESSES + 1, "reference_ipc", i == best ? "5" : "4.5");
        }
        assert_true(recorded_runs_best_reference(folder, &machine) == 5);
    }
    assert_true(recorded_runs_best_reference(folder, &another) == 0);
    for (size_t i = 0; i < LOGS; i++)
        unlink(path[i]);
}

/* A performance core is no reference for an efficiency core: its rows would be unstable. */
static void reference_is_of_the_same_kind_of_core(void **state)
{
    (void)state;
    static const char *const kinds[] = {"perf", "eff"}, *const references[] = {"6", "4"};
    char path[2][sizeof folder + 32];
    struct machine core = machine;
    for (int i = 0; i < 2; i++) {
        char kind[16];
        snprintf(path[i], sizeof path[i], "%s/some-cpu/%d.jsonl.gz", folder, i);
        snprintf(kind, sizeof kind, "\"%s\"", kinds[i]);
        write_changed(path[i], PROCESSES + 1, "reference_ipc", references[i]);
        copy_changed(path[i], path[i], 1, "machine.core_kind", kind);
    }
    for (int i = 0; i < 2; i++) {
        strcpy(core.core_kind, kinds[i]);
        assert_true(recorded_runs_best_reference(folder, &core) == atof(references[i]));
    }
    unlink(path[0]);
    unlink(path[1]);
}

/* A log in the folder of this CPU, in `results` or in the cache. */
struct planted_log {
    const char *slug, *core_kind, *compiler, *level; /* NULL: those of this program */
    int day;
    bool in_cache;
};

static void plant_log(struct planted_log log)
{
    struct machine here;
    cpu_identify(&here, affinity_default_cpu());
    prepare_run();
    strcpy(machine.slug, log.slug ? log.slug : here.slug);
    strcpy(machine.core_kind, log.core_kind ? log.core_kind : here.core_kind);
    report.build.compiler = log.compiler ? log.compiler : level_compiler;
    report.build.level = log.level ? log.level : level_name;
    report.began += 86400 * log.day;
    begin_log(log.in_cache ? "slidebench/results" : "results", here.slug);
    end_log();
    run_log_close(&run_log);
    json_decref((json_t *)report.head);
    run_free(&run);
}

static bool is_of_november(const struct recorded_run *recorded, const void *context)
{
    assert_string_equal(context, "the caller's");
    return gmtime(&recorded->report.began)->tm_mon == 10;
}

/* The first logs of December and of others do not serve. */
static void newest_run_is_found(void **state)
{
    (void)state;
    static const struct planted_log others[] = {{.slug = "another-cpu", .day = 8},
                                                {.core_kind = "eff", .day = 8},
                                                {.compiler = "tcc 1.0", .day = 8},
                                                {.level = "another-level", .day = 8},
                                                {.day = 9}};
    static const struct planted_log found[] = {
        {.day = 1}, {.day = 2, .in_cache = true}, {.day = 3}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_null(recorded_runs_find(is_of_november, "the caller's"));
        plant_log(others[i]);
    }
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        plant_log((struct planted_log){.day = 0}); /* an older one */
        plant_log(found[i]);
        struct recorded_run *recorded = recorded_runs_find(is_of_november, "the caller's");
        assert_non_null(recorded);
        assert_non_null(strstr(recorded->path, report.saved));
        assert_true(recorded->run.row[0].cycles.mid > 1); /* it is concluded */
        recorded_run_free(recorded);
    }
}

#define WHOLE(test) cmocka_unit_test_setup_teardown(test, make_whole_run, free_run)
#define BEGUN(test) cmocka_unit_test_setup_teardown(test, make_run, free_run)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WHOLE(log_gives_what_the_run_gave),
        WHOLE(first_line_is_read_as_written),
        BEGUN(interrupted_run_is_resumed),
        BEGUN(failed_row_is_read),
        BEGUN(run_without_processes_has_no_figures),
        WHOLE(lower_reference_drops_the_process),
        WHOLE(impossible_members_are_refused),
        WHOLE(best_reference_is_found),
        WHOLE(reference_is_of_the_same_kind_of_core),
        WHOLE(run_that_lost_a_process_is_partial),
        cmocka_unit_test(newest_run_is_found),
    };
    if (make_folder(NULL) || chdir(folder) || setenv("XDG_CACHE_HOME", folder, 1))
        return 1;
    snprintf(changed, sizeof changed, "%s/changed", folder);
    return cmocka_run_group_tests(tests, NULL, remove_folder);
}
