/* SPDX-License-Identifier: MIT
 * A case walks all patterns of the known squares, while all other squares are undefined. If no
 * jump, no address and no relevant bit of a result depends on an undefined square, each pattern
 * represents every occupancy that contains it. */
#include "verify/prove.h"
#include "base/random.h"
#include "base/subprocess.h"
#include "base/write_protect.h"
#include "chess/board_text.h"
#include "chess/oracle.h"
#include "kernels/queries.h"
#include "verify/memcheck_bits.h"
#include "verify/prove_view.h"
#include "workload/list_memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1024,                     /* patterns per call of memcheck */
    METHODS = 1 + KERNEL_LATENCY + 1, /* the getter, and the loops of throughput and latency */
    MAX_KNOWN = 18,                   /* squares: a rook's lines and its own square are 15 */
    PROBE = 256                       /* patterns that find_dependence() tries per square */
};

enum case_outcome { DEFINED, DEPENDS_ON_UNDEFINED, CASE_WRONG };

struct proof_case {
    enum piece piece;
    unsigned square;
    bitboard known, undefined; /* squares; the others are defined, with arbitrary content */
    bitboard relevant[2];      /* bits of each result that must be right */
};

struct prover {
    const struct scheme *scheme;
    struct view_layout layout;
    struct proof *proof;
    struct random random;
    unsigned char *view, *views, *masks; /* [1], [CHUNK], [CHUNK] of layout.bytes */
    bitboard occupied[CHUNK], results[METHODS][CHUNK][2];
};

/* For BOTH, only the getter returns sets: a timed loop returns the sum of two. */
static unsigned method_count(enum piece piece)
{
    return piece == BOTH ? 1 : METHODS;
}

static void compute_results(struct prover *p, const struct proof_case *c, size_t n)
{
    const struct piece_code *code = &p->scheme->piece[c->piece];
    const uint8_t square = (uint8_t)c->square;
    for (size_t i = 0; i < n; i++) {
        const void *view = p->views + i * p->layout.bytes;
        code->attacks(c->square, view, p->results[0][i]);
        for (unsigned method = 1; method < method_count(c->piece); method++)
            p->results[method][i][0] = p->scheme->kernel[method - 1][c->piece](
                &(struct queries){.n = 1, .square = &square, .views = view});
    }
}

/* Returns true if all relevant bits are defined. The exclusive or of all results is undefined
 * where one of them is. */
static bool results_are_defined(const struct prover *p, const struct proof_case *c, size_t n)
{
    bitboard all = 0, undefined;
    for (unsigned method = 0; method < method_count(c->piece); method++)
        for (size_t i = 0; i < n; i++)
            all ^= (p->results[method][i][0] & c->relevant[0]) ^
                   (p->results[method][i][1] & c->relevant[1]);
    memcheck_bits_get(&all, &undefined, sizeof all);
    return !undefined;
}

static enum case_outcome compare_results(struct prover *p, const struct proof_case *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bitboard rook = oracle_rook(c->square, p->occupied[i]),
                       bishop = oracle_bishop(c->square, p->occupied[i]);
        const bitboard right[] = {c->piece == QUEEN    ? rook | bishop
                                  : c->piece == BISHOP ? bishop
                                                       : rook,
                                  bishop};
        for (unsigned method = 0; method < method_count(c->piece); method++)
            for (unsigned set = 0; set < 1 + (c->piece == BOTH); set++) {
                if (!((p->results[method][i][set] ^ right[set]) & c->relevant[set]))
                    continue;
                char square[3];
                p->proof->wrong = true;
                snprintf(p->proof->why, sizeof p->proof->why,
                         "wrong %s on %s, occupied 0x%016" PRIx64 ": 0x%016" PRIx64
                         ", expected 0x%016" PRIx64,
                         piece_names[c->piece], square_text(c->square, square), p->occupied[i],
                         p->results[method][i][set] & c->relevant[set],
                         right[set] & c->relevant[set]);
                return CASE_WRONG;
            }
    }
    return DEFINED;
}

static void set_view(struct prover *p, bitboard occupied)
{
    memcpy(p->view, p->layout.empty, p->layout.bytes);
    for (bitboard left = occupied; left; left &= left - 1)
        view_flip(&p->layout, p->view, (unsigned)__builtin_ctzll(left));
}

static void set_masks(struct prover *p, bitboard undefined)
{
    const size_t bytes = p->layout.bytes;
    view_bits_of(&p->layout, undefined, p->masks);
    for (size_t i = 1; i < CHUNK; i++)
        memcpy(p->masks + i * bytes, p->masks, bytes);
}

/* Computes and checks the results for the first n views, whose masked bits become undefined. */
static enum case_outcome check_chunk(struct prover *p, const struct proof_case *c, size_t n)
{
    unsigned errors = memcheck_errors();
    memcheck_bits_set(p->views, p->masks, n * p->layout.bytes);
    compute_results(p, c, n);
    bool defined = results_are_defined(p, c, n) && memcheck_errors() == errors;
    return defined ? compare_results(p, c, n) : DEPENDS_ON_UNDEFINED;
}

/* Walks all patterns, or the first `limit`, in Gray order from a random board. */
static enum case_outcome walk(struct prover *p, const struct proof_case *c, size_t limit)
{
    unsigned squares[64], count = 0;
    for (bitboard left = c->known; left; left &= left - 1)
        squares[count++] = (unsigned)__builtin_ctzll(left);
    const size_t patterns = (size_t)1 << count, end = patterns < limit ? patterns : limit,
                 bytes = p->layout.bytes;

    bitboard occupied = random_next(&p->random);
    set_view(p, occupied);
    set_masks(p, c->undefined);
    for (size_t i = 0; i < end;) {
        size_t n = 0;
        for (; n < CHUNK && i < end; n++) {
            p->occupied[n] = occupied;
            memcpy(p->views + n * bytes, p->view, bytes);
            if (++i < patterns) {
                unsigned changed = squares[__builtin_ctzll(i)];
                occupied ^= (bitboard)1 << changed;
                view_flip(&p->layout, p->view, changed);
            }
        }
        enum case_outcome outcome = check_chunk(p, c, n);
        if (outcome != DEFINED)
            return outcome;
    }
    p->proof->patterns += end;
    return DEFINED;
}

/* Returns the undefined squares on which results, jumps or addresses depend, even if all other
 * squares are defined. */
static bitboard find_dependence(struct prover *p, const struct proof_case *c)
{
    bitboard found = 0;
    for (bitboard left = c->undefined; left; left &= left - 1) {
        struct proof_case alone = *c;
        alone.undefined = left & -left;
        if (walk(p, &alone, PROBE) == DEPENDS_ON_UNDEFINED)
            found |= alone.undefined;
    }
    return found;
}

/* A table index may contain squares off the lines, with equal entries for all their values. Such
 * squares become known and are walked with the others. */
static bool prove_square(struct prover *p, enum piece piece, unsigned square)
{
    bitboard lines = piece == ROOK ? oracle_rook(square, 0) : oracle_bishop(square, 0);
    struct proof_case c = {
        .piece = piece, .square = square, .known = lines | (bitboard)1 << square};
    c.relevant[0] = ~(bitboard)0;
    for (;;) {
        uint64_t before = p->proof->patterns;
        char name[3];
        c.undefined = ~c.known;
        enum case_outcome outcome = walk(p, &c, SIZE_MAX);
        if (outcome != DEPENDS_ON_UNDEFINED)
            return outcome == DEFINED;
        bitboard more = find_dependence(p, &c);
        p->proof->patterns = before;
        if (p->proof->wrong)
            return false;
        c.known |= more;
        if (more && __builtin_popcountll(c.known) <= MAX_KNOWN)
            continue;
        snprintf(p->proof->why, sizeof p->proof->why,
                 "a %s on %s depends on squares off its lines, %d of them individually",
                 piece_names[piece], square_text(square, name),
                 __builtin_popcountll(c.known & ~lines) - 1);
        return false;
    }
}

static bool prove_squares(struct prover *p, enum piece piece)
{
    for (unsigned square = 0; square < 64; square++)
        if (!prove_square(p, piece, square))
            return false;
    return true;
}

/* Proves each line on its own, if the attacks on a line depend on that line only. The product of
 * all lines would be about 10^9 patterns. Squares off all lines must be empty in every result. */
static bool prove_line_by_line(struct prover *p, enum piece piece)
{
    for (unsigned square = 0; square < 64; square++) {
        const bitboard rook = oracle_rook(square, 0), bishop = oracle_bishop(square, 0),
                       own = (bitboard)1 << square;
        const bitboard rank = rook & (bitboard)255 << (square & 56);
        bitboard diagonal = bishop; /* of a1 and h8: squares below and left, or above and right */
        for (bitboard left = bishop; left; left &= left - 1) {
            unsigned other = (unsigned)__builtin_ctzll(left);
            if ((other > square) != ((other & 7) > (square & 7)))
                diagonal &= ~(left & -left);
        }
        const bitboard lines[] = {rank, rook ^ rank, diagonal, bishop ^ diagonal};
        for (unsigned line = 0; line < sizeof lines / sizeof *lines; line++) {
            struct proof_case c = {piece, square, lines[line] | own, ~(lines[line] | own), {0, 0}};
            c.relevant[0] = lines[line] | ~(piece == QUEEN ? rook | bishop : rook);
            c.relevant[1] = lines[line] | ~bishop;
            if (walk(p, &c, SIZE_MAX) != DEFINED)
                return false;
        }
    }
    return true;
}

/* Returns true if memcheck detects a value, a jump and an address that depend on an undefined
 * bit. */
static bool memcheck_works(void)
{
    static const unsigned char table[2] = {0, 0};
    volatile unsigned sink = 0;
    bitboard board = 2, mask = 1, undefined;
    memcheck_bits_set(&board, &mask, sizeof board);
    bitboard doubled = board * 4;
    memcheck_bits_get(&doubled, &undefined, sizeof doubled);
    unsigned errors[3] = {memcheck_errors()};
    __asm__ volatile("" : "+r"(board));
    if (board & 1)
        sink = 1;
    errors[1] = memcheck_errors();
    sink = *(const volatile unsigned char *)&table[board & 1];
    errors[2] = memcheck_errors();
    return undefined == 4 && errors[1] > errors[0] && errors[2] > errors[1] && sink == 0;
}

bool prove_scheme(const struct scheme *scheme, struct proof *proof, struct error *error)
{
    if (!RUNNING_ON_VALGRIND || !memcheck_works())
        return fail(error, STATUS_ENVIRONMENT,
                    "the proof needs valgrind's memcheck: this process does not run under it");
    *proof = (struct proof){0};
    struct prover *p = require_in_child(calloc(1, sizeof *p));
    p->scheme = scheme;
    p->proof = proof;
    if (scheme->init)
        scheme->init();
    write_protect_data(true);
    if (!view_layout_prove(scheme, &p->layout)) {
        snprintf(proof->why, sizeof proof->why, "toggle() is not an XOR with a constant");
        return true;
    }
    proof->set_view_proved = p->layout.set_view_proved;
    p->view = require_in_child(malloc(p->layout.bytes));
    p->views = require_in_child(list_allocate(CHUNK, p->layout.bytes));
    p->masks = require_in_child(malloc(CHUNK * p->layout.bytes));
    for (enum piece piece = ROOK; piece <= BISHOP && !proof->wrong; piece++)
        proof->pieces |= (unsigned)prove_squares(p, piece) << piece;
    for (enum piece piece = QUEEN; piece <= BOTH && !proof->wrong; piece++)
        proof->pieces |= (unsigned)prove_line_by_line(p, piece) << piece;
    return true; /* the process ends here, so memory is not freed */
}
