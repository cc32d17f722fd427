/* SPDX-License-Identifier: MIT
 * The log of a planted run, whose schemes this program does not have, is read back and gives the
 * same figures; impossible logs are refused, and the message names path and line. */
#include "cli/commands.h"
#include "machine/machine.h"
#include "output/output.h"
#include "record/recorded_runs.h"
#include "record/resume.h"
#include "support/folder.h"
#include "support/planted_run.h"

/* ---- a planted run, and its log ---- */

enum { PROCESSES = 6 };

static const struct machine machine = {.slug = "some-cpu",
                                       .warnings = {"loud"},
                                       .warning_count = 1,
                                       .l2_bytes = 1 << 20,
                                       .family = -1};
static const struct pin pin = {.pinned = true, .cpu = 3, .description = "CPU 3"};
static struct given_option given[] = {{"full", NULL}, {"processes", "6"}};
static struct run_request request = {
    .processes = PROCESSES, .full = true, .given = given, .given_count = 2};
static struct result result;
static struct run_log run_log;

static void add_process(void)
{
    plant_process();
    struct process_record process = {.number = run.last_process,
                                     .began = 1795392000,
                                     .seconds = 1.25,
                                     .undisturbed_share = 0.875,
                                     .reference_ipc = run.reference_ipc};
    for (size_t i = 0; i + 1 < run.n; i++) /* the last row has none */
        if (run.row[i].process)
            run.row[i].process[run.processes_ended - 1].counts[COUNT_CYCLES] = (double)i;
    run_log_add_process(&run_log, &process);
}

/* Makes a run that no process has timed, and begins its log. A twin has almost the time of its
 * original, so that its column has figures. */
static int make_run(void **state)
{
    plant(0,
          "floor mix-nnue random:40: 1 1.1 1.2; floor mix-nnue random:40 burst-0.5L2-8: 2;"
          "floor all search replay: 3; pext mix-nnue random:40: 1.5 1.6 - 1.7 1.8;"
          "pext mix-nnue random:40 burst-0.5L2-8: 2.5 2.6; pext all search replay: 3.5 3.6;"
          "pext all random setwise: 4 4.1 4.2; pext_twin mix-nnue random:40: 1.501 1.601 - 1.702;"
          "pext_twin mix-nnue random:40 burst-0.5L2-8: unsupported;"
          "pext_twin all random setwise: 4.01 4.11 4.21");
    planted_list("all", "random")->mean_lookups = NAN;
    run.processes_requested = PROCESSES;
    result = (struct result){.request = &request,
                             .run = &run,
                             .machine = &machine,
                             .pin = &pin,
                             .build = {"0.3", "c0ffee", "native", "gcc 12.2", "-O3", "b01d"},
                             .began = 1795391999,
                             .known_reference_ipc = 4};
    result.head = log_head(&result);
    run_log = (struct run_log){.file.fd = -1};
    assert_ok(log_create_folder("logs", machine.slug, &error));
    assert_ok(log_create(&run_log.file, "logs", &machine, result.build.compiler, result.build.level,
                         result.began, &error));
    result.saved = run_log.file.path;
    assert_ok(run_log_begin(&run_log, &result, false, &error));
    return 0;
}

/* Times all processes, and ends the log. */
static int make_whole_run(void **state)
{
    make_run(state);
    while (run.processes_ended < PROCESSES)
        add_process();
    assert_ok(run_log_end(&run_log, true, &error));
    return 0;
}

/* Sets the member of an object to a value, or the element of an array, which may be the one after
 * the last. NULL removes it. */
static void set_member(json_t *parent, const char *name, json_t *value)
{
    size_t index = (size_t)atoi(name);
    int failed;
    if (json_is_object(parent))
        failed = value ? json_object_set_new(parent, name, value) : json_object_del(parent, name);
    else if (!value)
        failed = json_array_remove(parent, index);
    else if (index == json_array_size(parent))
        failed = json_array_append_new(parent, value);
    else
        failed = json_array_set_new(parent, index, value);
    assert_int_equal(failed, 0);
}

/* Writes a copy of a log as text whose line has another member, such as rows.1.status: a JSON
 * value, or none for "". Line 0 is a further one at the end. */
static void copy_changed(const char *from, const char *to, size_t line, const char *where,
                         const char *value)
{
    struct log_lines lines;
    char name[40];
    assert_ok(log_read(from, &lines, &error));
    json_t *at = line ? lines.line[line - 1] : json_object(), *root = at;
    for (size_t length; (length = strcspn(where, ".")) < strlen(where); where += length + 1) {
        snprintf(name, sizeof name, "%.*s", (int)length, where);
        at = json_is_array(at) ? json_array_get(at, (size_t)atoi(name)) : json_object_get(at, name);
        assert_non_null(at);
    }
    set_member(at, where, *value ? json_loads(value, JSON_DECODE_ANY, NULL) : NULL);
    FILE *out = fopen(to, "w");
    for (size_t i = 0; i < lines.n + !line; i++) {
        json_dumpf(i < lines.n ? lines.line[i] : root, out, JSON_COMPACT);
        fputc('\n', out);
    }
    fclose(out);
    if (!line)
        json_decref(root);
    log_lines_free(&lines);
}

static void write_changed(const char *to, size_t line, const char *where, const char *value)
{
    copy_changed(run_log.file.path, to, line, where, value);
}

/* ---- what is read back ---- */

static const char changed[] = "changed";
static struct recorded_run *recorded; /* by the test; forget() frees it */

static void assert_same_text(const struct result *of, void (*write)(const struct result *, FILE *))
{
    write(&result, capture());
    char *here = strdup(captured());
    write(of, capture());
    assert_string_equal(captured(), here);
    free(here);
}

static void read_log(const char *path)
{
    recorded_run_free(recorded);
    assert_ok(recorded = recorded_run_read(path, &error));
}

static void read_changed(size_t line, const char *where, const char *value)
{
    write_changed(changed, line, where, value);
    read_log(changed);
}

static int forget(void **state)
{
    recorded_run_free(recorded);
    recorded = NULL;
    unlink(changed);
    run_log_close(&run_log);
    unlink(run_log.file.path);
    json_decref(result.head);
    run_free(&run);
    return 0;
}

#define TEST_WHOLE(test) TEST_BETWEEN(make_whole_run, test, forget)
#define TEST_BEGUN(test) TEST_BETWEEN(make_run, test, forget)

TEST_WHOLE(log_gives_what_the_run_gave)
{
    read_log(run_log.file.path);
    assert_ok(recorded_run_conclude(recorded, &error));
    conclude(&run, result.known_reference_ipc);
    assert_int_equal(run.unstable, 0);
    assert_same_text(&recorded->result, csv_write);
    assert_same_text(&recorded->result, json_write);
    assert_true(recorded->request.full);
    assert_false(recorded->result.partial);
}

/* The first line is written again from what was read of it, without the options. */
TEST_WHOLE(first_line_is_read_as_written)
{
    read_log(run_log.file.path);
    json_t *written = json_copy(result.head), *again = log_head(&recorded->result);
    json_object_del(written, "options");
    json_object_del(again, "options");
    assert_true(json_equal(written, again));
    json_decref(written);
    json_decref(again);
    assert_int_equal(recorded->run.row[5].planned.list->spec.kind, WORKLOAD_SEARCH);
    assert_int_equal(recorded->run.row[5].planned.list->kind, LIST_OF_GAMES);
    assert_string_equal(recorded->run.row[6].planned.list->name, "random");
}

/* ---- what happened after the first line ---- */

static void expect_run(size_t processes_ended, bool partial)
{
    read_log(run_log.file.path);
    assert_int_equal(recorded->run.processes_ended, processes_ended);
    assert_int_equal(recorded->result.partial, partial);
}

/* Adds the line of a resumption. */
static void resume(size_t processes)
{
    request.processes = processes;
    free(run_log.failed);
    assert_ok(run_log_begin(&run_log, &result, true, &error));
    request.processes = PROCESSES;
}

TEST_BEGUN(interrupted_run_is_resumed)
{
    add_process();
    add_process();
    expect_run(2, true);
    resume(3);
    add_process();
    assert_ok(run_log_end(&run_log, false, &error)); /* interrupted again */
    expect_run(3, true); /* a row lacks a process, and no end is written */
    assert_int_equal(recorded->run.processes_requested, 3);
    assert_int_equal(recorded->result.resumed.n, 1);
    assert_int_equal(recorded->result.resumed.after[0], 2);
    assert_ok(run_log_end(&run_log, true, &error));
    expect_run(3, false);
    resume(3); /* for the row that lacks one */
    expect_run(3, true);
}

TEST_BEGUN(failed_row_is_read)
{
    add_process();
    run_fail_row(&run.row[1], ROW_CRASHED, "signal 11");
    add_process();
    run_fail_row(&run.row[2], ROW_WRONG, "sum");
    assert_ok(run_log_end(&run_log, false, &error));
    read_log(run_log.file.path);
    assert_int_equal(recorded->run.row[1].planned.status, ROW_CRASHED);
    assert_string_equal(recorded->run.row[1].planned.reason, "signal 11");
    assert_int_equal(recorded->run.row[2].planned.status, ROW_WRONG);
    assert_ok(recorded_run_conclude(recorded, &error));
    assert_int_equal(recorded->run.wrong, 2);
}

TEST_BEGUN(run_without_processes_has_no_figures)
{
    read_log(run_log.file.path);
    assert_fails(recorded_run_conclude(recorded, &error), STATUS_INPUT,
                 "no process of this run has ended");
}

/* Its line may be damaged: the end of the run does not replace it, and a further process gets the
 * number of no other one. */
TEST_WHOLE(run_that_lost_a_process_is_partial)
{
    read_changed(3, "process", "");
    assert_int_equal(recorded->run.processes_ended, PROCESSES - 1);
    assert_int_equal(recorded->run.last_process, PROCESSES);
    assert_true(recorded->result.partial);
}

/* The core may have been shared by the whole run, as a better one of the past shows. */
TEST_WHOLE(better_core_of_the_past_makes_rows_unstable)
{
    read_changed(1, "known_reference_ipc", "8");
    assert_ok(recorded_run_conclude(recorded, &error));
    assert_int_equal(recorded->run.unstable, 9); /* all but the unsupported one */
}

/* ---- what a resumed run takes over ---- */

static bool take_over(struct run *resumed)
{
    struct row rows[MAX_ROWS];
    for (size_t i = 0; i < run.n; i++)
        rows[i] = run.row[i].planned;
    run_make(resumed, &(struct rows){rows, run.n});
    return resume_rows(recorded, resumed, &error);
}

TEST_WHOLE(resumed_run_has_what_was_measured)
{
    struct run resumed;
    read_log(run_log.file.path);
    assert_true(take_over(&resumed));
    assert_int_equal(resumed.processes_ended, PROCESSES);
    assert_int_equal(resumed.last_process, PROCESSES);
    assert_true(resumed.reference_ipc == run.reference_ipc);
    assert_true(resumed.row[0].process_cycles[1] == run.row[0].process_cycles[1]);
    run_free(&resumed);
}

TEST_WHOLE(burst_of_another_cache_is_not_resumed)
{
    struct run resumed;
    read_changed(1, "columns.1.working_set_kib", "7");
    assert_fails(take_over(&resumed), STATUS_INPUT, "has another size here");
    run_free(&resumed);
}

/* As of a finished run that was resumed: they are spread over as much more time, on its CPU. */
TEST_WHOLE(further_processes_start_at_the_same_intervals)
{
    const struct options resuming = {.run.program = (char[]){"slidebench"}};
    struct options options;
    read_changed(1, "options.arguments.3", "\"--spread-over=1m\"");
    recorded->request.processes = 2 * PROCESSES;
    assert_ok(resume_options(recorded, &resuming, &options, &error));
    assert_int_equal(options.run.processes, 2 * PROCESSES);
    assert_true(options.run.spread_over == 120);
    assert_int_equal(options.run.pin.cpu, pin.cpu);
    options_free(&options);
}

/* ---- impossible members ---- */

static const char mode_text[] = "the mode or its working_set_kib is impossible",
                  control_text[] = "a text contains a control character",
                  first_column[] = "column 1 (mix-nnue random:40 throughput lookup): ",
                  first_row[] = "row 1 (floor mix-nnue random:40 throughput): ";
static const struct {
    size_t line;
    const char *where, *value, *text; /* NULL: accepted */
} changes[] = {
    {1, "format", "3", "its format is 3, expected 4"},
    {1, "format", "5", "its format is 5, expected 4"},
    {1, "format", "\"4\"", "its format is 0, expected 4"},
    {1, "level", "\"\"", "level is \"\", expected a text whose length is from 1 to"},
    {1, "compiler", "7", "compiler is 7, expected a text"},
    {1, "flags", "", "flags is missing, expected a text"},
    {1, "flags", "\" ~\\u00a0\"", NULL},
    {1, "flags", "\"\\u001f\"", control_text},
    {1, "flags", "\"\\u007f\"", control_text},
    {1, "flags", "\"\\u0080\"", control_text},
    {1, "flags", "\"\\u009f\"", control_text},
    {1, "options.arguments.3", "\"\\n\"", control_text},
    {2, "note", "\"\\n\"", control_text},
    {1, "build", "\"\"", "build is \"\", expected a text whose length is from 1 to"},
    {1, "build", "", NULL}, /* in older logs */
    {1, "date", "\"2026-11-22\"", "expected a UTC time such as"},
    {1, "date", "\"2026-11-22T01:02:03Zx\"", "expected a UTC time such as"},
    {1, "known_reference_ipc", "8", NULL},
    {1, "known_reference_ipc", "8.001", "known_reference_ipc"},
    {1, "known_reference_ipc", "null", "known_reference_ipc"},
    {1, "options", "null", "options: arguments is missing"},
    {1, "options.arguments", "7", "options: arguments is missing or no"},
    {1, "options.processes", "10000", NULL},
    {1, "options.processes", "10001", "options: processes is 10001, expected"},
    {1, "options.processes", "0", "options: processes is 0, expected"},
    {1, "options.seed", "-9223372036854775808", NULL}, /* 2^63, as signed */
    {1, "pin.cpu", "1048576", NULL},
    {1, "pin.cpu", "1048577", "pin: cpu is 1048577, expected a whole number from -1 to"},
    {1, "pin.cpu", "-2", "pin: cpu is -2"},
    {1, "pin.description", "", "pin: description is missing"},
    {1, "pin.warning", "7", "pin: warning is 7"},
    {1, "pin.pinned", "1", "pin: pinned is 1, expected true or false"},
    {1, "machine.slug", "\"\"", "machine: slug is \"\", expected a text"},
    {1, "machine.cores", "null", NULL},
    {1, "machine.cores", "\"2\"", "machine: cores is \"2\""},
    {1, "machine.l2_bytes", "-1", "machine: l2_bytes is -1"},
    {1, "machine.warnings.0", "7", "machine: warnings are too many or too long"},
    {1, "schemes", "[]", "0 schemes, expected 1 to 1000"},
    {1, "schemes.1", "7", "scheme 2 ()"},
    {1, "schemes.1.name", "\"floor\"", "scheme 2 (floor pext PEXT A): its name occurs twice"},
    {1, "schemes.0.family", "\"\"", "family is \"\""},
    {1, "schemes.1.traits.0", "\"quick\"", "expected an array of branchless multiply-free"},
    {1, "schemes.1.traits", "7", "traits is 7"},
    {1, "schemes.1.view_bytes", "1099511627776", NULL},
    {1, "schemes.1.view_bytes", "1099511627777", "number from 0 to 1099511627776"},
    {1, "schemes.1.engine_bytes", "1099511627777", "engine_bytes is 1099511627777"},
    {1, "schemes.1.table_bytes.mix-nnue", "1099511627777", "mix-nnue is 1099511627777"},
    {1, "schemes.1.table_bytes.pawn", "1", "table_bytes is missing or names an unknown piece"},
    {1, "schemes.2.twin", "\"none\"", NULL},
    {1, "columns", "{}", "0 columns, expected 1 to 1000"},
    {1, "columns.0", "[]", "column 1 (): "},
    {1, "columns.0.mode", "\"burst\"", mode_text},
    {1, "columns.0.mode", "\"processes\"", mode_text},
    {1, "columns.0.mode", "\"throughput,latency\"", mode_text},
    {1, "columns.1.working_set_kib", "", mode_text},
    {1, "columns.1.working_set_kib", "1048577", "number from 0 to 1048576"},
    {1, "columns.1.mode", "\"burst-9-8\"", mode_text},
    {1, "columns.1.mode", "\"throughput\"", "column 2 (mix-nnue random:40 throughput lookup): it"},
    {1, "columns.0.piece", "\"pawn\"", "piece is \"pawn\", expected one of rook bishop queen"},
    {1, "columns.0.workload", "\"a workload with a long name\"", "workload is \"a workload"},
    {1, "columns.0.workload", "\"none\"", "there is no such workload"},
    {1, "columns.3.list_length", "67108864", NULL},
    {1, "columns.3.list_length", "67108865", "list_length is 67108865"},
    {1, "columns.0.list_length", "0", first_column},
    {1, "columns.0.list_length", "65",
     "column 2 (mix-nnue random:40 burst-0.5L2-8 lookup): a member of"},
    {1, "columns.0.mean_occupied", "null", first_column},
    {1, "columns.3.mean_occupied", "64", NULL},
    {1, "columns.0.mean_occupied", "64.1", first_column},
    {1, "columns.0.lookups_per_step", "\"1\"", first_column},
    {1, "columns.0.lookups_per_step", "1000001", first_column},
    {1, "columns.0.checksum", "\"xyz\"", first_column},
    {1, "columns.0.checksum", "", first_column},
    {1, "rows", "[]", "0 rows, expected 1 to 12"},
    {1, "rows.1", "7", "row 2 (): scheme is missing"},
    {1, "rows.1.scheme", "\"none\"",
     "row 2 (none mix-nnue random:40 burst-0.5L2-8): its scheme is none"},
    {1, "rows.1.mode", "\"perft\"",
     "row 2 (floor mix-nnue random:40 perft): its column is none of"},
    {1, "rows.1.mode", "\"throughput\"", "row 2 (floor mix-nnue random:40 throughput): it occurs"},
    {1, "rows.8.status", "\"fine\"", "status is \"fine\", expected one of unsupported wrong"},
    {1, "rows.8.status", "\"unstable\"", "status is \"unstable\""},
    {1, "rows.8.reason", "", "the reason of its status is missing"},
    {1, "invented", "[1]", NULL},
    {2, "invented", "[1]", NULL},
    {0, "invented", "[1]", NULL},
    {0, "format", "4", "another run begins here: put each run into a file of its own"},
    {2, "process", "10000", NULL},
    {2, "process", "10001", "process is 10001, expected a whole number from 1 to 10000"},
    {2, "reference_ipc", "8", NULL},
    {2, "reference_ipc", "8.001", "reference_ipc is "},
    {2, "reference_ipc", "", "reference_ipc is "},
    {2, "cycles.0", "1e-8", NULL},
    {2, "cycles.0", "9e-9", first_row},
    {2, "cycles.0", "1e8", NULL},
    {2, "cycles.0", "1.1e8", first_row},
    {2, "cycles.0", "\"1\"", first_row},
    {2, "cycles", "", "0 values of cycles, expected 10: one a row"},
    {2, "cycles.10", "1", "11 values of cycles, expected 10"},
    {2, "cycles.9", "", "9 values of cycles, expected 10"},
    {2, "cycles.0", "null", "random:40 throughput): cycles without ghz"},
    {2, "ghz.0", "null", "without ghz, or ghz without cycles"},
    {2, "ghz.0", "0", first_row},
    {2, "samples.0", "100000000", NULL},
    {2, "samples.0", "100000001", first_row},
    {2, "samples.0", "-1", first_row},
    {2, "samples.0", "1.5", "samples is 1.5, expected a whole number"},
    {2, "samples.0", "19", "undisturbed is more than samples"},
    {2, "samples.10", "1", "11 values of samples, expected 10"},
    {2, "undisturbed.0", "0", "cycles without an undisturbed sample"},
    {2, "undisturbed", "", "0 values of undisturbed"},
    {2, "counted_cycles.0", "-1", "counted_cycles is -1"},
    {2, "counted_cycles", "", NULL},
    {0, "failed_row", "-1", "failed_row is -1, expected a whole number"},
    {0, "failed_row", "9", "status is missing, expected one of wrong crashed"},
    {0, "resumed", "\"now\"", "resumed is \"now\", expected a UTC time"},
    {0, "resumed", "\"2026-11-23T08:00:00Z\"", "processes is missing"},
    {0, "ended", "1", "ended is 1, expected a UTC time"},
};

TEST_WHOLE(impossible_members_are_refused)
{
    char place[sizeof changed + 24];
    for (size_t i = 0; i < COUNT(changes); i++) {
        const char *where = changes[i].where, *value = changes[i].value, *text = changes[i].text;
        size_t line = changes[i].line ? changes[i].line : PROCESSES + 3;
        write_changed(changed, changes[i].line, where, value);
        struct recorded_run *accepted = recorded_run_read(changed, &error);
        if (!accepted != (text != NULL))
            fail_msg("%s = %s: %s", where, value, accepted ? "accepted" : error.text);
        recorded_run_free(accepted);
        if (!text)
            continue;
        snprintf(place, sizeof place, "%s:%zu: ", changed, line);
        assert_int_equal(error.status, STATUS_INPUT);
        if (strncmp(error.text, place, strlen(place)) || !strstr(error.text, text))
            fail_msg("%s = %s: %s", where, value, error.text);
    }
}

/* ---- the recorded runs of a CPU ---- */

static void plant_reference(const char *path, const char *reference, const char *core_kind)
{
    write_changed(path, PROCESSES + 1, "reference_ipc", reference);
    copy_changed(path, path, 1, "machine.core_kind", core_kind);
}

/* Whichever of the logs is read last. A performance core is no reference for an efficiency core:
 * its rows would be unstable. */
TEST_WHOLE(best_reference_of_a_kind_of_core_is_found)
{
    enum { LOGS = 3 };
    char path[LOGS][32];
    const struct machine performance = {.slug = "some-cpu", .core_kind = "perf"},
                         efficiency = {.slug = "some-cpu", .core_kind = "eff"},
                         another = {.slug = "another-cpu", .core_kind = "perf"};
    for (size_t best = 0; best < LOGS; best++) {
        for (size_t i = 0; i < LOGS; i++) {
            snprintf(path[i], sizeof path[i], "logs/some-cpu/%zu.jsonl.gz", i);
            plant_reference(path[i], i == best ? "6" : "5", "\"perf\"");
        }
        assert_true(recorded_runs_best_reference("logs", &performance) == 6);
    }
    plant_reference(path[0], "4.5", "\"eff\"");
    assert_true(recorded_runs_best_reference("logs", &performance) == 6);
    assert_true(recorded_runs_best_reference("logs", &efficiency) == 4.5);
    assert_true(recorded_runs_best_reference("logs", &another) == 0);
    for (size_t i = 0; i < LOGS; i++)
        unlink(path[i]);
}

RUN_TESTS(enter_folder, remove_folder)
