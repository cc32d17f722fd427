/* SPDX-License-Identifier: MIT
 * The terms of an engine's model on runs with more and fewer rows. */
#include "recommend/terms.h"
#include "support/within.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

static const struct engine_model model = {
    .kind = "without a mix",
    .hot = "throughput",
    .workload = "games",
    .lookups = {[ROOK] = 1.5, [BISHOP] = 1, [QUEEN] = 0.5, [BOTH] = 3},
    .cycles = 4000,
};

enum { MAX_ROWS = 8 };
static struct run_times_row row[MAX_ROWS];
static struct run_times times = {.row = row, .l1d_bytes = 32768, .l2_bytes = 1 << 20};
static struct terms terms;

static int clear(void **state)
{
    (void)state;
    times.n = 0;
    times.l2_bytes = 1 << 20;
    return 0;
}

static void plant(const char *mode, enum piece piece)
{
    row[times.n++] = (struct run_times_row){"scheme", "games", mode, piece, ROW_OK, NULL};
}

static double weight_of(const char *mode, enum piece piece)
{
    for (size_t t = 0; t < terms.n; t++)
        if (terms.term[t].piece == piece && !strcmp(terms.term[t].mode, mode))
            return terms.term[t].weight;
    return 0;
}

static void each_piece_has_its_lookups(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        plant("throughput", piece);
        plant("burst-1024-8", piece);
    }
    terms_make_engine(&terms, &model, 0.25, &times);
    assert_int_equal(terms.n, 8);
    for (enum piece piece = 0; piece < PIECES; piece++) {
        assert_within(weight_of("throughput", piece), 0.75 * model.lookups[piece], 1e-9);
        assert_within(weight_of("burst-1024-8", piece), 0.25 * model.lookups[piece], 1e-9);
    }
    assert_null(terms_first_missing(&terms, &times));
}

static void queens_replace_bursts_of_other_pieces(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++)
        plant("throughput", piece);
    plant("burst-2048-8", QUEEN);
    terms_make_engine(&terms, &model, 0.25, &times);
    assert_int_equal(terms.n, 5);
    assert_within(weight_of("burst-2048-8", QUEEN), 0.25 * (1.5 / 2 + 1.0 / 2 + 3 + 0.5), 1e-9);
    assert_null(terms_first_missing(&terms, &times));
}

static void no_weight_is_no_term(void **state)
{
    (void)state;
    terms_make_engine(&terms, &model, 0, &times);
    for (size_t t = 0; t < terms.n; t++)
        assert_string_equal(terms.term[t].mode, "throughput");
    terms_make_engine(&terms, &model, 1, &times);
    for (size_t t = 0; t < terms.n; t++)
        assert_string_equal(terms.term[t].mode, "burst-1024-8");
}

static void mode_of_all_pieces(void **state)
{
    (void)state;
    struct engine_model all = model;
    all.hot = "replay-lookups";
    all.hot_units = 2.5;
    plant("replay-lookups", ALL);
    plant("burst-1024-8", QUEEN);
    terms_make_engine(&terms, &all, 0.2, &times);
    assert_within(weight_of("replay-lookups", ALL), 0.8 * 2.5, 1e-9);
    assert_int_equal(terms.n, 2);
}

/* A mix is one row, of bursts one of 16 queries; without it, each piece counts. */
static void mix_is_one_row(void **state)
{
    (void)state;
    struct engine_model nnue = model;
    enum piece mix = 0;
    nnue.kind = "nnue";
    while (mix < ROW_PIECES && strcmp(piece_names[mix], "mix-nnue") != 0)
        mix++;
    if (mix == ROW_PIECES)
        skip(); /* this build has no mixes */
    terms_make_engine(&terms, &nnue, 0.5, &times);
    assert_int_equal(terms.n, 2);
    assert_within(weight_of("throughput", mix), 0.5 * 6, 1e-9);
    assert_within(weight_of("burst-1024-16", mix), 0.5 * 6, 1e-9);
    plant("throughput", mix);
    for (enum piece piece = 0; piece < PIECES; piece++)
        plant("burst-1024-8", piece);
    terms_make_engine(&terms, &nnue, 0.5, &times);
    assert_within(weight_of("throughput", mix), 0.5 * 6, 1e-9);
    assert_within(weight_of("burst-1024-8", BOTH), 0.5 * 3, 1e-9);
    plant("burst-4096-16", mix);
    terms_make_engine(&terms, &nnue, 0.5, &times);
    assert_within(weight_of("burst-4096-16", mix), 0.5 * 6, 1e-9);
    assert_int_equal(terms.n, 2);
}

static void perft_has_one_workload_in_a_run(void **state)
{
    (void)state;
    struct engine_model perft = model;
    perft.hot = "perft";
    perft.workload = "perft";
    perft.hot_units = 1;
    plant("perft", ALL);
    row[0].workload = "perft-suite";
    terms_make_engine(&terms, &perft, 0, &times);
    assert_null(terms_first_missing(&terms, &times));
}

/* ---- the cold mode ---- */

static void burst_nearest_to_the_l2_cache(void **state)
{
    (void)state;
    static const struct {
        double l2_bytes;
        const char *nearest;
    } cases[] = {
        {512 << 10, "burst-256-8"}, {2 << 20, "burst-2048-8"}, {768 << 10, "burst-2048-8"}};
    static const char *const names[] = {"burst-0-8", "burst-256-8", "burst-2048-8", "burst-2048-1"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clear(NULL);
        times.l2_bytes = cases[i].l2_bytes;
        for (size_t m = 0; m < sizeof names / sizeof *names; m++)
            plant(names[m], QUEEN);
        terms_make_engine(&terms, &model, 1, &times);
        assert_int_equal(terms.n, 1);
        assert_string_equal(terms.term[0].mode, cases[i].nearest);
    }
}

static void bytes_of_bursts(void **state)
{
    (void)state;
    static const struct {
        const char *mode;
        double bytes;
    } cases[] = {{"burst-0-8", 0},          {"burst-32-8", 32768},     {"burst-L2-8", 1 << 20},
                 {"burst-0.5L2-8", 524288}, {"burst-16L2-8", 1 << 24}, {"burst-L1-8", 32768},
                 {"burst-L3-8", 0}};
    static const char *const others[] = {
        "burst-32-1", "burst-32-80", "throughput",  "burst-code-32-8", "burst-",       "burst-L0-8",
        "burst-L4-8", "burst--8",    "burst-L2-32", "burst-L2",        "burst-1024L2", ""};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_within(run_times_burst_bytes(&times, cases[i].mode, 8), cases[i].bytes, 1e-9);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_true(isnan(run_times_burst_bytes(&times, others[i], 8)));
}

static void cold_mode_to_time(void **state)
{
    (void)state;
    times.l2_bytes = 3 << 19;
    terms_make_engine(&terms, &model, 1, &times);
    assert_string_equal(terms.term[0].mode, "burst-1536-8");
    times.l2_bytes = 0;
    terms_make_engine(&terms, &model, 1, &times);
    assert_string_equal(terms.term[0].mode, "burst-1024-8");
}

/* ---- the table ---- */

static void table_of_models(void **state)
{
    (void)state;
    static const char *const kinds[] = {"nnue", "hand-made", "perft"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct engine_model *m = engine_model_of(kinds[i]);
        assert_non_null(m);
        assert_true(0 <= m->w_lo && m->w_lo <= m->w && m->w <= m->w_hi && m->w_hi <= 1);
        assert_true(m->cycles > 0 && m->engines >= 0 && !(m->error < 0));
        for (enum piece piece = 0; piece < PIECES; piece++)
            assert_true(m->lookups[piece] >= 0);
    }
    assert_null(engine_model_of("setwise"));
}

int main(void)
{
#define ON_RUN(test) cmocka_unit_test_setup(test, clear)
    const struct CMUnitTest tests[] = {
        ON_RUN(each_piece_has_its_lookups),
        ON_RUN(queens_replace_bursts_of_other_pieces),
        ON_RUN(no_weight_is_no_term),
        ON_RUN(mode_of_all_pieces),
        ON_RUN(mix_is_one_row),
        ON_RUN(perft_has_one_workload_in_a_run),
        ON_RUN(burst_nearest_to_the_l2_cache),
        ON_RUN(bytes_of_bursts),
        ON_RUN(cold_mode_to_time),
        cmocka_unit_test(table_of_models),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
