/* SPDX-License-Identifier: MIT
 * For one square and one slider, all patterns of the squares that matter are walked in Gray order:
 * two neighbours differ in one square, which catches answers kept from an earlier question, and
 * lets a view be carried along by toggle(). The other squares hold still meanwhile, so the other
 * slider's answer does too. */
#include "verify/verify.h"
#include "chess/board_text.h"
#include "base/subprocess.h"
#include "chess/oracle.h"
#include "base/random.h"
#include "base/write_protect.h"
#include "verify/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool verify_expect(struct check *check, const char *what, unsigned square, bitboard occupied,
                   bitboard expected, bitboard got)
{
    struct finding *v = &check->finding;
    v->queries++;
    v->signature = (v->signature ^ got) * 0x9e3779b97f4a7c15u;
    v->signature ^= v->signature >> 32;
    if (expected != got && v->correct) {
        v->correct = false;
        v->what = what;
        v->square = square;
        v->occupied = occupied;
        v->expected = expected;
        v->got = got;
    }
    return v->correct;
}

/* All ways of asking for the attacks from one square; the view stands for `occupied`. */
static bool line(struct check *check, unsigned square, bitboard occupied, bitboard rook,
                 bitboard bishop)
{
    const bitboard expected[PIECES] = {rook, bishop, rook | bishop, rook};
    for (enum piece piece = 0; piece < PIECES; piece++) {
        bitboard sets[2] = {~expected[piece], ~bishop};
        check->scheme->piece[piece].attacks(square, check->view, sets);
        if (!verify_expect(check, piece_names[piece], square, occupied, expected[piece], sets[0]))
            return false;
        if (piece == BOTH &&
            !verify_expect(check, "both's bishop", square, occupied, bishop, sets[1]))
            return false;
    }
    return true;
}

static bitboard oracle(enum piece slider, unsigned square, bitboard occupied)
{
    return slider == ROOK ? oracle_rook(square, occupied) : oracle_bishop(square, occupied);
}

/* The squares on which a piece changes what the slider attacks. */
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
        squares[n++] = (unsigned)__builtin_ctzll(left);

    bitboard occupied = others & ~pattern_squares;
    bitboard still = oracle(slider == ROOK ? BISHOP : ROOK, square, occupied);
    check->scheme->set_view(check->view, occupied);
    for (unsigned i = 0;;) {
        bitboard moving = oracle(slider, square, occupied);
        if (!line(check, square, occupied, slider == ROOK ? moving : still,
                  slider == ROOK ? still : moving))
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
                const bitboard others[] = {0, ~(bitboard)0, random_next(&random),
                                           random_next(&random)};
                for (size_t i = 0; i < sizeof others / sizeof *others; i++)
                    if (!walk_patterns(check, slider, square, squares, others[i]))
                        return false;
            }
        }
    return true;
}

void *verify_views(const struct scheme *scheme, size_t n)
{
    size_t bytes = (n * scheme->view_bytes + 63) & ~(size_t)63;
    return memset(shared_with_child(aligned_alloc(64, bytes)), 0, bytes);
}

/* Sets of sliders on boards of all densities, one by one and by the timed loops; the union must not depend on what
 * else is asked. */
static bool verify_sets(struct check *check)
{
    enum { BOARDS = 20000, LISTED = BOARDS - 1 }; /* a loop that goes on too long adds the last */
    static const char *const names[] = {"rooks (as a set)", "bishops (as a set)",
                                        "queens (as a set)"};
    const struct scheme *scheme = check->scheme;
    struct random random = {2};
    struct slider_sets *lists = calloc(BOARDS, sizeof *lists);
    char *views = verify_views(scheme, BOARDS);
    bitboard sums[ROW_PIECES] = {0};
    if (!lists)
        abort();
    for (unsigned i = 0; i < BOARDS && check->finding.correct; i++) {
        bitboard occupied = random_next(&random),
                 sliders = random_next(&random) & random_next(&random);
        occupied = i % 3 == 0   ? occupied
                   : i % 3 == 1 ? occupied & random_next(&random)
                                : occupied | random_next(&random);
        sliders &= random_next(&random) & (i % 2 ? occupied : ~(bitboard)0);
        bitboard rook = 0, bishop = 0, first_bishop = 0;
        for (bitboard left = sliders; left; left &= left - 1) {
            rook |= oracle_rook((unsigned)__builtin_ctzll(left), occupied);
            bishop |= oracle_bishop((unsigned)__builtin_ctzll(left), occupied);
            first_bishop = first_bishop ? first_bishop : bishop;
        }
        const bitboard expected[] = {rook, bishop, rook | bishop};
        void *view = views + i * scheme->view_bytes;
        scheme->set_view(view, occupied);
        for (enum piece piece = ROOK; piece <= QUEEN; piece++)
            verify_expect(check, names[piece], sliders ? (unsigned)__builtin_ctzll(sliders) : 0,
                          occupied, expected[piece],
                          scheme->piece[piece].attacks_of_set(sliders, view));
        lists[i] = (struct slider_sets){.orthogonal = sliders, .diagonal = sliders & -sliders};
        const bitboard loops[ROW_PIECES] = {[ROOK] = rook,
                                            [BISHOP] = first_bishop,
                                            [QUEEN] = rook | bishop,
                                            [ALL] = rook | first_bishop};
        for (enum piece piece = ROOK; piece < ROW_PIECES && i < LISTED; piece++)
            sums[piece] += loops[piece];
    }
    const struct queries queries = {.n = LISTED, .sliders = lists, .views = views};
    for (enum piece piece = ROOK; piece < ROW_PIECES && check->finding.correct; piece++) {
        kernel_fn *kernel = scheme->kernel[MODE_SETWISE][piece];
        bitboard sum = kernel ? kernel(&queries) : sums[piece];
        if (sum != sums[piece]) /* the signature has the sets already */
            verify_expect(check, "sum of a timed loop over sets", 0, 0, sums[piece], sum);
    }
    free(lists);
    free(views);
    return check->finding.correct;
}

/* One toggle, byte for byte against a view built anew. */
static bool verify_toggle(struct check *check, unsigned square, bitboard occupied, void *anew)
{
    check->scheme->toggle(check->view, square);
    check->scheme->set_view(anew, occupied);
    return verify_expect(check, "view after toggle", square, occupied, 0,
                         memcmp(anew, check->view, check->scheme->view_bytes) != 0);
}

/* All toggles of random views, there and back, and a random walk. */
static void verify_toggles(struct check *check)
{
    struct random random = {3};
    void *anew = verify_views(check->scheme, 1);
    for (unsigned i = 0; i < 200; i++) {
        bitboard occupied = random_next(&random) & random_next(&random);
        check->scheme->set_view(check->view, occupied);
        for (unsigned square = 0; square < 64; square++) {
            verify_toggle(check, square, occupied ^ (bitboard)1 << square, anew);
            verify_toggle(check, square, occupied, anew);
        }
    }
    bitboard occupied = random_next(&random);
    check->scheme->set_view(check->view, occupied);
    for (unsigned i = 0; i < 20000 && check->finding.correct; i++) {
        unsigned square = (unsigned)random_below(&random, 64);
        occupied ^= (bitboard)1 << square;
        verify_toggle(check, square, occupied, anew);
    }
    free(anew);
}

struct finding verify_scheme(const struct scheme *scheme, enum verify_depth depth)
{
    if (scheme->init)
        scheme->init();
    write_protect_data(true);
    struct check check = {scheme, verify_views(scheme, 1), {.correct = true}};
    if (verify_patterns(&check, depth) && verify_kernels(&check) && depth == VERIFY_FULL &&
        verify_sets(&check))
        verify_toggles(&check);
    free(check.view);
    write_protect_data(false);
    if (!check.finding.correct || depth != VERIFY_FULL || !scheme->batched)
        return check.finding;

    /* Its second compilation has getters, tables and loops of its own; the signature is of the first, which all have. */
    struct finding batched = verify_scheme(scheme->batched, VERIFY_RELEVANT);
    return batched.correct ? check.finding : batched;
}

void finding_print(const struct scheme *scheme, const struct finding *v, FILE *out)
{
    char square[3];
    fprintf(out,
            "%s: wrong %s on %s, occupied 0x%016" PRIx64 ": expected 0x%016" PRIx64
            ", got 0x%016" PRIx64 "\n",
            scheme->name, v->what, square_text(v->square, square), v->occupied, v->expected,
            v->got);
    const struct board_text boards[] = {
        {"expected", v->expected, v->occupied, v->square},
        {"got", v->got, v->occupied, v->square},
        {"differs", v->expected ^ v->got, v->occupied, v->square},
    };
    board_print(boards, sizeof boards / sizeof *boards, out);
}
