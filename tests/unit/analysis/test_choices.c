/* SPDX-License-Identifier: MIT
 * The choices in a made-up column, for which each role has a known best scheme. */
#include "analysis/choices.h"
#include "support/within.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>

enum { MOST_PROCESSES = 12, MOST_ROWS = 12 };

enum {
    PEXT,
    MAGIC,
    MAGIC_BRANCHY,
    RAYS,
    PLAIN_LOOP,
    VECTOR,
    ROTATED,
    ORIGINAL_TWIN,
    FLOOR,
    SCHEMES
};

static const struct scheme made_up[SCHEMES] = {
    [PEXT] = {.name = "pext",
              .needs = "bmi1 bmi2",
              .traits = BRANCHLESS | MULTIPLY_FREE,
              .table_bytes = {90000, 9000, 99000, 99000},
              .tables = {{"sets", NULL, 90000}, {"more", NULL, 9000}}},
    [MAGIC] = {.name = "magic", .traits = BRANCHLESS, .table_bytes = {800, 800, 70000, 70000}},
    [MAGIC_BRANCHY] = {.name = "magic_branchy", .table_bytes = {800, 800, 65536, 65536}},
    [RAYS] = {.name = "rays",
              .needs = "",
              .traits = BRANCHLESS | MULTIPLY_FREE,
              .table_bytes = {800, 800, 65537, 65537}},
    [PLAIN_LOOP] = {.name = "loop", .traits = MULTIPLY_FREE},
    [VECTOR] = {.name = "vector",
                .needs = "avx2 bmi2x",
                .traits = BRANCHLESS | MULTIPLY_FREE,
                .table_bytes = {64, 64, 64, 64}},
    [ROTATED] = {.name = "rotated", .traits = INCREMENTAL | MULTIPLY_FREE | BRANCHLESS},
    [ORIGINAL_TWIN] = {.name = "pext_twin",
                       .twin = "pext",
                       .needs = "bmi2",
                       .traits = BRANCHLESS | MULTIPLY_FREE},
    [FLOOR] = {.name = "floor", .traits = BRANCHLESS | MULTIPLY_FREE | MOCK},
};

static const struct workload queens = {.name = "games", .piece = QUEEN},
                             moves = {.name = "games", .piece = ALL};
static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT, .threads = 1},
                              latency = {.kind = MODE_LATENCY, .threads = 1},
                              replay = {.kind = MODE_REPLAY, .threads = 1};

static double cycles[MOST_ROWS][MOST_PROCESSES];
static struct measured_row rows[MOST_ROWS];
static struct run run;

/* Appends a row that takes `each` cycles in all processes. */
static struct measured_row *add(size_t scheme, const struct workload *workload,
                                const struct mode_spec *mode, double each)
{
    double *own = cycles[run.n];
    struct measured_row *row = &rows[run.n++];
    *row = (struct measured_row){.id.scheme = &made_up[scheme],
                                 .id.workload = workload,
                                 .id.mode = mode,
                                 .process_cycles = own,
                                 .processes_measured = run.processes,
                                 .cycles = {each, each, each}};
    for (size_t p = 0; p < run.processes; p++)
        own[p] = each;
    return row;
}

static void start(size_t processes)
{
    run = (struct run){.row = rows, .processes = processes, .requested = processes};
}

static struct column_choices conclude_column(void)
{
    assert_true(rank_column(&run, &rows[0]));
    set_ratios(&run, &rows[0]);
    return choices_in_column(&run, &rows[0]);
}

static void choose(const struct column_choices *choices, enum role role, size_t scheme,
                   double ratio)
{
    const struct choice *choice = &choices->choice[role];
    assert_non_null(choice->row);
    assert_string_equal(choice->row->id.scheme->name, made_up[scheme].name);
    assert_within(choice->ratio.mid, ratio, 1e-9);
    assert_within(choice->ratio.lo, ratio, 1e-9);
    assert_within(choice->ratio.hi, ratio, 1e-9);
}

/* Incremental schemes, the twin and the floor are faster than all others. */
static void every_role_has_its_best_scheme(void **state)
{
    (void)state;
    start(MOST_PROCESSES);
    add(FLOOR, &queens, &throughput, 1);
    add(PLAIN_LOOP, &queens, &throughput, 40);
    add(VECTOR, &queens, &throughput, 12);
    add(RAYS, &queens, &throughput, 20);
    add(MAGIC, &queens, &throughput, 16);
    add(MAGIC_BRANCHY, &queens, &throughput, 18);
    add(PEXT, &queens, &throughput, 10);
    add(ORIGINAL_TWIN, &queens, &throughput, 9);
    add(ROTATED, &queens, &throughput, 8);
    add(MAGIC, &queens, &latency, 2); /* of another column */
    struct column_choices choices = conclude_column();
    choose(&choices, ROLE_BEST, PEXT, 1);
    choose(&choices, ROLE_MULTIPLIES, MAGIC, 1.6);
    choose(&choices, ROLE_MULTIPLY_FREE, PEXT, 1);
    choose(&choices, ROLE_BRANCHLESS, PEXT, 1);
    choose(&choices, ROLE_BRANCHY, MAGIC_BRANCHY, 1.8);
    choose(&choices, ROLE_NO_TABLES, PLAIN_LOOP, 4);
    choose(&choices, ROLE_WITHIN_64_KIB, VECTOR, 1.2);
    choose(&choices, ROLE_NO_BMI2, VECTOR, 1.2);
    choose(&choices, ROLE_NO_EXTENSION, MAGIC, 1.6);
    choose(&choices, ROLE_NO_EXTENSION_MULTIPLIES, MAGIC, 1.6);
    choose(&choices, ROLE_NO_EXTENSION_MULTIPLY_FREE, RAYS, 2);
    choose(&choices, ROLE_INCREMENTAL, ROTATED, 0.8);
    assert_true(isnan(rows[0].ratio.mid)); /* the floor */
    assert_within(rows[1].ratio.mid, 4, 1e-9);
    assert_within(rows[7].ratio.hi, 0.9, 1e-9);
    assert_within(rows[8].ratio.lo, 0.8, 1e-9);
    assert_within(choices.confidence.each, 1 - 0.05 / 7, 1e-12);
    assert_int_equal(choices.confidence.corrected_for, 7);
}

static void roles_are_compared(void **state)
{
    (void)state;
    start(MOST_PROCESSES);
    add(PEXT, &queens, &throughput, 10);
    add(MAGIC, &queens, &throughput, 16);
    add(RAYS, &queens, &throughput, 16.1);
    struct column_choices choices = conclude_column();
    const struct comparison *compared = &choices.comparison[MULTIPLY_FREE_TO_MULTIPLIES];
    assert_true(compared->known && compared->verdict == FASTER);
    assert_int_equal(compared->a, ROLE_MULTIPLY_FREE);
    assert_int_equal(compared->b, ROLE_MULTIPLIES);
    assert_within(compared->ratio.mid, 0.625, 1e-9);
    compared = &choices.comparison[MULTIPLY_FREE_TO_MULTIPLIES_WITHOUT_EXTENSION];
    assert_true(compared->known && compared->verdict == TIED);
    assert_within(compared->ratio.lo, 1.00625, 1e-9);
    assert_false(choices.comparison[BRANCHLESS_TO_BRANCHY].known);
    assert_null(choices.choice[ROLE_BRANCHY].row);
    assert_null(choices.choice[ROLE_INCREMENTAL].row);

    add(MAGIC_BRANCHY, &queens, &throughput, 9);
    choices = conclude_column();
    compared = &choices.comparison[BRANCHLESS_TO_BRANCHY];
    assert_true(compared->known && compared->verdict == SLOWER);
    assert_within(compared->ratio.mid, 10 / 9.0, 1e-9);
}

/* Rows within the margin tie, and the lower median is chosen. Ties have the role. */
static void ties_have_the_role_of_the_choice(void **state)
{
    (void)state;
    start(MOST_PROCESSES);
    struct measured_row *rays = add(RAYS, &queens, &throughput, 10.05),
                        *pext = add(PEXT, &queens, &throughput, 10),
                        *magic = add(MAGIC, &queens, &throughput, 10.08),
                        *vector = add(VECTOR, &queens, &throughput, 11),
                        *elsewhere = add(RAYS, &queens, &latency, 10);
    struct column_choices choices = conclude_column();
    choose(&choices, ROLE_BEST, PEXT, 1);
    assert_false(is_tied(&run, &choices, ROLE_BEST, pext));
    assert_true(is_tied(&run, &choices, ROLE_BEST, rays));
    assert_true(is_tied(&run, &choices, ROLE_BEST, magic));
    assert_false(is_tied(&run, &choices, ROLE_BEST, vector));
    assert_false(is_tied(&run, &choices, ROLE_BEST, elsewhere));
    assert_true(is_tied(&run, &choices, ROLE_MULTIPLY_FREE, rays));
    assert_false(is_tied(&run, &choices, ROLE_MULTIPLY_FREE, magic));
    assert_false(is_tied(&run, &choices, ROLE_BRANCHY, rays)); /* the role has no choice */
}

/* A replay pays for views, so that incremental schemes compete. */
static void incremental_schemes_compete_where_views_are_paid(void **state)
{
    (void)state;
    start(MOST_PROCESSES);
    add(PEXT, &moves, &replay, 10);
    add(ROTATED, &moves, &replay, 9);
    struct column_choices choices = conclude_column();
    choose(&choices, ROLE_BEST, ROTATED, 1);
    choose(&choices, ROLE_INCREMENTAL, ROTATED, 1);
    choose(&choices, ROLE_NO_BMI2, ROTATED, 1);
    assert_within(rows[0].ratio.mid, 10 / 9.0, 1e-9);
    for (enum mode kind = 0; kind < MODES; kind++) {
        bool paid = kind == MODE_REPLAY || kind == MODE_PERFT;
        assert_int_equal(pays_for_view(&(struct mode_spec){.kind = kind}), paid);
    }
}

/* The interval of five processes is the range of their ratios, with 93.75 %; with one process there
 * is none. */
static void few_processes_allow_no_correction(void **state)
{
    (void)state;
    start(5);
    add(PEXT, &queens, &throughput, 10);
    struct measured_row *rays = add(RAYS, &queens, &throughput, 20);
    add(MAGIC, &queens, &throughput, 30);
    rays->process_cycles[3] = 18;
    struct column_choices choices = conclude_column();
    assert_within(choices.confidence.each, 0.9375, 1e-9);
    assert_int_equal(choices.confidence.corrected_for, 0);
    assert_within(choices.choice[ROLE_NO_EXTENSION].ratio.mid, 2, 1e-9);
    assert_within(choices.choice[ROLE_NO_EXTENSION].ratio.lo, 1.8, 1e-9);
    run.min_processes = 5;
    assert_within(interval_confidence(&run), 0.9375, 1e-9);

    static const size_t corrected_for[] = {0, 1, 2, 2}; /* for 5 to 8 processes, three rows */
    for (size_t processes = 5; processes <= 8; processes++) {
        start(processes);
        for (size_t i = 0; i < 3; i++)
            add(PEXT + i, &queens, &throughput, 10 + (double)i);
        assert_int_equal(column_confidence(&run, rows).corrected_for, corrected_for[processes - 5]);
    }

    start(1);
    add(PEXT, &queens, &throughput, 10);
    add(RAYS, &queens, &throughput, 20);
    choices = conclude_column();
    assert_null(choices.choice[ROLE_BEST].row);
    assert_true(isnan(rows[0].ratio.mid));
    run.min_processes = 1;
    assert_true(isnan(interval_confidence(&run)));
}

/* Only rows with results count: an unstable row has no role. */
static void rows_without_a_result_are_not_chosen(void **state)
{
    (void)state;
    start(MOST_PROCESSES);
    add(PEXT, &queens, &throughput, 10)->id.status = ROW_UNSTABLE;
    add(MAGIC, &queens, &throughput, 16);
    struct column_choices choices = conclude_column();
    choose(&choices, ROLE_BEST, MAGIC, 1);
    assert_null(choices.choice[ROLE_MULTIPLY_FREE].row);
    assert_int_equal(choices.confidence.corrected_for, 0); /* nothing to compare */
    assert_within(choices.confidence.each, 0.95, 1e-12);
    assert_true(isnan(rows[0].ratio.mid));
}

static void every_role_has_a_name(void **state)
{
    (void)state;
    for (enum role a = 0; a < ROLES; a++)
        for (enum role b = 0; b < a; b++)
            assert_string_not_equal(role_names[a], role_names[b]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_role_has_its_best_scheme),
        cmocka_unit_test(roles_are_compared),
        cmocka_unit_test(ties_have_the_role_of_the_choice),
        cmocka_unit_test(incremental_schemes_compete_where_views_are_paid),
        cmocka_unit_test(few_processes_allow_no_correction),
        cmocka_unit_test(rows_without_a_result_are_not_chosen),
        cmocka_unit_test(every_role_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
