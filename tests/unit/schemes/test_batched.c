/* SPDX-License-Identifier: MIT
 * The verifier on batch builds: a scheme's second compilation, and variants of it with one
 * fault. */
#include "plan/scheme_set.h"
#include "verify/verify.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { D4 = 27 };

static const struct scheme *scheme, *batched; /* one that runs here, and its batch build */

static int find(void **state)
{
    (void)state;
    size_t i = 0;
    while (schemes[i]->traits & MOCK || scheme_unsupported(schemes[i]) || !schemes[i]->batched)
        i++;
    scheme = schemes[i];
    batched = scheme->batched;
    return 0;
}

/* Lists of 17 lengths, whose unused rest must stay unchanged; every 32nd board. */
static void all_cases_are_queried(void **state)
{
    (void)state;
    uint64_t relevant = 5 * 2 * (102400 + 5248), expected = 2 * 2 * 3; /* of two lists */
    uint64_t more = 3 * 17 * VERIFY_LIST_LENGTH + 3 * 64 * VERIFY_LIST_LENGTH / 32;
    struct finding finding = verify_scheme(batched, VERIFY_RELEVANT);
    assert_true(finding.correct);
    assert_int_equal(finding.results, relevant + expected + more);
}

/* Before timing, each build is verified separately; `slidebench verify` checks both. */
static void both_builds_are_verified(void **state)
{
    (void)state;
    struct scheme single = *scheme;
    single.batched = NULL;
    struct finding first = verify_scheme(&single, VERIFY_FULL),
                   both = verify_scheme(scheme, VERIFY_FULL);
    assert_true(both.correct);
    assert_int_equal(both.results,
                     first.results); /* one signature, with and without the batch build */
    assert_int_equal(both.signature, first.signature);

    struct scheme wrong = *batched, whole = *scheme;
    wrong.piece[ROOK].batch = batched->piece[BISHOP].batch;
    whole.batched = &wrong;
    assert_true(verify_scheme(&whole, VERIFY_RELEVANT).correct);
    assert_string_equal(verify_scheme(&whole, VERIFY_FULL).what, "set of a batch");
}

/* An engine carries the same tables, whichever build was timed. */
static void both_builds_have_the_same_bytes(void **state)
{
    (void)state;
    for (const struct scheme *const *s = schemes; *s; s++)
        if ((*s)->batched)
            assert_int_equal(scheme_bytes((*s)->batched), scheme_bytes(*s));
}

/* Extensions are whole words. */
static void needs_are_words(void **state)
{
    (void)state;
    const struct scheme needy = {.needs = "avx2 bmi2"}, none = {.needs = NULL};
    assert_true(scheme_needs(&needy, "avx2") && scheme_needs(&needy, "bmi2"));
    assert_false(scheme_needs(&needy, "avx") || scheme_needs(&needy, "avx22"));
    assert_false(scheme_needs(&none, "bmi2"));
}

/* ---- faults ---- */

static void batch_of_eights(size_t n, const uint8_t *squares, const void *views, bitboard *sets)
{
    batched->piece[ROOK].batch(n / 8 * 8, squares, views, sets);
}

static void batch_beyond(size_t n, const uint8_t *squares, const void *views, bitboard *sets)
{
    batched->piece[ROOK].batch(n, squares, views, sets);
    if (n < VERIFY_LIST_LENGTH)
        sets[n] = 1;
}

static void batch_swapped(size_t n, const uint8_t *squares, const void *views, bitboard *sets)
{
    batched->piece[ROOK].batch(n, squares, views, sets);
    bitboard first = sets[0];
    sets[0] = sets[1];
    sets[1] = first;
}

static void board_but_d4(const void *view, bitboard *sets)
{
    batched->piece[ROOK].board(view, sets);
    sets[D4] = 0;
}

static void faults_are_reported(void **state)
{
    (void)state;
    static batch_fn *const batches[] = {batch_of_eights, batch_beyond, batch_swapped};
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        struct scheme wrong = *batched;
        wrong.piece[ROOK].batch = batches[i];
        struct finding finding = verify_scheme(&wrong, VERIFY_RELEVANT);
        assert_false(finding.correct);
        assert_string_equal(finding.what, "set of a batch");
    }
    struct scheme wrong = *batched;
    wrong.piece[ROOK].board = board_but_d4;
    struct finding finding = verify_scheme(&wrong, VERIFY_RELEVANT);
    assert_string_equal(finding.what, "set of a board");
    assert_true(finding.square == D4 && finding.got == 0 && finding.expected);
}

static void kernel_of_another_piece_is_detected(void **state)
{
    (void)state;
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        enum piece other = piece == QUEEN ? ROOK : piece + 1;
        struct scheme batch = *batched, board = *batched;
        batch.piece[piece].batch = batched->piece[other].batch;
        board.piece[piece].board = batched->piece[other].board;
        assert_string_equal(verify_scheme(&batch, VERIFY_RELEVANT).what, "set of a batch");
        assert_string_equal(verify_scheme(&board, VERIFY_RELEVANT).what, "set of a board");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_cases_are_queried),
        cmocka_unit_test(both_builds_are_verified),
        cmocka_unit_test(both_builds_have_the_same_bytes),
        cmocka_unit_test(needs_are_words),
        cmocka_unit_test(faults_are_reported),
        cmocka_unit_test(kernel_of_another_piece_is_detected),
    };
    return cmocka_run_group_tests(tests, find, NULL);
}
