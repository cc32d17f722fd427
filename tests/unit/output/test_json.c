/* SPDX-License-Identifier: MIT
 * The first line of a log, and the JSON of a run: every member, from made-up runs of two
 * processes. */
#include "analysis/columns.h"
#include "output/views.h"
#include "record/write_log.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/captured_text.h"
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
static const struct machine machine = {.slug = "some-cpu"};
static struct given_option given[] = {
    {"full", NULL}, {"seed", "15"}, {"--benchmark_min_time=1x", NULL}};
static struct run_request options = {
    .matrix = {.modes = {.mode = {{.kind = MODE_LATENCY, .name = "latency"},
                                  {.kind = MODE_SETWISE, .name = "setwise"}},
                         .n = 2},
               .line = {{.pieces = {[QUEEN] = true, [ALL] = true}},
                        {.workload = {WORKLOAD_RANDOM, 0, 0, 25},
                         .pieces = {[ROOK] = true, [QUEEN] = true}},
                        {.workload = {.kind = WORKLOAD_SEARCH}}}, /* past the end: not a line */
               .n = 2},
    .processes = 11,
    .spread_over = 12.5,
    .seconds = 13.5,
    .list_length = 14,
    .seed = 15,
    .given = given,
    .given_count = 3,
};
static struct pin pin = {.cpu = 16, .description = "CPU 16", .warning = "not pinned"};
static struct report report = {
    .request = &options,
    .run = &run,
    .machine = &machine,
    .pin = &pin,
    .build = {"0.9", "c0ffee", "x86-64-v9", "tcc 1", "-O9"},
    .resumed = {{1, 2}, 2},
    .began = 1795391999,
    .known_reference_ipc = 4.25,
};

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

/* Expects the text of a member, such as "columns.0.twins", with single quotes for double ones. */
static void expect(const char *path, const char *expected)
{
    char name[64];
    json_t *head = log_head(&report);
    report.head = head; /* the first line of the log is written before */
    json_write(&report, capture());
    json_decref(head);
    json_t *root = json_loads(captured(), 0, NULL), *json = root;
    for (int used; sscanf(path, "%63[^.]%n", name, &used) == 1; path += used + (path[used] == '.'))
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(name))
                                   : json_object_get(json, name);
    char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
    for (char *quote; text && (quote = strchr(text, '"'));)
        *quote = '\'';
    assert_non_null(text);
    assert_string_equal(text, expected);
    free(text);
    json_decref(root);
}

static void every_member_of_the_run(void **state)
{
    (void)state;
    static const char *const members[][2] = {
        {"format", "4"},
        {"partial", "false"},
        {"processes_requested", "2"},
        {"processes_ended", "2"},
        {"resumed_after", "[1,2]"},
        {"slidebench", "'0.9'"},
        {"commit", "'c0ffee'"},
        {"date", "'2026-11-22T23:59:59Z'"},
        {"level", "'x86-64-v9'"},
        {"compiler", "'tcc 1'"},
        {"flags", "'-O9'"},
        {"options",
         "{'arguments':['--full','--seed','15','--benchmark_min_time=1x'],"
         "'pieces':['queen','all','rook'],'modes':['latency','setwise'],"
         "'workloads':['games','random'],'processes':11,'spread_over':12.5,'seconds':13.5,"
         "'list_length':14,'seed':15,'custom_positions':false,'huge_pages':false,"
         "'no_warmup':false}"},
        {"pin",
         "{'pinned':false,'cpu':16,'smt_shared':false,'description':'CPU 16',"
         "'warning':'not pinned'}"},
        {"machine.slug", "'some-cpu'"},
        {"known_reference_ipc", "4.25"},
        {"cycles_source", "'canary'"},
        {"reference_ipc", "3.875"},
        {"rules", "{'margin':0.01,'confidence':0.95,'canary_tolerance':0.04}"},
        {"interval_confidence", "0.5"},
        {"break_even", "[]"},
    };
    add_row(&loop, &queens, &throughput, 5);
    run.reference_ipc = 3.875;
    for (size_t i = 0; i < sizeof members / sizeof *members; i++)
        expect(members[i][0], members[i][1]);
}

/* Sets one flag at a time, so that a member with another flag's value fails. */
static void every_flag_has_its_own_member(void **state)
{
    (void)state;
    const struct {
        bool *flag;
        const char *path;
    } flags[] = {{&pin.pinned, "pin.pinned"},
                 {&pin.smt_shared, "pin.smt_shared"},
                 {&options.huge_pages, "options.huge_pages"},
                 {&options.no_warmup, "options.no_warmup"}};
    for (size_t set = 0; set < 4; set++)
        for (size_t read = 0; read < 4; read++) {
            *flags[set].flag = true;
            expect(flags[read].path, set == read ? "true" : "false");
            *flags[set].flag = false;
        }
    options.positions = "some.pgn";
    expect("options.custom_positions", "true");
    options.positions = NULL;
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
    rank_column(&run, &rows[0]);
    rows[run.n] = rows[4]; /* past the end: not a row */
    expect("columns.0.choices",
           "[{'role':'best','scheme':'pext','tied':['branchy','pext_2'],'ratio':[1.0,1.0,1.0]},"
           "{'role':'multiplies','scheme':'magic','tied':[],'ratio':[1.9612,1.9231,2.0]},"
           "{'role':'multiply-free','scheme':'pext','tied':['branchy','pext_2'],"
           "'ratio':[1.0,1.0,1.0]},"
           "{'role':'branchless','scheme':'pext','tied':['pext_2'],'ratio':[1.0,1.0,1.0]},"
           "{'role':'branchy','scheme':'branchy','tied':[],'ratio':[1.0096,1.0,1.0192]},"
           "{'role':'no-tables','scheme':'branchy','tied':[],'ratio':[1.0096,1.0,1.0192]},"
           "{'role':'within-64-kib','scheme':'pext','tied':['branchy','pext_2'],"
           "'ratio':[1.0,1.0,1.0]},"
           "{'role':'no-bmi2','scheme':'magic','tied':[],'ratio':[1.9612,1.9231,2.0]},"
           "{'role':'no-extension','scheme':'magic','tied':[],'ratio':[1.9612,1.9231,2.0]},"
           "{'role':'no-extension-multiplies','scheme':'magic','tied':[],"
           "'ratio':[1.9612,1.9231,2.0]},"
           "{'role':'no-extension-multiply-free','scheme':'rays','tied':[],"
           "'ratio':[3.2225,3.0,3.4615]}]");
    expect("columns.0.comparisons",
           "[{'roles':['multiply-free','multiplies'],'schemes':['pext','magic'],"
           "'ratio':[0.5099,0.5,0.52],'verdict':'faster'},"
           "{'roles':['no-extension-multiply-free','no-extension-multiplies'],"
           "'schemes':['rays','magic'],'ratio':[1.6432,1.5,1.8],'verdict':'slower'},"
           "{'roles':['branchless','branchy'],'schemes':['pext','branchy'],"
           "'ratio':[0.99052,0.98113,1.0],'verdict':'tied'}]");
}

static void twins_against_their_originals(void **state)
{
    (void)state;
    add_pair(&magic_twin, &queens, &throughput, 20, 22);
    add_pair(&magic, &queens, &throughput, 20, 20);
    add_pair(&loop, &queens, &throughput, 50, 50);
    add_pair(&loop_twin, &queens, &throughput, 50, 40);
    expect("columns.0.twins",
           "[{'scheme':'magic_twin','ratio':[1.0488,1.0,1.1]},"
           "{'scheme':'loop_twin','ratio':[0.89443,0.8,1.0]}]");
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
    expect("break_even",
           "[{'scheme':'rotated','workload':'games','against':'magic',"
           "'lookups_per_move':[2.5,2.0,3.0],'lookups_in_workload':4.0,'extra_upkeep':5.0},"
           "{'scheme':'rotated','workload':'search','against':'magic',"
           "'lookups_per_move':[1.5,1.0,2.0],'lookups_in_workload':8.0,'extra_upkeep':2.0}]");
}

static void figures_of_rows(void **state)
{
    (void)state;
    struct process_result results[2];
    struct measured_row *ok = add_pair(&loop, &queens, &throughput, 5, NAN);
    ok->process = results;
    ok->processes_measured = 1;
    ok->samples_total = 70;
    ok->undisturbed_share = 0.875;
    ok->cycles = (struct interval){5.000049, 4.5, NAN};
    ok->ns = (struct interval){1.25, 1, 1.5};
    ok->ghz = 3.1234;
    for (int c = 0; c < COUNTERS; c++)
        ok->counts[c] = c == COUNT_BRANCH_MISSES ? NAN : c + 0.5;
    ok->standing = (struct standing){.rank_min = 2, .rank_max = 5, .tied_with_best = true};
    ok->ratio = (struct interval){1.234567, 1, 2};
    struct measured_row *doubtful = add_pair(&magic, &queens, &throughput, NAN, 6);
    doubtful->planned.status = ROW_UNSTABLE;
    strcpy(doubtful->planned.reason, "busy");
    doubtful->in_doubt = true;
    expect("columns.0.rows.0",
           "{'scheme':'loop','status':'ok','cycles':[5.0,4.5,null],'ns':[1.25,1.0,1.5],"
           "'ghz':3.1234,'counted_cycles':0.5,'instructions':1.5,'l1_misses':3.5,"
           "'llc_misses':4.5,'rank':[2,5],'tied_with_best':true,"
           "'ratio_to_best':[1.2346,1.0,2.0],'processes':1,'samples':70,"
           "'undisturbed_share':0.875}");
    expect("columns.0.rows.1",
           "{'scheme':'magic','status':'unstable','reason':'busy','in_doubt':true}");
}

static void column_of_a_cold_cache(void **state)
{
    (void)state;
    static const struct mode_spec burst = {.kind = MODE_BURST, .kib = 7, .name = "burst-7-8"};
    static const struct list bishops = {.name = "games:2-16",
                                        .piece = BISHOP,
                                        .distinct = 2,
                                        .checksum = 0xfedcba987654321,
                                        .mean_lookups = NAN,
                                        .mean_occupied = 31.44};
    add_row(&loop, &queens, &throughput, 5);
    add_row(&loop, &bishops, &burst, 5);
    expect("columns.1",
           "{'piece':'bishop','workload':'games:2-16','mode':'burst-7-8','unit':'query',"
           "'list_length':2,'mean_occupied':31.44,'lookups_per_step':null,"
           "'checksum':'0fedcba987654321','working_set_kib':7,'choices':[],'comparisons':[],"
           "'twins':[],'rows':[{'scheme':'loop','status':'ok','cycles':[5.0,5.0,5.0],"
           "'ns':[0.0,0.0,0.0],'ghz':0.0,'counted_cycles':0.0,'instructions':0.0,"
           "'branch_misses':0.0,'l1_misses':0.0,'llc_misses':0.0}]}");
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
    expect("schemes",
           "[{'name':'pext','family':'pext','title':'','author':'','year':'','source':'',"
           "'needs':'bmi2','traits':['branchless','multiply-free'],'view_bytes':0,"
           "'table_bytes':{'queen':1,'all':1},'engine_bytes':1,'proof':{'queen':'verified',"
           "'all':'proved'}},"
           "{'name':'magic','family':'magic','title':'','author':'','year':'','source':'',"
           "'needs':'','traits':['branchless'],'view_bytes':0,'table_bytes':{'queen':0},"
           "'engine_bytes':0,'proof':{}}]");
}

#define TEST(test) cmocka_unit_test_setup(test, start)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_member_of_the_run),
        TEST(every_flag_has_its_own_member),
        TEST(choices_with_ties_and_comparisons),
        TEST(twins_against_their_originals),
        TEST(break_even_of_each_column),
        TEST(figures_of_rows),
        TEST(column_of_a_cold_cache),
        TEST(proofs_of_schemes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
