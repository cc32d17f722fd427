/* SPDX-License-Identifier: MIT
 * Makes a run from a text that has its results, without timing. */
#ifndef PLANTED_RUN_H
#define PLANTED_RUN_H

#include "analysis/conclude.h"
#include "base/tuning.h"
#include "support/test.h"

enum { SAMPLES = 2 * MIN_SAMPLES, MAX_PROCESSES = 20, MAX_ROWS = 160 };

#define BOTH_TRAITS BRANCHLESS | MULTIPLY_FREE
#define TABLES(queens, all)                                                                        \
    .table_bytes = {800, 800, queens, queens}, .tables = {{"tables", NULL, all}}

static const struct scheme planted_schemes[] = {
    {.name = "floor", .family = "floor", .traits = BOTH_TRAITS | MOCK},
    {.name = "delayed", .family = "floor", .delay = 10, .traits = MULTIPLY_FREE | MOCK},
    {.name = "delayed_20",
     .family = "floor",
     .twin = "delayed",
     .delay = 20,
     .traits = MULTIPLY_FREE | MOCK},
    {.name = "pext",
     .family = "pext",
     .title = "PEXT",
     .author = "A",
     .year = "2000",
     .source = "S",
     .needs = "bmi1 bmi2",
     .traits = BOTH_TRAITS,
     .view_bytes = 8,
     TABLES(99000, 99008)},
    {.name = "pext_2", .family = "pext", .needs = "bmi2", .traits = BOTH_TRAITS, TABLES(1, 1)},
    {.name = "pext_twin", .family = "pext", .twin = "pext", .traits = BOTH_TRAITS},
    {.name = "magic", .family = "magic", .traits = BRANCHLESS, TABLES(70000, 70000)},
    {.name = "magic_2", .family = "magic", .traits = BRANCHLESS, TABLES(2048, 3072)},
    {.name = "magic_fancy", .family = "magic", .traits = BRANCHLESS},
    {.name = "magic_twin", .family = "magic", .twin = "magic", .traits = BRANCHLESS},
    {.name = "branchy", .family = "magic", TABLES(65536, 65536)},
    {.name = "rays", .family = "rays", .needs = "", .traits = BOTH_TRAITS, TABLES(65537, 65537)},
    {.name = "vector",
     .family = "fills",
     .needs = "avx2 bmi2x",
     .traits = BOTH_TRAITS,
     TABLES(64, 64)},
    {.name = "loop", .family = "rays", .traits = MULTIPLY_FREE},
    {.name = "ray_loop", .family = "rays", .traits = MULTIPLY_FREE},
    {.name = "rotated", .family = "rotated", .traits = BOTH_TRAITS | INCREMENTAL},
    {.name = "sherwin", .family = "sherwin", .traits = MULTIPLY_FREE},
    {.name = "sissy", .family = "sissy", .traits = MULTIPLY_FREE},
};

static struct run run;
static struct list planted_lists[32];
static struct modes planted_modes;
static double planted_cycles[MAX_ROWS][MAX_PROCESSES];

static inline const struct scheme *planted_scheme(const char *name)
{
    const struct scheme *scheme = planted_schemes;
    while (strcmp(scheme->name, name))
        assert_in_range(++scheme - planted_schemes, 0, COUNT(planted_schemes) - 1);
    return scheme;
}

/* Returns the mode of a name, on a CPU whose second-level cache has 512 KiB. */
static inline struct mode_spec *planted_mode(const char *name)
{
    struct modes one;
    size_t m = modes_find(&planted_modes, name);
    if (m < MAX_MODES)
        return &planted_modes.mode[m];
    assert_ok(modes_parse(name, &one, &error));
    if (one.mode[0].cache)
        one.mode[0].kib = (unsigned)(512 * one.mode[0].cache_multiple);
    planted_modes.mode[planted_modes.n] = one.mode[0];
    return &planted_modes.mode[planted_modes.n++];
}

static inline struct list *planted_list(const char *piece, const char *workload)
{
    struct list *list = planted_lists;
    while (*list->name && (strcmp(list->name, workload) || strcmp(piece_names[list->piece], piece)))
        list++;
    while (strcmp(piece_names[list->piece], piece))
        list->piece++;
    snprintf(list->name, sizeof list->name, "%s", workload);
    list->n = 64;
    list->distinct = 2;
    list->mean_lookups = 4.126;
    list->mean_occupied = 31.44;
    list->checksum = 0xfedcba987654321;
    return list;
}

/* Returns the result of a process at 3 GHz. NAN: the process has one undisturbed sample too few;
 * INFINITY: it did not visit the row. */
static inline struct process_result result_of(double cycles)
{
    if (isinf(cycles))
        return process_result_without_value(0, 0);
    if (isnan(cycles))
        return process_result_without_value(SAMPLES, MIN_SAMPLES - 1);
    struct process_result result = process_result_without_value(SAMPLES, SAMPLES);
    result.cycles = cycles;
    result.ns = round_recorded(cycles / 3);
    result.ghz = 3;
    return result;
}

/* Reads the values of all processes: "3*10 -" is 10 in the first three, and NAN in all others; "."
 * is INFINITY. If the text is a status, the row gets this status. */
static inline void planted_values(char *text, struct row *row, double values[MAX_PROCESSES])
{
    size_t p = 0;
    for (char *rest, *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        size_t times = 1;
        int used = 0;
        for (enum row_status s = ROW_UNSUPPORTED; s <= ROW_UNSTABLE; s++)
            if (!strcmp(word, row_status_names[s])) {
                row->status = s;
                snprintf(row->reason, sizeof row->reason, "as planted");
                return;
            }
        if (sscanf(word, "%zu*%n", &times, &used) < 1 || !used)
            times = 1;
        word += used;
        while (times--)
            values[p++] = *word == '-' ? NAN : *word == '.' ? INFINITY : strtod(word, NULL);
    }
    for (; p && p < MAX_PROCESSES; p++)
        values[p] = values[p - 1];
}

/* Adds the next process. */
static inline void plant_process(void)
{
    struct process_result results[MAX_ROWS];
    for (size_t i = 0; i < run.n; i++)
        results[i] = result_of(planted_cycles[i][run.processes_ended]);
    run_add_process(&run, results, 4);
}

/* Makes a run of this many processes. A row is "pext queen games latency: 20 21": scheme, piece,
 * workload, mode, and the cycles of each process; "pext: 20" is a queen's throughput in games. A
 * semicolon ends each row; after the last row it may be missing. */
static inline void plant(size_t processes, const char *text)
{
    static struct row rows[MAX_ROWS];
    char *copy = strdup(text), *rest = copy;
    size_t n = 0;
    memset(rows, 0, sizeof rows);
    for (char *row; (row = strsep(&rest, ";")) && *row; n++) {
        char scheme[16], piece[16] = "queen", workload[24] = "games", mode[40] = "throughput",
                         *cycles = strstr(row, ": ");
        assert_non_null(cycles);
        *cycles = '\0';
        assert_true(sscanf(row, "%15s %15s %23s %39s", scheme, piece, workload, mode) > 0);
        struct mode_spec *spec = planted_mode(mode);
        struct list *list = planted_list(piece, workload);
        list->kind = mode_info(spec)->list;
        rows[n] = (struct row){.scheme = planted_scheme(scheme), .list = list, .mode = spec};
        planted_values(cycles + 1, &rows[n], planted_cycles[n]);
    }
    free(copy);
    run_free(&run);
    run_make(&run, &(struct rows){rows, n});
    run.processes_requested = processes;
    while (run.processes_ended < processes)
        plant_process();
}

static inline void plant_and_conclude(size_t processes, const char *rows)
{
    plant(processes, rows);
    conclude(&run, 0);
}

/* Returns the outcomes of all rows, "1-2 1-2 3 unstable?": ranks, or a status; ?: in doubt. */
static inline const char *outcome(void)
{
    FILE *out = capture();
    for_each_row (row, &run) {
        const size_t best = row->standing.rank_min, worst = row->standing.rank_max;
        fputs(row > run.row ? " " : "", out);
        if (!best)
            fprintf(out, "%s%s", row_status_names[row->planned.status], row->in_doubt ? "?" : "");
        else
            fprintf(out, best == worst ? "%zu" : "%zu-%zu", best, worst);
    }
    return captured();
}

#endif
