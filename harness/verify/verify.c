/* SPDX-License-Identifier: MIT */
#include "verify/verify.h"
#include "base/array.h"
#include "base/progress.h"
#include "base/random.h"
#include "chess/notation.h"
#include "chess/oracle.h"
#include "kernels/queries.h"
#include "machine/pages.h"
#include "plan/modes.h"
#include "plan/scheme_set.h"
#include "workload/list.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* The state of a verification. */
struct check {
    const struct scheme *scheme;
    void *view; /* zero at first, so that padding compares equal */
    struct finding finding;
};

/* Counts a result and records the first wrong one. Returns false once there is one. */
static bool check_expect(struct check *check, const char *what, unsigned square, bitboard occupied,
                         bitboard expected, bitboard got)
{
    struct finding *finding = &check->finding;
    finding->results++;
    finding->signature = (finding->signature ^ got) * 0x9e3779b97f4a7c15u;
    finding->signature ^= finding->signature >> 32;
    if (expected != got && finding->correct)
        *finding = (struct finding){false,  finding->results, finding->signature, what,
                                    square, occupied,         expected,           got};
    return finding->correct;
}

/* ---- timed loops, batches and whole boards, on random queries ---- */

/* Returns the sum that a timed loop of this piece must return for the first n items of a list. */
static bitboard right_sum(const struct list *list, enum piece piece, size_t n)
{
    struct list of_piece = *list;
    struct expected expected;
    of_piece.piece = piece;
    expected_compute(&of_piece, NULL, &expected);
    bitboard sum = expected.prefix_sums[n];
    free(expected.prefix_sums);
    return sum;
}

/* Returns whether the modes of this kernel run over queries. */
static bool takes_queries(enum kernel kernel)
{
    enum mode mode = 0;
    while (mode_table[mode].kernel != kernel)
        mode++;
    return mode_table[mode].list == LIST_OF_QUERIES;
}

/* Checks the sums of timed loops over the first `most` queries; for a mix, over whole groups. */
static void check_sums(struct check *check, const struct list *list, const void *views, size_t most)
{
    for (enum piece piece = 0; piece < ROW_PIECES; piece++) {
        size_t n = most - most % list_group(piece);
        bitboard sum = right_sum(list, piece, n);
        struct queries queries = list_queries(list, 0, n);
        queries.views = views;
        for (enum kernel k = 0; k < KERNEL_KINDS; k++) {
            kernel_fn *kernel = check->scheme->kernel[k][piece];
            if (kernel && takes_queries(k))
                check_expect(check, "sum of a timed loop", list->square[n - 1],
                             list->occupied[n - 1], sum, kernel(&queries));
        }
    }
}

/* Checks each result of batches and whole boards. The lengths of batches include all remainders
 * by a vector width. */
static void verify_batches(struct check *check, const struct list *list, const char *views,
                           enum piece piece)
{
    const struct piece_code *code = &check->scheme->piece[piece];
    bitboard expected;
    for (size_t n = list->n - 16; code->batch && n <= list->n; n++) {
        bitboard got[VERIFY_LIST_LENGTH] = {0};
        code->batch(n, list->square, views, got);
        for (size_t i = 0; i < list->n; i++) {
            oracle_attacks(piece, list->square[i], list->occupied[i], &expected);
            check_expect(check, "set of a batch", list->square[i], list->occupied[i],
                         i < n ? expected : 0, got[i]);
        }
    }
    for (size_t i = 0; code->board && i < list->n; i += 32) {
        _Alignas(64) bitboard sets[64];
        code->board(views + i * check->scheme->view_bytes, sets);
        for (unsigned square = 0; square < 64; square++) {
            oracle_attacks(piece, square, list->occupied[i], &expected);
            check_expect(check, "set of a board", square, list->occupied[i], expected,
                         sets[square]);
        }
    }
}

/* Verifies timed loops, batches and whole boards on random queries. Returns false at a wrong
 * result. */
static bool verify_kernels(struct check *check)
{
    const struct list_request request = {
        {WORKLOAD_RANDOM, 25}, QUEEN, LIST_OF_QUERIES, VERIFY_LIST_LENGTH, .seed = 4};
    struct list list;
    struct error none; /* a random list is always possible, and needs no corpus */
    list_make(&list, &request, NULL, &none);
    char *views = list_views(check->scheme, list.occupied, list.n);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        verify_batches(check, &list, views, piece);
    /* Sums come last: a wrong set is a clearer finding. The odd length leaves a remainder with
     * every vector width. */
    check_sums(check, &list, views, list.n);
    check_sums(check, &list, views, list.n - 1);
    free(views);
    list_free(&list);
    return check->finding.correct;
}

/* ---- getters ---- */

/* Walks all patterns of the relevant squares in Gray order, for each square and slider.
 * Consecutive patterns differ in one square: toggle() can update the view, and a result cached
 * from the previous query is detected. The other squares do not change during a walk, so the other
 * slider's result does not change either. */

/* Returns a square to show for a set. */
static unsigned first_square(bitboard set)
{
    return set ? lowest_square(set) : 0;
}

/* Checks attacks_of_side(), if the scheme has it. Counts the result only if it is wrong, so that
 * the signature is the same for all schemes. */
static bool check_side(struct check *check, const void *view, struct slider_sets sliders,
                       bitboard occupied, bitboard expected)
{
    attacks_of_side_fn *attacks_of_side = check->scheme->attacks_of_side;
    bitboard all = sliders.orthogonal | sliders.diagonal;
    bitboard got = attacks_of_side ? attacks_of_side(sliders, view) : expected;
    return got == expected ||
           check_expect(check, "sliders of a side", first_square(all), occupied, expected, got);
}

/* Checks all getters on one square. check->view must be the view of `occupied`. */
static bool check_getters(struct check *check, unsigned square, bitboard occupied, bitboard rook,
                          bitboard bishop)
{
    const bitboard expected[PIECES] = {rook, bishop, rook | bishop, rook},
                   own = (bitboard)1 << square;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        bitboard sets[2] = {~expected[piece], ~bishop};
        check->scheme->piece[piece].attacks(square, check->view, sets);
        if (!check_expect(check, piece_names[piece], square, occupied, expected[piece], sets[0]))
            return false;
        if (piece == BOTH &&
            !check_expect(check, "both's bishop", square, occupied, bishop, sets[1]))
            return false;
    }
    return check_side(check, check->view, (struct slider_sets){own, 0}, occupied, rook) &&
           check_side(check, check->view, (struct slider_sets){0, own}, occupied, bishop);
}

static bitboard oracle(enum piece slider, unsigned square, bitboard occupied)
{
    return slider == ROOK ? oracle_rook(square, occupied) : oracle_bishop(square, occupied);
}

/* Returns the squares on which a piece changes the slider's attacks. */
static bitboard relevant_squares(enum piece slider, unsigned square)
{
    bitboard relevant = 0;
    for (unsigned other = 0; other < 64; other++)
        if (oracle(slider, square, (bitboard)1 << other) != oracle(slider, square, 0))
            relevant |= (bitboard)1 << other;
    return relevant;
}

static bool walk_patterns(struct check *check, enum piece slider, unsigned square,
                          bitboard pattern_squares, bitboard others)
{
    unsigned squares[16], n = 0;
    for (bitboard left = pattern_squares; left; left &= left - 1)
        squares[n++] = lowest_square(left);

    bitboard occupied = others & ~pattern_squares;
    bitboard sets[] = {oracle_rook(square, occupied), oracle_bishop(square, occupied)};
    check->scheme->set_view(check->view, occupied);
    for (unsigned i = 0;;) {
        sets[slider] = oracle(slider, square, occupied);
        if (!check_getters(check, square, occupied, sets[ROOK], sets[BISHOP]))
            return false;
        if (++i == 1u << n)
            return true;
        unsigned changed = squares[__builtin_ctz(i)];
        occupied ^= (bitboard)1 << changed;
        check->scheme->toggle(check->view, changed);
    }
}

static bool verify_patterns(struct check *check, enum verify_depth depth)
{
    struct random random = {1};
    for (enum piece slider = ROOK; slider <= BISHOP; slider++)
        for (unsigned square = 0; square < 64; square++) {
            bitboard own = (bitboard)1 << square;
            if (depth == VERIFY_RELEVANT) {
                bitboard squares = relevant_squares(slider, square);
                if (!walk_patterns(check, slider, square, squares, 0) ||
                    !walk_patterns(check, slider, square, squares, random_next(&random) | own))
                    return false;
            } else {
                bitboard squares = own | oracle(slider, square, 0);
                const bitboard one = random_next(&random), another = random_next(&random);
                const bitboard others[] = {0, ~(bitboard)0, one, another};
                for (size_t i = 0; i < COUNT(others); i++)
                    if (!walk_patterns(check, slider, square, squares, others[i]))
                        return false;
            }
        }
    return true;
}

enum { BOARDS = 20000, LISTED = BOARDS - 1 }; /* a loop that runs too far adds the last board */

/* Checks the united attacks of one set of sliders: if all are rooks, all bishops, all queens, and
 * as a side whose sliders are rook, bishop, queen, rook, ... by turns. */
static void verify_set(struct check *check, const void *view, bitboard sliders, bitboard occupied)
{
    static const char *const names[] = {"rooks (as a set)", "bishops (as a set)",
                                        "queens (as a set)"};
    bitboard rooks = 0, bishops = 0, of_side = 0;
    struct slider_sets side = {0};
    unsigned turn = ROOK;
    for (bitboard left = sliders; left; left &= left - 1, turn = (turn + 1) % BOTH) {
        const bitboard rook = oracle_rook(lowest_square(left), occupied),
                       bishop = oracle_bishop(lowest_square(left), occupied);
        rooks |= rook;
        bishops |= bishop;
        const bool orthogonal = turn != BISHOP, diagonal = turn != ROOK;
        side.orthogonal |= orthogonal ? left & -left : 0;
        side.diagonal |= diagonal ? left & -left : 0;
        of_side |= (orthogonal ? rook : 0) | (diagonal ? bishop : 0);
    }
    const bitboard expected[] = {rooks, bishops, rooks | bishops};
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        check_expect(check, names[piece], first_square(sliders), occupied, expected[piece],
                     check->scheme->piece[piece].attacks_of_set(sliders, view));
    check_side(check, view, side, occupied, of_side);
}

/* Checks sets of sliders on boards of all densities, by single calls and by the timed loops. */
static bool verify_sets(struct check *check)
{
    const struct scheme *scheme = check->scheme;
    struct random random = {2};
    struct list list = {.kind = LIST_OF_BOARDS, .n = LISTED};
    list.occupied = list_allocate(BOARDS, sizeof *list.occupied);
    list.sliders = list_allocate(BOARDS, sizeof *list.sliders);
    for (unsigned i = 0; i < BOARDS; i++) {
        bitboard occupied = random_next(&random),
                 sliders = random_next(&random) & random_next(&random);
        occupied = i % 3 == 0   ? occupied
                   : i % 3 == 1 ? occupied & random_next(&random)
                                : occupied | random_next(&random);
        sliders &= random_next(&random) & (i % 2 ? occupied : ~(bitboard)0);
        list.occupied[i] = occupied;
        list.sliders[i] = (struct slider_sets){sliders, .diagonal = sliders & -sliders};
    }
    char *views = list_views(scheme, list.occupied, BOARDS);
    for (unsigned i = 0; i < BOARDS && check->finding.correct; i++)
        verify_set(check, views + i * scheme->view_bytes, list.sliders[i].orthogonal,
                   list.occupied[i]);
    struct queries queries = list_queries(&list, 0, LISTED);
    queries.views = views;
    for (enum piece piece = ROOK; piece < ROW_PIECES && check->finding.correct; piece++) {
        kernel_fn *kernel = scheme->kernel[KERNEL_SETWISE][piece];
        if (!kernel)
            continue;
        bitboard right = right_sum(&list, piece, LISTED), sum = kernel(&queries);
        if (sum != right) /* otherwise not counted: the signature already includes the sets */
            check_expect(check, "sum of a timed loop over sets", 0, 0, right, sum);
    }
    free(views);
    list_free(&list);
    return check->finding.correct;
}

static bool verify_toggle(struct check *check, unsigned square, bitboard occupied, void *rebuilt)
{
    check->scheme->toggle(check->view, square);
    check->scheme->set_view(rebuilt, occupied);
    return check_expect(check, "view after toggle", square, occupied, 0,
                        memcmp(rebuilt, check->view, check->scheme->view_bytes) != 0);
}

/* Checks all toggles of random views, each followed by its inverse, and a random walk. */
static void verify_toggles(struct check *check)
{
    struct random random = {3};
    void *rebuilt = list_allocate(1, check->scheme->view_bytes);
    for (unsigned i = 0; i < 200; i++) {
        bitboard occupied = random_next(&random) & random_next(&random);
        check->scheme->set_view(check->view, occupied);
        for (unsigned square = 0; square < 64; square++) {
            verify_toggle(check, square, occupied ^ (bitboard)1 << square, rebuilt);
            verify_toggle(check, square, occupied, rebuilt);
        }
    }
    bitboard occupied = random_next(&random);
    check->scheme->set_view(check->view, occupied);
    for (unsigned i = 0; i < 20000 && check->finding.correct; i++) {
        unsigned square = (unsigned)random_below(&random, 64);
        occupied ^= (bitboard)1 << square;
        verify_toggle(check, square, occupied, rebuilt);
    }
    free(rebuilt);
}

struct finding verify_scheme(const struct scheme *scheme, enum verify_depth depth)
{
    if (scheme->init)
        scheme->init();
    write_protect_data(true);
    struct check check = {scheme, list_allocate(1, scheme->view_bytes), {.correct = true}};
    if (verify_patterns(&check, depth) && verify_kernels(&check) && depth == VERIFY_FULL &&
        verify_sets(&check))
        verify_toggles(&check);
    free(check.view);
    write_protect_data(false);
    const struct scheme *batch_build = scheme_batch_build(scheme);
    if (!check.finding.correct || depth != VERIFY_FULL || !batch_build)
        return check.finding;

    /* The batch build has its own getters, tables and loops. The signature stays that of the first
     * build, since not every scheme has a batch build. */
    struct finding batched = verify_scheme(batch_build, VERIFY_RELEVANT);
    return batched.correct ? check.finding : batched;
}

struct verify_call {
    const struct scheme *scheme;
    enum verify_depth depth;
};

static void call_verify_scheme(const void *argument, void *finding)
{
    const struct verify_call *call = argument;
    *(struct finding *)finding = verify_scheme(call->scheme, call->depth);
}

bool verify_in_child(const struct scheme *scheme, enum verify_depth depth, struct finding *finding,
                     char why[static FAULT_SIZE], struct error *error)
{
    const struct verify_call call = {scheme, depth};
    return run_in_child(call_verify_scheme, &call, finding, sizeof *finding,
                        depth == VERIFY_FULL ? VERIFY_FULL_SECONDS : VERIFY_RELEVANT_SECONDS, why,
                        error);
}

void finding_print(const struct scheme *scheme, const struct finding *finding, FILE *out)
{
    char square[3];
    fprintf(out,
            "%s: wrong %s on %s, occupied 0x%016" PRIx64 ": expected 0x%016" PRIx64
            ", got 0x%016" PRIx64 "\n",
            scheme->name, finding->what, square_text(finding->square, square), finding->occupied,
            finding->expected, finding->got);
    const struct board_text boards[] = {
        {"expected", finding->expected, finding->occupied, finding->square},
        {"got", finding->got, finding->occupied, finding->square},
        {"differs", finding->expected ^ finding->got, finding->occupied, finding->square},
    };
    board_print(boards, COUNT(boards), out);
}

/* ---- the schemes of a run ---- */

static bool verify_row(struct row *row, struct error *error)
{
    struct finding finding;
    char crash[FAULT_SIZE], square[3];
    if (!verify_in_child(row->scheme, VERIFY_RELEVANT, &finding, crash, error))
        return false;
    if (*crash) {
        row->status = ROW_CRASHED;
        snprintf(row->reason, sizeof row->reason, "in verification: %s", crash);
    } else if (!finding.correct) {
        row->status = ROW_WRONG;
        snprintf(row->reason, sizeof row->reason, "%s on %s, occupied 0x%016" PRIx64, finding.what,
                 square_text(finding.square, square), finding.occupied);
        progress_end();
        finding_print(row->scheme, &finding, stderr);
    }
    return true;
}

/* The rows of a scheme are adjacent, and all get the status of the first one. */
bool verify_rows(struct rows *rows, struct error *error)
{
    const struct row *first = NULL; /* of the scheme */
    for (size_t i = 0; i < rows->n; i++) {
        struct row *row = &rows->row[i];
        if (first && first->scheme == row->scheme) {
            row->status = first->status;
            memcpy(row->reason, first->reason, sizeof row->reason);
            continue;
        }
        first = row;
        progress_show("verifying", row->scheme->name, (double)i / (double)rows->n);
        if (row->status == ROW_OK && !(row->scheme->traits & MOCK) && !verify_row(row, error))
            return false;
    }
    progress_end();
    return true;
}
