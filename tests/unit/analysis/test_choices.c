/* SPDX-License-Identifier: MIT
 * The choices in a made-up column, for which each role has a known best scheme. */
#include "analysis/columns.h"
#include "support/within.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>

#include "support/made_up_run.h"

static const struct scheme pext = {.name = "pext",
                                   .needs = "bmi1 bmi2",
                                   .traits = BRANCHLESS | MULTIPLY_FREE,
                                   .table_bytes = {90000, 9000, 99000, 99000},
                                   .tables = {{"sets", NULL, 90000}, {"more", NULL, 9000}}},
                           magic = {.name = "magic",
                                    .traits = BRANCHLESS,
                                    .table_bytes = {800, 800, 70000, 70000}},
                           magic_branchy = {.name = "magic_branchy",
                                            .table_bytes = {800, 800, 65536, 65536}},
                           rays = {.name = "rays",
                                   .needs = "",
                                   .traits = BRANCHLESS | MULTIPLY_FREE,
                                   .table_bytes = {800, 800, 65537, 65537}},
                           plain_loop = {.name = "loop", .traits = MULTIPLY_FREE},
                           vector = {.name = "vector",
                                     .needs = "avx2 bmi2x",
                                     .traits = BRANCHLESS | MULTIPLY_FREE,
                                     .table_bytes = {64, 64, 64, 64}},
                           rotated = {.name = "rotated",
                                      .traits = INCREMENTAL | MULTIPLY_FREE | BRANCHLESS},
                           twin = {.name = "pext_twin",
                                   .twin = "pext",
                                   .needs = "bmi2",
                                   .traits = BRANCHLESS | MULTIPLY_FREE},
                           mock = {.name = "floor", .traits = BRANCHLESS | MULTIPLY_FREE | MOCK};

static const struct list queens = {.name = "games", .piece = QUEEN},
                         moves = {.name = "games", .piece = ALL};
static const struct mode_spec throughput = {.kind = MODE_THROUGHPUT, .threads = 1},
                              latency = {.kind = MODE_LATENCY, .threads = 1},
                              replay = {.kind = MODE_REPLAY, .threads = 1};

static struct column_choices conclude_column(void)
{
    rank_column(&run, &rows[0]);
    return choices_in_column(&run, &rows[0]);
}

static void assert_choice(const struct column_choices *choices, enum role role,
                          const struct scheme *scheme, double ratio)
{
    const struct choice *choice = &choices->choice[role];
    assert_non_null(choice->row);
    assert_string_equal(choice->row->planned.scheme->name, scheme->name);
    assert_within(choice->ratio.mid, ratio, 1e-9);
    assert_within(choice->ratio.lo, ratio, 1e-9);
    assert_within(choice->ratio.hi, ratio, 1e-9);
}

/* Incremental schemes, the twin and the floor are faster than all others. */
static void every_role_has_its_best_scheme(void **state)
{
    (void)state;
    start_run(MOST_PROCESSES);
    add_row(&mock, &queens, &throughput, 1);
    add_row(&plain_loop, &queens, &throughput, 40);
    add_row(&vector, &queens, &throughput, 12);
    add_row(&rays, &queens, &throughput, 20);
    add_row(&magic, &queens, &throughput, 16);
    add_row(&magic_branchy, &queens, &throughput, 18);
    add_row(&pext, &queens, &throughput, 10);
    add_row(&twin, &queens, &throughput, 9);
    add_row(&rotated, &queens, &throughput, 8);
    add_row(&magic, &queens, &latency, 2); /* of another column */
    struct column_choices choices = conclude_column();
    assert_choice(&choices, ROLE_BEST, &pext, 1);
    assert_choice(&choices, ROLE_MULTIPLIES, &magic, 1.6);
    assert_choice(&choices, ROLE_MULTIPLY_FREE, &pext, 1);
    assert_choice(&choices, ROLE_BRANCHLESS, &pext, 1);
    assert_choice(&choices, ROLE_BRANCHY, &magic_branchy, 1.8);
    assert_choice(&choices, ROLE_NO_TABLES, &plain_loop, 4);
    assert_choice(&choices, ROLE_WITHIN_64_KIB, &vector, 1.2);
    assert_choice(&choices, ROLE_NO_BMI2, &vector, 1.2);
    assert_choice(&choices, ROLE_NO_EXTENSION, &magic, 1.6);
    assert_choice(&choices, ROLE_NO_EXTENSION_MULTIPLIES, &magic, 1.6);
    assert_choice(&choices, ROLE_NO_EXTENSION_MULTIPLY_FREE, &rays, 2);
    assert_choice(&choices, ROLE_INCREMENTAL, &rotated, 0.8);
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
    start_run(MOST_PROCESSES);
    add_row(&pext, &queens, &throughput, 10);
    add_row(&magic, &queens, &throughput, 16);
    add_row(&rays, &queens, &throughput, 16.1);
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

    add_row(&magic_branchy, &queens, &throughput, 9);
    choices = conclude_column();
    compared = &choices.comparison[BRANCHLESS_TO_BRANCHY];
    assert_true(compared->known && compared->verdict == SLOWER);
    assert_within(compared->ratio.mid, 10 / 9.0, 1e-9);
}

/* Rows within the margin tie, and the lower median is chosen. Ties have the role. */
static void ties_have_the_role_of_the_choice(void **state)
{
    (void)state;
    start_run(MOST_PROCESSES);
    struct measured_row *of_rays = add_row(&rays, &queens, &throughput, 10.05),
                        *of_pext = add_row(&pext, &queens, &throughput, 10),
                        *of_magic = add_row(&magic, &queens, &throughput, 10.08),
                        *of_vector = add_row(&vector, &queens, &throughput, 11),
                        *elsewhere = add_row(&rays, &queens, &latency, 10);
    struct column_choices choices = conclude_column();
    assert_choice(&choices, ROLE_BEST, &pext, 1);
    assert_false(choices_is_tied(&run, &choices, ROLE_BEST, of_pext));
    assert_true(choices_is_tied(&run, &choices, ROLE_BEST, of_rays));
    assert_true(choices_is_tied(&run, &choices, ROLE_BEST, of_magic));
    assert_false(choices_is_tied(&run, &choices, ROLE_BEST, of_vector));
    assert_false(choices_is_tied(&run, &choices, ROLE_BEST, elsewhere));
    assert_true(choices_is_tied(&run, &choices, ROLE_MULTIPLY_FREE, of_rays));
    assert_false(choices_is_tied(&run, &choices, ROLE_MULTIPLY_FREE, of_magic));
    assert_false(
        choices_is_tied(&run, &choices, ROLE_BRANCHY, of_rays)); /* the role has no choice */
}

/* A replay pays for views, so that incremental schemes compete. */
static void incremental_schemes_compete_where_views_are_paid(void **state)
{
    (void)state;
    start_run(MOST_PROCESSES);
    add_row(&pext, &moves, &replay, 10);
    add_row(&rotated, &moves, &replay, 9);
    struct column_choices choices = conclude_column();
    assert_choice(&choices, ROLE_BEST, &rotated, 1);
    assert_choice(&choices, ROLE_INCREMENTAL, &rotated, 1);
    assert_choice(&choices, ROLE_NO_BMI2, &rotated, 1);
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
    start_run(5);
    add_row(&pext, &queens, &throughput, 10);
    struct measured_row *of_rays = add_row(&rays, &queens, &throughput, 20);
    add_row(&magic, &queens, &throughput, 30);
    of_rays->process_cycles[3] = 18;
    struct column_choices choices = conclude_column();
    assert_within(choices.confidence.each, 0.9375, 1e-9);
    assert_int_equal(choices.confidence.corrected_for, 0);
    assert_within(choices.choice[ROLE_NO_EXTENSION].ratio.mid, 2, 1e-9);
    assert_within(choices.choice[ROLE_NO_EXTENSION].ratio.lo, 1.8, 1e-9);
    assert_within(interval_confidence(&run), 0.9375, 1e-9);

    static const size_t corrected_for[] = {0, 1, 2, 2}; /* for 5 to 8 processes, three rows */
    for (size_t processes = 5; processes <= 8; processes++) {
        start_run(processes);
        add_row(&pext, &queens, &throughput, 10);
        add_row(&magic, &queens, &throughput, 11);
        add_row(&rays, &queens, &throughput, 12);
        assert_int_equal(column_confidence(&run, rows).corrected_for, corrected_for[processes - 5]);
    }

    start_run(1);
    add_row(&pext, &queens, &throughput, 10);
    add_row(&rays, &queens, &throughput, 20);
    choices = conclude_column();
    assert_null(choices.choice[ROLE_BEST].row);
    assert_true(isnan(rows[0].ratio.mid));
    assert_true(isnan(interval_confidence(&run)));
}

/* Only rows with results count: an unstable row has no role. */
static void rows_without_a_result_are_not_chosen(void **state)
{
    (void)state;
    start_run(MOST_PROCESSES);
    add_row(&pext, &queens, &throughput, 10)->planned.status = ROW_UNSTABLE;
    add_row(&magic, &queens, &throughput, 16);
    struct column_choices choices = conclude_column();
    assert_choice(&choices, ROLE_BEST, &magic, 1);
    assert_null(choices.choice[ROLE_MULTIPLY_FREE].row);
    assert_int_equal(choices.confidence.corrected_for, 0); /* nothing to compare */
    assert_within(choices.confidence.each, 0.95, 1e-12);
    assert_true(isnan(rows[0].ratio.mid));
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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
