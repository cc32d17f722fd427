/* SPDX-License-Identifier: MIT
 * A question walks all patterns of the squares that are known, while all other squares are undefined. If no jump, no
 * address and no bit of the answer that is asked for depends on an undefined square, each pattern stands for every
 * occupancy that shares it. */
#include "verify/prove.h"
#include "chess/board_text.h"
#include "base/subprocess.h"
#include "chess/oracle.h"
#include "verify/prove_view.h"
#include "base/random.h"
#include "base/write_protect.h"
#include "verify/memcheck_bits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1024,                /* patterns that go through memcheck's bookkeeping together */
    WAYS = 1 + MODE_LATENCY + 1, /* the getter and each timed loop over queries              */
    MAX_KNOWN = 18,              /* squares: a rook's lines and its own are 15               */
    PROBE = 256                  /* patterns to find which squares an answer depends on      */
};

enum outcome { CLEAN, TAINTED, WRONG };

struct question {
    enum piece piece;
    unsigned square;
    bitboard known, undefined; /* squares; all others hold something, too */
    bitboard asked[2];         /* the bits of the sets that must be right */
};

struct prover {
    const struct scheme *scheme;
    struct view_layout form;
    struct proof *proof;
    struct random random;
    unsigned char *view, *views, *masks; /* [1], [CHUNK], [CHUNK] of form.bytes */
    bitboard occupied[CHUNK], results[WAYS][CHUNK][2];
};

/* `both` in a timed loop gives a sum of two sets, which is no set: there the getter alone is asked. */
static unsigned ways_of(enum piece piece)
{
    return piece == BOTH ? 1 : WAYS;
}

static void call(struct prover *p, const struct question *q, size_t n)
{
    const struct piece_code *code = &p->scheme->piece[q->piece];
    const uint8_t square = (uint8_t)q->square;
    for (size_t i = 0; i < n; i++) {
        const void *view = p->views + i * p->form.bytes;
        code->attacks(q->square, view, p->results[0][i]);
        for (unsigned mode = 1; mode < ways_of(q->piece); mode++)
            p->results[mode][i][0] = p->scheme->kernel[mode - 1][q->piece](
                &(struct queries){.n = 1, .square = &square, .views = view});
    }
}

/* Exclusive or hides no undefined bit. */
static bool results_are_defined(const struct prover *p, const struct question *q, size_t n)
{
    bitboard all = 0, taint;
    for (unsigned mode = 0; mode < ways_of(q->piece); mode++)
        for (size_t i = 0; i < n; i++)
            all ^= (p->results[mode][i][0] & q->asked[0]) ^ (p->results[mode][i][1] & q->asked[1]);
    memcheck_bits_get(&all, &taint, sizeof all);
    return !taint;
}

static enum outcome judge(struct prover *p, const struct question *q, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bitboard rook = oracle_rook(q->square, p->occupied[i]),
                       bishop = oracle_bishop(q->square, p->occupied[i]);
        const bitboard right[] = {q->piece == QUEEN    ? rook | bishop
                                  : q->piece == BISHOP ? bishop
                                                       : rook,
                                  bishop};
        for (unsigned mode = 0; mode < ways_of(q->piece); mode++)
            for (unsigned set = 0; set < 1 + (q->piece == BOTH); set++) {
                if (!((p->results[mode][i][set] ^ right[set]) & q->asked[set]))
                    continue;
                char square[3];
                p->proof->wrong = true;
                snprintf(p->proof->why, sizeof p->proof->why,
                         "wrong %s on %s, occupied 0x%016" PRIx64 ": 0x%016" PRIx64
                         " in place of 0x%016" PRIx64,
                         piece_names[q->piece], square_text(q->square, square), p->occupied[i],
                         p->results[mode][i][set] & q->asked[set], right[set] & q->asked[set]);
                return WRONG;
            }
    }
    return CLEAN;
}

/* In Gray order, from a random board; all patterns, or the first `limit`. */
static enum outcome walk(struct prover *p, const struct question *q, size_t limit)
{
    unsigned squares[64], count = 0;
    for (bitboard left = q->known; left; left &= left - 1)
        squares[count++] = (unsigned)__builtin_ctzll(left);
    const size_t patterns = (size_t)1 << count, end = patterns < limit ? patterns : limit,
                 bytes = p->form.bytes;

    bitboard occupied = random_next(&p->random);
    memcpy(p->view, p->form.empty, bytes);
    for (bitboard left = occupied; left; left &= left - 1)
        view_flip(&p->form, p->view, (unsigned)__builtin_ctzll(left));
    for (size_t i = 0; i < CHUNK; i++)
        if (i)
            memcpy(p->masks + i * bytes, p->masks, bytes);
        else
            view_bits_of(&p->form, q->undefined, p->masks);

    for (size_t i = 0; i < end;) {
        size_t n = 0;
        for (; n < CHUNK && i < end; n++) {
            p->occupied[n] = occupied;
            memcpy(p->views + n * bytes, p->view, bytes);
            if (++i < patterns) {
                unsigned changed = squares[__builtin_ctzll(i)];
                occupied ^= (bitboard)1 << changed;
                view_flip(&p->form, p->view, changed);
            }
        }
        unsigned errors = memcheck_errors();
        memcheck_bits_set(p->views, p->masks, n * bytes);
        call(p, q, n);
        bool clean = results_are_defined(p, q, n) && memcheck_errors() == errors;
        enum outcome outcome = clean ? judge(p, q, n) : TAINTED;
        if (outcome != CLEAN)
            return outcome;
    }
    p->proof->patterns += end;
    return CLEAN;
}

/* The undefined squares that, undefined alone, show in answers, jumps or addresses. */
static bitboard find_dependence(struct prover *p, const struct question *q)
{
    bitboard found = 0;
    for (bitboard left = q->undefined; left; left &= left - 1) {
        struct question alone = *q;
        alone.undefined = left & -left;
        if (walk(p, &alone, PROBE) == TAINTED)
            found |= alone.undefined;
    }
    return found;
}

/* An index may hold squares off the lines, though the table answers alike whatever stands there. Those few become known,
 * and are walked with the others. */
static bool prove_square(struct prover *p, enum piece piece, unsigned square)
{
    bitboard lines = piece == ROOK ? oracle_rook(square, 0) : oracle_bishop(square, 0);
    struct question q = {.piece = piece, .square = square, .known = lines | (bitboard)1 << square};
    q.asked[0] = ~(bitboard)0;
    for (;;) {
        uint64_t before = p->proof->patterns;
        char name[3];
        q.undefined = ~q.known;
        enum outcome outcome = walk(p, &q, SIZE_MAX);
        if (outcome != TAINTED)
            return outcome == CLEAN;
        bitboard more = find_dependence(p, &q);
        p->proof->patterns = before;
        if (p->proof->wrong)
            return false;
        q.known |= more;
        if (more && __builtin_popcountll(q.known) <= MAX_KNOWN)
            continue;
        snprintf(p->proof->why, sizeof p->proof->why,
                 "a %s on %s depends on squares off its lines, on %d of them alone",
                 piece_names[piece], square_text(square, name),
                 __builtin_popcountll(q.known & ~lines) - 1);
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

/* Where what is attacked on a line depends on that line alone, each line is a proof of its own: then their product, a
 * thousand million patterns, need not be walked. Squares off all lines must be empty in the answer in every case. */
static bool prove_line_by_line(struct prover *p, enum piece piece)
{
    for (unsigned square = 0; square < 64; square++) {
        const bitboard rook = oracle_rook(square, 0), bishop = oracle_bishop(square, 0),
                       own = (bitboard)1 << square;
        const bitboard rank = rook & (bitboard)255 << (square & 56);
        bitboard diagonal =
            bishop; /* toward a1 and h8: what lies below and left, or above and right */
        for (bitboard left = bishop; left; left &= left - 1) {
            unsigned other = (unsigned)__builtin_ctzll(left);
            if ((other > square) != ((other & 7) > (square & 7)))
                diagonal &= ~(left & -left);
        }
        const bitboard lines[] = {rank, rook ^ rank, diagonal, bishop ^ diagonal};
        for (unsigned line = 0; line < sizeof lines / sizeof *lines; line++) {
            struct question q = {piece, square, lines[line] | own, ~(lines[line] | own), {0, 0}};
            q.asked[0] = lines[line] | ~(piece == QUEEN ? rook | bishop : rook);
            q.asked[1] = lines[line] | ~bishop;
            if (walk(p, &q, SIZE_MAX) != CLEAN)
                return false;
        }
    }
    return true;
}

/* A jump, an address and a value that depend on an undefined bit, each of which must be noticed. */
static bool taint_works(void)
{
    static const unsigned char table[2] = {0, 0};
    volatile unsigned sink = 0;
    bitboard board = 2, mask = 1, taint;
    memcheck_bits_set(&board, &mask, sizeof board);
    bitboard doubled = board * 4;
    memcheck_bits_get(&doubled, &taint, sizeof doubled);
    unsigned errors[3] = {memcheck_errors()};
    __asm__ volatile("" : "+r"(board));
    if (board & 1)
        sink = 1;
    errors[1] = memcheck_errors();
    sink = *(const volatile unsigned char *)&table[board & 1];
    errors[2] = memcheck_errors();
    return taint == 4 && errors[1] > errors[0] && errors[2] > errors[1] && sink == 0;
}

bool prove_scheme(const struct scheme *scheme, struct proof *proof, struct error *error)
{
    if (!RUNNING_ON_VALGRIND || !taint_works())
        return fail(error, STATUS_ENVIRONMENT,
                    "the proof needs valgrind's memcheck, which does not answer");
    *proof = (struct proof){0};
    struct prover *p = shared_with_child(calloc(1, sizeof *p));
    p->scheme = scheme;
    p->proof = proof;
    if (scheme->init)
        scheme->init();
    write_protect_data(true);
    if (!view_layout_prove(scheme, &p->form)) {
        snprintf(proof->why, sizeof proof->why, "its toggle is no exclusive or with constants");
        return true;
    }
    proof->builder_proved = p->form.builder_proved;
    p->view = shared_with_child(malloc(p->form.bytes));
    p->views = shared_with_child(aligned_alloc(64, CHUNK * p->form.bytes));
    p->masks = shared_with_child(malloc(CHUNK * p->form.bytes));
    for (enum piece piece = ROOK; piece <= BISHOP && !proof->wrong; piece++)
        proof->pieces |= (unsigned)prove_squares(p, piece) << piece;
    for (enum piece piece = QUEEN; piece <= BOTH && !proof->wrong; piece++)
        proof->pieces |= (unsigned)prove_line_by_line(p, piece) << piece;
    return true; /* the process ends here: its memory needs no free() */
}
