/* SPDX-License-Identifier: MIT
 * Schemes and columns in JSON, as text, for small made-up runs of two processes. */
#include "analysis/ranking.h"
#include "output/json/layout.h"
#include "output/json/parts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/made_up_run.h"

enum { PROCESSES = 2 };

static const struct scheme loop = {.name = "loop", .traits = MULTIPLY_FREE},
                           loop_twin = {.name = "loop_twin", .twin = "loop"},
                           magic = {.name = "magic", .family = "magic", .traits = BRANCHLESS},
                           magic_twin = {.name = "magic_twin", .twin = "magic"},
                           pext = {.name = "pext",
                                   .family = "pext",
                                   .needs = "bmi2",
                                   .traits = BRANCHLESS | MULTIPLY_FREE,
                                   .table_bytes = {1, 1, 1, 1}},
                           pext_2 = {.name = "pext_2",
                                     .needs = "bmi2",
                                     .traits = BRANCHLESS | MULTIPLY_FREE,
                                     .table_bytes = {1, 1, 1, 1}},
                           rays = {.name = "rays", .traits = BRANCHLESS | MULTIPLY_FREE},
                           rotated = {.name = "rotated", .traits = INCREMENTAL};
static const struct list queens = {.name = "games", .piece = QUEEN},
                         moves = {.name = "games", .piece = ALL, .mean_lookups = 4},
                         searched = {.name = "search", .piece = ALL, .mean_lookups = 8};
static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT, .name = "throughput"},
                              upkeep = {.kind = MODE_REPLAY_UPKEEP, .name = "replay-upkeep"},
                              lookups = {.kind = MODE_REPLAY_LOOKUPS, .name = "replay-lookups"};
static struct report report = {.run = &run};

static int start(void **state)
{
    (void)state;
    start_run(PROCESSES);
    return 0;
}

/* Appends a row by its cycles in each process. */
static struct measured_row *add_pair(const struct scheme *scheme, const struct list *list,
                                     const struct mode_spec *mode, double first, double second)
{
    struct measured_row *row = add_row(scheme, list, mode, (first + second) / 2);
    row->process_cycles[0] = first;
    row->process_cycles[1] = second;
    row->process_ns = row->process_cycles;
    return row;
}

/* Expects a text, written with single quotes in place of double ones. Frees `json`. */
static void expect(json_t *json, const char *expected)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_true(json_write_lines(json, out));
    fclose(out);
    for (char *quote; (quote = strchr(text, '"'));)
        *quote = '\'';
    assert_string_equal(text, expected);
    free(text);
    json_decref(json);
}

/* Expects a member of the first column. */
static void expect_in_column(const char *name, const char *expected)
{
    json_t *json = json_columns(&report);
    expect(json_incref(json_object_get(json_array_get(json, 0), name)), expected);
    json_decref(json);
}

static void choices_with_ties_and_comparisons(void **state)
{
    (void)state;
    const struct scheme branchy = {.name = "branchy", .needs = "bmi2", .traits = MULTIPLY_FREE};
    add_pair(&branchy, &queens, &throughput, 10, 10.6);
    add_pair(&pext, &queens, &throughput, 10, 10.4);
    add_pair(&magic, &queens, &throughput, 20, 20);
    add_pair(&rays, &queens, &throughput, 30, 36);
    add_pair(&pext_2, &queens, &throughput, 10.1, 10.4);
    assert_true(rank_column(&run, &rows[0]));
    rows[run.n] = rows[4]; /* past the end: not a row */
    expect_in_column(
        "choices",
        "[\n"
        " {'role':'best','scheme':'pext','tied':['branchy','pext_2'],'ratio':[1.0,1.0,1.0]},\n"
        " {'role':'multiplies','scheme':'magic','tied':[],'ratio':[1.9612,1.9231,2.0]},\n"
        " {'role':'multiply-free','scheme':'pext','tied':['branchy','pext_2'],"
        "'ratio':[1.0,1.0,1.0]},\n"
        " {'role':'branchless','scheme':'pext','tied':['pext_2'],'ratio':[1.0,1.0,1.0]},\n"
        " {'role':'branchy','scheme':'branchy','tied':[],'ratio':[1.0096,1.0,1.0192]},\n"
        " {'role':'no-tables','scheme':'branchy','tied':[],'ratio':[1.0096,1.0,1.0192]},\n"
        " {'role':'within-64-kib','scheme':'pext','tied':['branchy','pext_2'],"
        "'ratio':[1.0,1.0,1.0]},\n"
        " {'role':'no-bmi2','scheme':'magic','tied':[],'ratio':[1.9612,1.9231,2.0]},\n"
        " {'role':'no-extension','scheme':'magic','tied':[],'ratio':[1.9612,1.9231,2.0]},\n"
        " {'role':'no-extension-multiplies','scheme':'magic','tied':[],"
        "'ratio':[1.9612,1.9231,2.0]},\n"
        " {'role':'no-extension-multiply-free','scheme':'rays','tied':[],"
        "'ratio':[3.2225,3.0,3.4615]}\n"
        "]\n");
    expect_in_column("comparisons",
                     "[\n"
                     " {'roles':['multiply-free','multiplies'],'schemes':['pext','magic'],"
                     "'ratio':[0.5099,0.5,0.52],'verdict':'faster'},\n"
                     " {'roles':['no-extension-multiply-free','no-extension-multiplies'],"
                     "'schemes':['rays','magic'],'ratio':[1.6432,1.5,1.8],'verdict':'slower'},\n"
                     " {'roles':['branchless','branchy'],'schemes':['pext','branchy'],"
                     "'ratio':[0.99052,0.98113,1.0],'verdict':'tied'}\n"
                     "]\n");
}

static void twins_against_their_originals(void **state)
{
    (void)state;
    add_pair(&magic_twin, &queens, &throughput, 20, 22);
    add_pair(&magic, &queens, &throughput, 20, 20);
    add_pair(&loop, &queens, &throughput, 50, 50);
    add_pair(&loop_twin, &queens, &throughput, 50, 40);
    expect_in_column("twins",
                     "[\n"
                     " {'scheme':'magic_twin','ratio':[1.0488,1.0,1.1]},\n"
                     " {'scheme':'loop_twin','ratio':[0.89443,0.8,1.0]}\n"
                     "]\n");
}

static void break_even_of_each_column(void **state)
{
    (void)state;
    add_pair(&rotated, &moves, &lookups, 8, 8);
    add_pair(&rotated, &moves, &upkeep, 6, 8);
    add_pair(&rotated, &searched, &lookups, 24, 24);
    add_pair(&rotated, &searched, &upkeep, 5, 5);
    add_pair(&magic, &moves, &lookups, 16, 16);
    add_pair(&magic, &moves, &upkeep, 2, 2);
    add_pair(&magic, &searched, &lookups, 32, 40);
    add_pair(&magic, &searched, &upkeep, 3, 3);
    rows[run.n] = rows[0]; /* past the end: not a row */
    expect(json_break_even(&run),
           "[\n"
           " {'scheme':'rotated','workload':'games','against':'magic',"
           "'lookups_per_move':[2.5,2.0,3.0],'lookups_in_workload':4.0,'extra_upkeep':5.0},\n"
           " {'scheme':'rotated','workload':'search','against':'magic',"
           "'lookups_per_move':[1.5,1.0,2.0],'lookups_in_workload':8.0,'extra_upkeep':2.0}\n"
           "]\n");
}

/* A row that only the first process visited, one that only the second did, and one that was read
 * from a result without samples. */
static void values_of_each_process(void **state)
{
    (void)state;
    const struct process_result none = {.ghz = NAN, .counts = {NAN, NAN, NAN, NAN, NAN}};
    struct process_result first[] = {{30, 20, 5, 1, 3.25, {5.5, NAN, 7.5, 8.5, 9.5}}, none},
                          second[] = {none, {40, 10, 6, 2, 3.5, {NAN, NAN, NAN, NAN, NAN}}},
                          unknown[] = {none, none, second[1]}; /* the last is past the end */
    add_pair(&loop, &queens, &throughput, 5, NAN)->process = first;
    add_pair(&magic, &queens, &throughput, NAN, 6)->process = second;
    add_pair(&pext, &queens, &throughput, 7, 7)->process = unknown;
    expect_in_column(
        "rows",
        "[\n"
        " {'scheme':'loop','process_cycles':[5.0,null],'process_ns':[5.0,null],"
        "'process_ghz':[3.25,null],'process_samples':[30,0],'process_undisturbed':[20,0],"
        "'process_counted':[[5.5,null,7.5,8.5,9.5],[null,null,null,null,null]]},\n"
        " {'scheme':'magic','process_cycles':[null,6.0],'process_ns':[null,6.0],"
        "'process_ghz':[null,3.5],'process_samples':[0,40],'process_undisturbed':[0,10]},\n"
        " {'scheme':'pext','process_cycles':[7.0,7.0],'process_ns':[7.0,7.0]}\n"
        "]\n");
}

const char *__wrap_proof_store_piece_verdict(const char *scheme, enum piece piece);

const char *__wrap_proof_store_piece_verdict(const char *scheme, enum piece piece)
{
    return strcmp(scheme, "pext") ? "" : piece == QUEEN ? "verified" : "proved";
}

static void proofs_of_schemes(void **state)
{
    (void)state;
    add_row(&pext, &queens, &throughput, 10);
    add_row(&pext, &moves, &throughput, 10);
    add_row(&magic, &queens, &throughput, 10);
    expect(json_schemes(&run),
           "[\n"
           " {'name':'pext','family':'pext','title':'','author':'','year':'','source':'',"
           "'needs':'bmi2','traits':['branchless','multiply-free'],'view_bytes':0,"
           "'table_bytes':{'queen':1,'all':1},'engine_bytes':1,'proof':{'queen':'verified',"
           "'all':'proved'}},\n"
           " {'name':'magic','family':'magic','title':'','author':'','year':'','source':'',"
           "'needs':'','traits':['branchless'],'view_bytes':0,'table_bytes':{'queen':0},"
           "'engine_bytes':0,'proof':{}}\n"
           "]\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(choices_with_ties_and_comparisons, start),
        cmocka_unit_test_setup(twins_against_their_originals, start),
        cmocka_unit_test_setup(break_even_of_each_column, start),
        cmocka_unit_test_setup(values_of_each_process, start),
        cmocka_unit_test_setup(proofs_of_schemes, start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
