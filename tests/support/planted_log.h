/* SPDX-License-Identifier: MIT
 * The log of a planted run, in the folder of the tests. Its schemes are unlike those of this
 * program. */
#ifndef PLANTED_LOG_H
#define PLANTED_LOG_H

#include "record/run_log.h"
#include "support/folder.h"
#include "support/planted_run.h"

enum { PROCESSES = 6 };

static struct machine machine;
static struct pin pin = {.pinned = true, .cpu = 3, .description = "CPU 3"};
static struct given_option given[] = {{"full", NULL}, {"processes", "6"}};
static struct run_request request = {
    .processes = PROCESSES, .full = true, .given = given, .given_count = 2};
static struct result result;
static struct run_log run_log;

static inline void add_process(void)
{
    struct process_times times = {.began = 1795392000, .seconds = 1.25, .undisturbed_share = 0.875};
    plant_process();
    for (size_t i = 0; i + 1 < run.n; i++) /* the last row has none */
        if (run.row[i].process)
            run.row[i].process[run.processes_ended - 1].counts[COUNT_CYCLES] = (double)i;
    run_log_add_process(&run_log, &times);
}

/* Makes a run that no process has timed. A twin has almost the time of its original, so that its
 * column has figures. */
static inline void prepare_run(void)
{
    memset(&machine, 0, sizeof machine);
    strcpy(machine.slug, "some-cpu");
    strcpy(machine.warnings[machine.warning_count++], "loud");
    machine.l2_bytes = 1 << 20;
    machine.family = -1;
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
}

/* Begins its log in the folder of a CPU. */
static inline void begin_log(const char *in, const char *cpu)
{
    result.head = log_head(&result);
    run_log = (struct run_log){.file.fd = -1};
    assert_ok(log_create_folder(in, cpu, &error));
    struct machine named = machine;
    strcpy(named.slug, cpu);
    assert_ok(log_create(&run_log.file, in, &named, result.build.compiler, result.build.level,
                         result.began, &error));
    result.saved = run_log.file.path;
    assert_ok(run_log_begin(&run_log, &result, false, &error));
}

/* Times all processes, and ends the log. */
static inline void end_log(void)
{
    while (run.processes_ended < PROCESSES)
        add_process();
    assert_ok(run_log_end(&run_log, true, &error));
}

static inline int make_run(void **state)
{
    prepare_run();
    begin_log("logs", "some-cpu");
    return 0;
}

static inline int make_whole_run(void **state)
{
    make_run(state);
    end_log();
    return 0;
}

static inline int free_run(void **state)
{
    run_log_close(&run_log);
    unlink(run_log.file.path);
    json_decref(result.head);
    run_free(&run);
    return 0;
}

/* Sets the member of an object to a value, or the element of an array, which may be the one after
 * the last. NULL removes it. */
static inline void set_member(json_t *parent, const char *name, json_t *value)
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
static inline void copy_changed(const char *from, const char *to, size_t line, const char *where,
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

static inline void write_changed(const char *to, size_t line, const char *where, const char *value)
{
    copy_changed(run_log.file.path, to, line, where, value);
}

#endif
