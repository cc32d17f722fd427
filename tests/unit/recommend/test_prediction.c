/* SPDX-License-Identifier: MIT
 * Predicted speeds from planted times. */
#include "recommend/prediction.h"
#include "support/within.h"
#include "well_known.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

enum { PLANTED_PROCESSES = 12, SCHEMES = 3, MODES_PLANTED = 2, ROWS = SCHEMES * MODES_PLANTED };

static struct engine_model model;
static const struct scheme *picked[SCHEMES]; /* the base, and two others */
static double cycles[ROWS][PLANTED_PROCESSES];
static struct run_times_row row[ROWS];
static struct run_times times = {.row = row, .l2_bytes = 1 << 20};
static struct predictions made;
static struct error error;

/* Plants queens only: hot times of 5, 7 and 4 cycles, cold ones of 50, 20 and 50. The processes
 * differ by more than the schemes. */
static int plant(void **state)
{
    (void)state;
    static const double hot[SCHEMES] = {5, 7, 4}, cold[SCHEMES] = {50, 20, 50};
    model = (struct engine_model){.kind = "without a mix",
                                  .hot = "throughput",
                                  .workload = "games",
                                  .engines = 2,
                                  .lookups = {[QUEEN] = 2},
                                  .cycles = 1000,
                                  .w = 0.5,
                                  .w_lo = 0.25,
                                  .w_hi = 0.75,
                                  .error = NAN};
    size_t n = 1;
    for (size_t i = 0; schemes[i]; i++)
        if (!strcmp(schemes[i]->name, BASE_SCHEME))
            picked[0] = schemes[i];
        else if (!(schemes[i]->traits & (MOCK | INCREMENTAL)) && !schemes[i]->twin && n < SCHEMES)
            picked[n++] = schemes[i];
    if (!picked[0])
        return 0;
    for (size_t s = 0; s < SCHEMES; s++)
        for (size_t m = 0; m < MODES_PLANTED; m++) {
            size_t i = s * MODES_PLANTED + m;
            row[i] =
                (struct run_times_row){picked[s]->name, "games", m ? "burst-1024-8" : "throughput",
                                       QUEEN,           ROW_OK,  cycles[i]};
            for (size_t p = 0; p < PLANTED_PROCESSES; p++)
                cycles[i][p] = (m ? cold : hot)[s] + 30.0 * (double)p;
        }
    times.n = ROWS;
    times.processes = PLANTED_PROCESSES;
    return 0;
}

static int forget(void **state)
{
    (void)state;
    predictions_free(&made);
    made = (struct predictions){.n = 0};
    return 0;
}

static void make(void)
{
    if (!picked[0])
        skip(); /* of a build without the base */
    assert_true(predictions_make(&made, &model, &times));
}

static const struct interval *speed_of(const struct scheme *scheme)
{
    for (size_t i = 0; i < made.n; i++)
        if (made.prediction[i].scheme == scheme)
            return &made.prediction[i].speed;
    return NULL;
}

static void speed_is_that_of_the_model(void **state)
{
    (void)state;
    make();
    assert_int_equal(made.n, 2);
    assert_ptr_equal(made.prediction[0].scheme, picked[1]);
    const struct interval *slow_hot = speed_of(picked[1]), *fast_hot = speed_of(picked[2]);
    assert_within(slow_hot->mid, 1000 / (1000 + 2 * (0.5 * 2 - 0.5 * 30)), 1e-9);
    assert_within(slow_hot->lo, 1000 / (1000 + 2 * (0.75 * 2 - 0.25 * 30)), 1e-9);
    assert_within(slow_hot->hi, 1000 / (1000 + 2 * (0.25 * 2 - 0.75 * 30)), 1e-9);
    assert_within(fast_hot->mid, 1000 / (1000 + 2 * (0.5 * -1)), 1e-9);
    assert_within(fast_hot->lo, 1000 / (1000 + 2 * (0.25 * -1)), 1e-9);
}

static void error_of_the_model_widens_the_interval(void **state)
{
    (void)state;
    make();
    struct interval before = *speed_of(picked[2]);
    forget(NULL);
    model.error = 0.02;
    make();
    assert_within(speed_of(picked[2])->lo, before.lo - 0.02, 1e-9);
    assert_within(speed_of(picked[2])->hi, before.hi + 0.02, 1e-9);
    assert_within(speed_of(picked[2])->mid, before.mid, 1e-9);
}

static void spread_over_processes_widens_the_interval(void **state)
{
    (void)state;
    make();
    struct interval before = *speed_of(picked[2]);
    forget(NULL);
    for (size_t p = 0; p < PLANTED_PROCESSES; p++)
        cycles[2 * MODES_PLANTED][p] += p % 2 ? 20 : -20;
    make();
    assert_true(speed_of(picked[2])->lo < before.lo - 0.005);
    assert_true(speed_of(picked[2])->hi > before.hi + 0.005);
}

static void one_process_has_no_interval(void **state)
{
    (void)state;
    char text[1024] = "";
    times.processes = 1;
    make();
    assert_true(isnan(speed_of(picked[1])->lo) || isnan(speed_of(picked[1])->hi));
    FILE *out = fmemopen(text, sizeof text, "w");
    assert_non_null(out);
    predictions_print(&made, out);
    fclose(out);
    assert_non_null(strstr(text, "too few processes"));
    assert_null(strchr(text, '+')); /* no bare number */
}

static void rows_without_result_are_not_predicted(void **state)
{
    (void)state;
    row[1 * MODES_PLANTED].status = ROW_UNSTABLE;
    make();
    assert_int_equal(made.n, 1);
    assert_ptr_equal(made.prediction[0].scheme, picked[2]);
}

static void missing_rows_are_an_error_of_usage(void **state)
{
    (void)state;
    if (!picked[0])
        skip();
    assert_true(predictions_check(&model, &times, &error));
    for (size_t i = 1; i < ROWS; i += MODES_PLANTED)
        row[i].mode = "latency";
    assert_false(predictions_check(&model, &times, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_non_null(strstr(error.text, "burst-1024-8"));
    plant(NULL);
    row[0].scheme = row[1].scheme = "another";
    assert_false(predictions_check(&model, &times, &error));
    assert_non_null(strstr(error.text, BASE_SCHEME));
}

static void trust_names_error_and_engines(void **state)
{
    (void)state;
    char text[160];
    assert_non_null(strstr(engine_model_trust(&model, text, sizeof text), "not tested"));
    model.error = 0.012;
    assert_string_equal(
        engine_model_trust(&model, text, sizeof text),
        "50 % (25 to 75) of lookups are cold, fitted on 2 engines; on one left out, "
        "9 of 10 predictions were within 1.2 % of its time");
    model.engines = 0;
    assert_non_null(strstr(engine_model_trust(&model, text, sizeof text), "no engine measured"));
}

int main(void)
{
#define PLANTED(test) cmocka_unit_test_setup_teardown(test, plant, forget)
    const struct CMUnitTest tests[] = {
        PLANTED(speed_is_that_of_the_model),
        PLANTED(error_of_the_model_widens_the_interval),
        PLANTED(spread_over_processes_widens_the_interval),
        PLANTED(one_process_has_no_interval),
        PLANTED(rows_without_result_are_not_predicted),
        PLANTED(missing_rows_are_an_error_of_usage),
        PLANTED(trust_names_error_and_engines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
