/* SPDX-License-Identifier: MIT
 * The verifier detects faults: each mutant is a correct scheme with one fault. */
#include "verify/verify.h"
#include "base/write_protect.h"
#include "chess/oracle.h"
#include "kernels/queries.h"
#include "support/skip.h"
#include "workload/list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { A1 = 0, D4 = 27, H8 = 63 };

static bitboard (*rook)(unsigned square, bitboard occupied);
static bitboard (*bishop)(unsigned square, bitboard occupied);

static void rook_getter(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = rook(square, *(const bitboard *)view);
}

static void bishop_getter(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = bishop(square, *(const bitboard *)view);
}

static void queen_getter(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = rook(square, *(const bitboard *)view) | bishop(square, *(const bitboard *)view);
}

static void both_getter(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = rook(square, *(const bitboard *)view);
    sets[1] = bishop(square, *(const bitboard *)view);
}

static bitboard union_of(bool rooks, bool bishops, bitboard sliders, bitboard occupied)
{
    bitboard attacks = 0;
    for (; sliders; sliders &= sliders - 1) {
        unsigned square = (unsigned)__builtin_ctzll(sliders);
        attacks |= (rooks ? rook(square, occupied) : 0) | (bishops ? bishop(square, occupied) : 0);
    }
    return attacks;
}

static bitboard rooks_getter(bitboard sliders, const void *view)
{
    return union_of(true, false, sliders, *(const bitboard *)view);
}

static bitboard bishops_getter(bitboard sliders, const void *view)
{
    return union_of(false, true, sliders, *(const bitboard *)view);
}

static bitboard queens_getter(bitboard sliders, const void *view)
{
    return union_of(true, true, sliders, *(const bitboard *)view);
}

static void set_view(void *view, bitboard occupied)
{
    *(bitboard *)view = occupied;
}

static void toggle(void *view, unsigned square)
{
    *(bitboard *)view ^= (bitboard)1 << square;
}

static bitboard kernel(enum piece piece, attacks_fn *attacks, const struct queries *queries)
{
    bitboard sum = 0, sets[2];
    for (size_t i = 0; i < queries->n; i++) {
        attacks(queries->square[i], (const bitboard *)queries->views + i, sets);
        sum += piece_checksum(piece, sets);
    }
    return sum;
}

static bitboard rook_kernel(const struct queries *queries)
{
    return kernel(ROOK, rook_getter, queries);
}

static bitboard bishop_kernel(const struct queries *queries)
{
    return kernel(BISHOP, bishop_getter, queries);
}

static bitboard queen_kernel(const struct queries *queries)
{
    return kernel(QUEEN, queen_getter, queries);
}

static bitboard both_kernel(const struct queries *queries)
{
    return kernel(BOTH, both_getter, queries);
}

static bitboard mix_kernel(const struct queries *queries)
{
    attacks_fn *const getters[] = {rook_getter, bishop_getter, queen_getter, both_getter};
    bitboard sum = 0;
    for (size_t i = 0; i < queries->n; i++) {
        enum piece piece = list_query_piece(MIX_NNUE, i);
        const struct queries one = {
            .n = 1, .square = queries->square + i, .views = (const bitboard *)queries->views + i};
        sum += kernel(piece, getters[piece], &one);
    }
    return sum;
}

static const struct scheme right = {
    .name = "right",
    .built = true,
    .view_bytes = sizeof(bitboard),
    .set_view = set_view,
    .toggle = toggle,
    .piece = {[ROOK] = {.attacks = rook_getter, .attacks_of_set = rooks_getter},
              [BISHOP] = {.attacks = bishop_getter, .attacks_of_set = bishops_getter},
              [QUEEN] = {.attacks = queen_getter, .attacks_of_set = queens_getter},
              [BOTH] = {.attacks = both_getter}},
    .kernel = {[KERNEL_THROUGHPUT] = {rook_kernel, bishop_kernel, queen_kernel,
                                      both_kernel, [MIX_NNUE] = mix_kernel},
               [KERNEL_LATENCY] = {rook_kernel, bishop_kernel, queen_kernel, both_kernel}},
};

static int reset(void **state)
{
    (void)state;
    rook = oracle_rook;
    bishop = oracle_bishop;
    return 0;
}

static void correct_scheme_passes(void **state)
{
    (void)state;
    assert_true(verify_scheme(&right, VERIFY_RELEVANT).correct);
    assert_true(verify_scheme(&right, VERIFY_FULL).correct);
}

/* Results: five per case (both has two), two sums per timed loop, three per set, one per toggle. */
static void all_cases_are_queried(void **state)
{
    (void)state;
    uint64_t relevant = 102400 + 5248, patterns = 2097152 + 142336;
    assert_int_equal(verify_scheme(&right, VERIFY_RELEVANT).results, 5 * 2 * relevant + 2 * 9);
    assert_int_equal(verify_scheme(&right, VERIFY_FULL).results,
                     5 * 4 * patterns + 2 * 9 + 3 * 20000 + 2 * 64 * 200 + 20000);
}

static bitboard wrong_entry(unsigned square, bitboard occupied) /* one of 4,096 on a1 */
{
    bool wrong = square == A1 && (occupied & 0x010101010101017e) == 0x010101010101017e;
    return oracle_rook(square, occupied) ^ (wrong ? 4 : 0);
}

static bitboard needs_own_square(unsigned square, bitboard occupied)
{
    return occupied >> square & 1 ? oracle_rook(square, occupied) : 0;
}

/* Caches its last result by half of the occupancy. */
static bitboard stale_cache(unsigned square, bitboard occupied)
{
    static bitboard key, result;
    static unsigned cached_square = 64;
    if (square != cached_square || (occupied & 0xffffffff) != key) {
        cached_square = square;
        key = occupied & 0xffffffff;
        result = oracle_rook(square, occupied);
    }
    return result;
}

static bitboard last_square(unsigned square, bitboard occupied)
{
    return oracle_rook(square, occupied) & ~((bitboard)(square != H8) << H8);
}

/* Its results are right as long as no two occupancies share their lower half. */
static void cached_result_is_detected(void **state)
{
    (void)state;
    struct finding finding;
    char why[64];
    if (!write_protect_data(true))
        SKIP("data cannot be made read-only here"); /* Gray order must detect it */
    write_protect_data(false);
    rook = stale_cache;
    struct error error;
    assert_true(verify_in_child(&right, VERIFY_RELEVANT, &finding, why, &error));
    assert_string_equal(why, "it wrote static data after init");
}

static void table_faults_are_detected_before_timing(void **state)
{
    (void)state;
    rook = wrong_entry;
    assert_false(verify_scheme(&right, VERIFY_RELEVANT).correct);
    rook = needs_own_square;
    assert_false(verify_scheme(&right, VERIFY_RELEVANT).correct);
}

static void swapped_both(unsigned square, const void *view, bitboard *sets)
{
    bitboard occupied = *(const bitboard *)view;
    sets[0] = bishop(square, occupied);
    sets[1] = rook(square, occupied);
}

static void no_bishop_in_both(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = rook(square, *(const bitboard *)view);
    sets[1] = 0;
}

static bitboard forgets_a_rook(bitboard sliders, const void *view)
{
    return rooks_getter(sliders & (sliders - 1), view);
}

static bitboard side_getter(struct slider_sets sliders, const void *view)
{
    return rooks_getter(sliders.orthogonal, view) | bishops_getter(sliders.diagonal, view);
}

static bitboard swaps_sets(struct slider_sets sliders, const void *view)
{
    return rooks_getter(sliders.diagonal, view) | bishops_getter(sliders.orthogonal, view);
}

static bitboard forgets_queens(struct slider_sets sliders, const void *view)
{
    return rooks_getter(sliders.orthogonal & ~sliders.diagonal, view) |
           bishops_getter(sliders.diagonal & ~sliders.orthogonal, view);
}

/* A scheme with the joint query has the signature of one without. */
static void joint_query_is_verified(void **state)
{
    (void)state;
    struct scheme joint = right;
    joint.attacks_of_side = side_getter;
    struct finding with = verify_scheme(&joint, VERIFY_FULL),
                   without = verify_scheme(&right, VERIFY_FULL);
    assert_true(with.correct);
    assert_int_equal(with.results, without.results);
    assert_int_equal(with.signature, without.signature);

    joint.attacks_of_side = swaps_sets;
    assert_string_equal(verify_scheme(&joint, VERIFY_RELEVANT).what, "sliders of a side");
    joint.attacks_of_side = forgets_queens;
    assert_true(verify_scheme(&joint, VERIFY_RELEVANT).correct);
    assert_string_equal(verify_scheme(&joint, VERIFY_FULL).what, "sliders of a side");
}

static void toggle_only_below_h8(void *view, unsigned square)
{
    *(bitboard *)view ^= square == H8 ? 0 : (bitboard)1 << square;
}

static void faults_outside_the_getters_are_detected(void **state)
{
    (void)state;
    struct scheme wrong = right;
    wrong.piece[BOTH].attacks = swapped_both;
    assert_string_equal(verify_scheme(&wrong, VERIFY_RELEVANT).what, "both");

    wrong = right;
    wrong.piece[BOTH].attacks = no_bishop_in_both;
    assert_string_equal(verify_scheme(&wrong, VERIFY_RELEVANT).what, "both's bishop");

    wrong = right;
    wrong.piece[ROOK].attacks_of_set = forgets_a_rook;
    assert_string_equal(verify_scheme(&wrong, VERIFY_FULL).what, "rooks (as a set)");

    wrong = right;
    wrong.kernel[KERNEL_LATENCY][QUEEN] = rook_kernel;
    assert_string_equal(verify_scheme(&wrong, VERIFY_RELEVANT).what, "sum of a timed loop");

    wrong = right;
    wrong.kernel[KERNEL_THROUGHPUT][MIX_HAND_MADE] = mix_kernel;
    assert_string_equal(verify_scheme(&wrong, VERIFY_RELEVANT).what, "sum of a timed loop");

    wrong = right;
    wrong.toggle = toggle_only_below_h8;
    assert_false(verify_scheme(&wrong, VERIFY_FULL).correct);
}

static void finding_is_drawn(void **state)
{
    (void)state;
    rook = last_square;
    struct finding finding = verify_scheme(&right, VERIFY_FULL);
    char text[2000] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    finding_print(&right, &finding, out);
    fclose(out);
    assert_non_null(strstr(text, "right: wrong rook on "));
    assert_non_null(strstr(text, "expected"));
    assert_non_null(strstr(text, "a b c d e f g h"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(correct_scheme_passes, reset),
        cmocka_unit_test_setup(all_cases_are_queried, reset),
        cmocka_unit_test_setup(cached_result_is_detected, reset),
        cmocka_unit_test_setup(table_faults_are_detected_before_timing, reset),
        cmocka_unit_test_setup(faults_outside_the_getters_are_detected, reset),
        cmocka_unit_test_setup(joint_query_is_verified, reset),
        cmocka_unit_test_setup(finding_is_drawn, reset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
