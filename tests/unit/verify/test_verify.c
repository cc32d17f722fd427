/* SPDX-License-Identifier: MIT
 * What the verifier detects in the parts of a scheme: each case is a scheme that runs here, with
 * one part replaced. tests/mutants has faults of attack sets. */
#include "plan/scheme_set.h"
#include "support/test.h"
#include "verify/verify.h"

enum { D4 = 27, H8 = 63 };

static const struct scheme *scheme, *batched; /* one that runs here, and its batch build */

static int find(void **state)
{
    size_t i = 0;
    while (schemes[i]->traits & MOCK || scheme_unsupported(schemes[i]) || !batch_builds[i] ||
           schemes[i]->view_bytes != sizeof(bitboard))
        i++;
    scheme = schemes[i];
    batched = batch_builds[i];
    return 0;
}

/* Results of the getters: five per case (both has two). Before timing, then of `verify`. */
enum { RELEVANT = 5 * 2 * (102400 + 5248), PATTERNS = 5 * 4 * (2097152 + 142336) };

/* Sums of two lists by 14 kernels; three results per set; toggles one by one and in a walk.
 * A batch build has lists of 17 lengths, whose unused rest must stay unchanged, and every 32nd
 * board. */
TEST(all_cases_are_queried)
{
    enum { SUMS = 2 * 14, BATCHES = 3 * (17 * VERIFY_LIST_LENGTH + 2 * VERIFY_LIST_LENGTH) };
    struct finding relevant = verify_scheme(scheme, VERIFY_RELEVANT),
                   full = verify_scheme(scheme, VERIFY_FULL),
                   batch = verify_scheme(batched, VERIFY_RELEVANT);
    assert_true(relevant.correct && full.correct && batch.correct);
    assert_int_equal(relevant.results, RELEVANT + SUMS);
    assert_int_equal(full.results, PATTERNS + SUMS + 3 * 20000 + 2 * 64 * 200 + 20000);
    assert_int_equal(batch.results, RELEVANT + 2 * 2 * 3 + BATCHES);
}

/* ---- the protection of static data ---- */

static bool mprotect_fails;

int __real_mprotect(void *start, size_t bytes, int protection);
int __wrap_mprotect(void *start, size_t bytes, int protection)
{
    return mprotect_fails ? -1 : __real_mprotect(start, bytes, protection);
}

/* Without protection, nothing would notice that a scheme writes static data. */
TEST(failed_protection_is_an_error)
{
    struct finding finding;
    char why[FAULT_SIZE];
#if !defined __linux__ || defined NO_WRITE_PROTECT
    SKIP("static data is not protected here");
#endif
    mprotect_fails = true;
    assert_fails(verify_in_child(scheme, VERIFY_RELEVANT, &finding, why, &error),
                 STATUS_ENVIRONMENT, "no memory in a child process");
    mprotect_fails = false;
}

/* ---- faults ---- */

static void swapped_both(unsigned square, const void *view, bitboard *sets)
{
    scheme->piece[BISHOP].attacks(square, view, &sets[0]);
    scheme->piece[ROOK].attacks(square, view, &sets[1]);
}

static void no_bishop_in_both(unsigned square, const void *view, bitboard *sets)
{
    scheme->piece[BOTH].attacks(square, view, sets);
    sets[1] = 0;
}

static void no_rook(unsigned square, const void *view, bitboard *sets)
{
}

/* A rook's and a bishop's lines alone never have as many. */
static void no_queen_among_many_pieces(unsigned square, const void *view, bitboard *sets)
{
    scheme->piece[QUEEN].attacks(square, view, sets);
    if (__builtin_popcountll(*(const bitboard *)view) > 32)
        sets[0] = 0;
}

/* One set more than the list has. */
static bitboard loop_beyond(const struct queries *queries)
{
    struct queries more = *queries;
    more.n++;
    return scheme->kernel[KERNEL_SETWISE][ROOK](&more);
}

/* A view with another word, which toggle() leaves out. */
static void set_two_words(void *view, bitboard occupied)
{
    scheme->set_view(view, occupied);
    ((bitboard *)view)[1] = occupied;
}

static void toggle_below_h8(void *view, unsigned square)
{
    if (square != H8)
        scheme->toggle(view, square);
}

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

static void board_but_d4(const void *view, bitboard *sets)
{
    batched->piece[ROOK].board(view, sets);
    sets[D4] = 0;
}

static void assert_wrong(const struct scheme *wrong, enum verify_depth depth, const char *what)
{
    struct finding finding = verify_scheme(wrong, depth);
    assert_false(finding.correct);
    assert_string_equal(finding.what, what);
}

/* Asserts that the verifier finds a fault in a copy of a scheme, with this part replaced. */
#define ASSERT_WRONG(of, part, replacement, depth, what)                                           \
    do {                                                                                           \
        struct scheme wrong = *(of);                                                               \
        wrong.part = (replacement);                                                                \
        assert_wrong(&wrong, depth, what);                                                         \
    } while (0)

TEST(faults_of_single_queries_are_detected)
{
    ASSERT_WRONG(scheme, piece[BOTH].attacks, swapped_both, VERIFY_RELEVANT, "both");
    ASSERT_WRONG(scheme, piece[BOTH].attacks, no_bishop_in_both, VERIFY_RELEVANT, "both's bishop");
    ASSERT_WRONG(scheme, piece[ROOK].attacks, no_rook, VERIFY_RELEVANT, "rook");
    ASSERT_WRONG(scheme, piece[QUEEN].attacks, no_queen_among_many_pieces, VERIFY_RELEVANT,
                 "queen");
    ASSERT_WRONG(scheme, piece[ROOK].attacks_of_set, scheme->piece[BISHOP].attacks_of_set,
                 VERIFY_FULL, "rooks (as a set)");
    ASSERT_WRONG(scheme, kernel[KERNEL_LATENCY][QUEEN], scheme->kernel[KERNEL_LATENCY][ROOK],
                 VERIFY_RELEVANT, "sum of a timed loop");
    ASSERT_WRONG(scheme, kernel[KERNEL_THROUGHPUT][MIX_HCE],
                 scheme->kernel[KERNEL_THROUGHPUT][MIX_NNUE], VERIFY_RELEVANT,
                 "sum of a timed loop");
    ASSERT_WRONG(scheme, kernel[KERNEL_SETWISE][ALL], scheme->kernel[KERNEL_SETWISE][ROOK],
                 VERIFY_FULL, "sum of a timed loop over sets");
    ASSERT_WRONG(scheme, kernel[KERNEL_SETWISE][ROOK], loop_beyond, VERIFY_FULL,
                 "sum of a timed loop over sets");
    struct scheme wrong = *scheme;
    wrong.toggle = toggle_below_h8;
    assert_false(verify_scheme(&wrong, VERIFY_FULL).correct);
    wrong = *scheme;
    wrong.view_bytes = 2 * sizeof(bitboard);
    wrong.set_view = set_two_words;
    memset(wrong.kernel, 0, sizeof wrong.kernel); /* their views have one word */
    assert_wrong(&wrong, VERIFY_FULL, "view after toggle");
}

/* Before timing, each build is verified on its own; that `slidebench verify` checks both is seen by
 * the mutants batch_lanes and board_square. */
TEST(faults_of_batches_are_detected)
{
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        enum piece other = piece == QUEEN ? ROOK : piece + 1;
        ASSERT_WRONG(batched, piece[piece].batch, batched->piece[other].batch, VERIFY_RELEVANT,
                     "set of a batch");
        ASSERT_WRONG(batched, piece[piece].board, batched->piece[other].board, VERIFY_RELEVANT,
                     "set of a board");
    }
    ASSERT_WRONG(batched, piece[ROOK].batch, batch_of_eights, VERIFY_RELEVANT, "set of a batch");
    ASSERT_WRONG(batched, piece[ROOK].batch, batch_beyond, VERIFY_RELEVANT, "set of a batch");
    ASSERT_WRONG(batched, piece[ROOK].board, board_but_d4, VERIFY_RELEVANT, "set of a board");
}

RUN_TESTS(find, NULL)
