/* SPDX-License-Identifier: MIT */
#include "verify/prove.h"
#include "base/array.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/subprocess.h"
#include "chess/notation.h"
#include "chess/oracle.h"
#include "kernels/queries.h"
#include "machine/pages.h"
#include "workload/list.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- undefined bits ---- */

/* Valgrind's memcheck tracks undefined bits through the compiled program. An undefined bit
 * represents both of its values. Results computed from it are undefined, and a jump or an address
 * that depends on it is an error, which memcheck counts. (N. Nethercote, J. Seward, "Using Valgrind
 * to detect undefined value errors with bit-precision", USENIX 2005,
 * https://www.usenix.org/conference/2005-usenix-annual-technical-conference) */

#if __has_include(<valgrind/memcheck.h>)
/* For machines without valgrind, the header defines NVALGRIND, and its requests do nothing. */
#include <valgrind/memcheck.h>
#else
#define NVALGRIND                            1
#define RUNNING_ON_VALGRIND                  0
#define VALGRIND_COUNT_ERRORS                0
#define VALGRIND_SET_VBITS(at, mask, n)      0
#define VALGRIND_GET_VBITS(at, mask, n)      0
#define VALGRIND_MAKE_MEM_DEFINED(at, bytes) 0
#endif

/* Makes the bits of at[n] undefined where mask[n] is 1, and defined where it is 0. */
static inline void memcheck_bits_set(void *at, const void *mask, size_t n)
{
    (void)at, (void)mask, (void)n; /* unused if requests do nothing */
    (void)VALGRIND_SET_VBITS(at, mask, n);
}

/* Sets mask[n] to the undefined bits of at[n], and makes at[n] defined, so that it can be read. */
static inline void memcheck_bits_get(void *at, void *mask, size_t n)
{
    (void)at, (void)mask, (void)n;
    (void)VALGRIND_GET_VBITS(at, mask, n);
    (void)VALGRIND_MAKE_MEM_DEFINED(at, n);
}

/* ---- views ---- */

/* What each square contributes to a scheme's view. In all known schemes a view is the XOR of the
 * empty board's view with one constant per occupied square. For the plain bitboard, these constants
 * are its 64 bits. */

struct view_layout {
    size_t bytes;
    unsigned char *empty;     /* [bytes]: the view of the empty board */
    unsigned char *flips[64]; /* [bytes]: the bits that toggle() of a square flips */
    /* set_view(o) is proved to be `empty` with the flips of all squares of o, for all o;
     * otherwise it is tested. */
    bool set_view_proved;
    unsigned char *view, *mask; /* [bytes], for one check */
};

static unsigned char *allocate(size_t bytes)
{
    return list_allocate(1, bytes);
}

static bool bit_at(const unsigned char *bytes, size_t bit)
{
    return bytes[bit / 8] >> bit % 8 & 1;
}

static void view_flip(const struct view_layout *layout, unsigned char *view, unsigned square)
{
    for (size_t i = 0; i < layout->bytes; i++)
        view[i] ^= layout->flips[square][i];
}

/* Sets mask[bytes] to the bits that toggle() of these squares flips. */
static void view_bits_of(const struct view_layout *layout, bitboard squares, unsigned char *mask)
{
    memset(mask, 0, layout->bytes);
    for (; squares; squares &= squares - 1)
        for (size_t i = 0; i < layout->bytes; i++)
            mask[i] |= layout->flips[lowest_square(squares)][i];
}

/* Returns whether toggle() changes each bit as the layout states, while every other bit of the view
 * is undefined: the new bit then depends on the old bit only. */
static bool prove_toggles(const struct scheme *scheme, const struct view_layout *layout)
{
    unsigned char *view = layout->view, *mask = layout->mask;
    for (unsigned square = 0; square < 64; square++)
        for (size_t bit = 0; bit < 8 * layout->bytes; bit++)
            for (int value = 0; value < 2; value++) {
                memset(view, 0, layout->bytes);
                memset(mask, 0xff, layout->bytes);
                view[bit / 8] = (unsigned char)(value << bit % 8);
                mask[bit / 8] ^= (unsigned char)(1 << bit % 8);
                memcheck_bits_set(view, mask, layout->bytes);
                scheme->toggle(view, square);
                memcheck_bits_get(view, mask, layout->bytes);
                if (bit_at(mask, bit) ||
                    bit_at(view, bit) != (value ^ bit_at(layout->flips[square], bit)))
                    return false;
            }
    return true;
}

/* Returns whether set_view() makes the view that the layout states. Defines one square at a time: a
 * bit of the view that is then defined depends on this square only. Each bit must be defined for
 * one square, match the layout, and not be flipped by another square. */
static bool prove_set_view(const struct scheme *scheme, const struct view_layout *layout)
{
    unsigned char *view = layout->view, *mask = layout->mask;
    unsigned char *settled = allocate(layout->bytes), *settled_here = allocate(layout->bytes),
                  *others = allocate(layout->bytes);
    bool ok = true;
    for (unsigned square = 0; square < 64 && ok; square++) {
        const bitboard own = (bitboard)1 << square, rest = ~own;
        view_bits_of(layout, rest, others);
        memset(settled_here, 0xff, layout->bytes);
        for (int value = 0; value < 2; value++) {
            bitboard occupied = value ? own : 0;
            memcheck_bits_set(&occupied, &rest, sizeof rest);
            scheme->set_view(view, occupied);
            memcheck_bits_get(view, mask, layout->bytes);
            for (size_t i = 0; i < layout->bytes; i++) {
                unsigned char expected = layout->empty[i] ^ (value ? layout->flips[square][i] : 0);
                settled_here[i] &= (unsigned char)~mask[i];
                ok &= !(~mask[i] & ((view[i] ^ expected) | others[i]) & 0xff);
            }
        }
        for (size_t i = 0; i < layout->bytes; i++)
            settled[i] |= settled_here[i];
    }
    for (size_t i = 0; i < layout->bytes; i++)
        ok &= settled[i] == 0xff;
    free(settled);
    free(settled_here);
    free(others);
    return ok;
}

/* Finds the bits that toggle() flips, and proves that it flips exactly these in every possible
 * view. Returns false if it does not, or if its jumps or addresses depend on the view. */
static bool view_layout_prove(const struct scheme *scheme, struct view_layout *layout)
{
    layout->bytes = scheme->view_bytes;
    layout->empty = allocate(layout->bytes);
    scheme->set_view(layout->empty, 0);
    for (unsigned square = 0; square < 64; square++) {
        layout->flips[square] = allocate(layout->bytes);
        scheme->toggle(layout->flips[square], square);
    }
    layout->view = allocate(layout->bytes);
    layout->mask = allocate(layout->bytes);
    unsigned errors = VALGRIND_COUNT_ERRORS;
    bool proved = prove_toggles(scheme, layout) && VALGRIND_COUNT_ERRORS == errors;
    layout->set_view_proved =
        proved && prove_set_view(scheme, layout) && VALGRIND_COUNT_ERRORS == errors;
    return proved;
}

/* ---- the proof ---- */

/* A case walks all patterns of the known squares, while all other squares are undefined. If no
 * jump, no address and no relevant bit of a result depends on an undefined square, each pattern
 * represents every occupancy that contains it. */

enum {
    CHUNK = 1024,                     /* patterns per call of memcheck */
    METHODS = 1 + KERNEL_LATENCY + 1, /* the getter, and the loops of throughput and latency */
    MAX_KNOWN = 18,                   /* squares: a rook's lines and its own square are 15 */
    PROBE = 256                       /* patterns that find_dependence() tries per square */
};

struct proof_case {
    enum piece piece;
    unsigned square;
    bitboard known, undefined; /* squares; the others are defined, with arbitrary content */
    bitboard relevant[2];      /* bits of each result that must be right */
};

struct prover {
    const struct scheme *scheme;
    struct view_layout layout;
    struct proof proof;
    struct random random;
    unsigned char *views, *masks; /* [CHUNK] of layout.bytes */
    bitboard occupied[CHUNK], results[METHODS][CHUNK][2];
};

/* Returns how many methods give sets: for BOTH the getter, as a loop returns a sum of two. */
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

/* Returns whether all relevant bits of all results are defined: the XOR of the results is undefined
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

/* Returns whether all results, which must be defined, are right. Sets PROOF_WRONG if one is not. */
static bool compare_results(struct prover *p, const struct proof_case *c, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bitboard right[2];
        oracle_attacks(c->piece, c->square, p->occupied[i], right);
        for (unsigned method = 0; method < method_count(c->piece); method++)
            for (unsigned set = 0; set < 1 + (c->piece == BOTH); set++) {
                if (!((p->results[method][i][set] ^ right[set]) & c->relevant[set]))
                    continue;
                char square[3];
                p->proof.status = PROOF_WRONG;
                SET_TEXT(p->proof.why,
                         "wrong %s on %s, occupied 0x%016" PRIx64 ": 0x%016" PRIx64
                         ", expected 0x%016" PRIx64,
                         piece_names[c->piece], square_text(c->square, square), p->occupied[i],
                         p->results[method][i][set] & c->relevant[set],
                         right[set] & c->relevant[set]);
                return false;
            }
    }
    return true;
}

/* Computes the results for the first n views, after making their masked bits undefined. Returns
 * whether the results are defined and right. */
static bool check_chunk(struct prover *p, const struct proof_case *c, size_t n)
{
    unsigned errors = VALGRIND_COUNT_ERRORS;
    memcheck_bits_set(p->views, p->masks, n * p->layout.bytes);
    compute_results(p, c, n);
    return results_are_defined(p, c, n) && VALGRIND_COUNT_ERRORS == errors &&
           compare_results(p, c, n);
}

/* Walks all patterns, or the first `limit`, in Gray order from a random board. Returns whether all
 * results are defined and right. */
static bool walk_case(struct prover *p, const struct proof_case *c, size_t limit)
{
    unsigned squares[64], count = 0;
    for (bitboard left = c->known; left; left &= left - 1)
        squares[count++] = lowest_square(left);
    const size_t patterns = (size_t)1 << count, end = patterns < limit ? patterns : limit,
                 bytes = p->layout.bytes;
    unsigned char *view = p->layout.view;

    bitboard occupied = random_next(&p->random);
    memcpy(view, p->layout.empty, bytes);
    for (bitboard left = occupied; left; left &= left - 1)
        view_flip(&p->layout, view, lowest_square(left));
    view_bits_of(&p->layout, c->undefined, p->masks);
    for (size_t i = 1; i < CHUNK; i++)
        memcpy(p->masks + i * bytes, p->masks, bytes);
    for (size_t i = 0; i < end;) {
        size_t n = 0;
        for (; n < CHUNK && i < end; n++) {
            p->occupied[n] = occupied;
            memcpy(p->views + n * bytes, view, bytes);
            if (++i < patterns) {
                unsigned changed = squares[__builtin_ctzll(i)];
                occupied ^= (bitboard)1 << changed;
                view_flip(&p->layout, view, changed);
            }
        }
        if (!check_chunk(p, c, n))
            return false;
    }
    p->proof.patterns += end;
    return true;
}

/* Returns the undefined squares on which results, jumps or addresses depend, found by making only
 * one square undefined at a time. Ends at a wrong result. */
static bitboard find_dependence(struct prover *p, const struct proof_case *c)
{
    bitboard found = 0;
    for (bitboard left = c->undefined; left && p->proof.status != PROOF_WRONG; left &= left - 1) {
        struct proof_case alone = *c;
        alone.undefined = left & -left;
        if (!walk_case(p, &alone, PROBE))
            found |= alone.undefined;
    }
    return found;
}

/* Proves a rook or bishop on one square. Squares off the lines may index a table whose entries are
 * equal for all their contents. Such squares become known, and are walked with the others. */
static bool prove_square(struct prover *p, enum piece piece, unsigned square)
{
    bitboard lines = piece == ROOK ? oracle_rook(square, 0) : oracle_bishop(square, 0);
    struct proof_case c = {
        .piece = piece, .square = square, .known = lines | (bitboard)1 << square};
    c.relevant[0] = ~(bitboard)0;
    for (;;) {
        uint64_t before = p->proof.patterns;
        char name[3];
        c.undefined = ~c.known;
        if (walk_case(p, &c, SIZE_MAX))
            return true;
        bitboard more = find_dependence(p, &c);
        p->proof.patterns = before;
        if (p->proof.status == PROOF_WRONG)
            return false;
        c.known |= more;
        if (more && __builtin_popcountll(c.known) <= MAX_KNOWN)
            continue;
        SET_TEXT(p->proof.why,
                 "a %s on %s depends on squares off its lines, %d of them individually",
                 piece_names[piece], square_text(square, name),
                 __builtin_popcountll(c.known & ~lines) - 1);
        return false;
    }
}

/* Proves a queen, or both, on one square: each line on its own, as all lines together have up to
 * 2^28 patterns. Squares off all lines must be empty in every result. */
static bool prove_lines(struct prover *p, enum piece piece, unsigned square)
{
    const bitboard rook = oracle_rook(square, 0), bishop = oracle_bishop(square, 0),
                   own = (bitboard)1 << square;
    const bitboard rank = rook & (bitboard)255 << (square & 56);
    bitboard diagonal = 0; /* multiples of 9 away; on the antidiagonal they are multiples of 7 */
    for (bitboard left = bishop; left; left &= left - 1)
        if (lowest_square(left) % 9 == square % 9)
            diagonal |= left & -left;
    const bitboard lines[] = {rank, rook ^ rank, diagonal, bishop ^ diagonal};
    for (unsigned line = 0; line < COUNT(lines); line++) {
        struct proof_case c = {piece, square, lines[line] | own, ~(lines[line] | own), {0, 0}};
        c.relevant[0] = lines[line] | ~(piece == QUEEN ? rook | bishop : rook);
        c.relevant[1] = lines[line] | ~bishop;
        if (!walk_case(p, &c, SIZE_MAX))
            return false;
    }
    return true;
}

static bool prove_piece(struct prover *p, enum piece piece)
{
    bool proved = true;
    for (unsigned square = 0; proved && square < 64; square++)
        proved = piece <= BISHOP ? prove_square(p, piece, square) : prove_lines(p, piece, square);
    return proved;
}

/* Returns whether memcheck detects a value, a jump and an address that depend on an undefined
 * bit. */
static bool memcheck_works(void)
{
    static const unsigned char table[2] = {0, 0};
    volatile unsigned sink = 0;
    bitboard board = 2, mask = 1, undefined;
    memcheck_bits_set(&board, &mask, sizeof board);
    bitboard doubled = board * 4;
    memcheck_bits_get(&doubled, &undefined, sizeof doubled);
    unsigned errors[3] = {VALGRIND_COUNT_ERRORS};
    __asm__ volatile("" : "+r"(board));
    if (board & 1)
        sink = 1;
    errors[1] = VALGRIND_COUNT_ERRORS;
    sink = *(const volatile unsigned char *)&table[board & 1];
    errors[2] = VALGRIND_COUNT_ERRORS;
    return undefined == 4 && errors[1] > errors[0] && errors[2] > errors[1] && sink == 0;
}

bool prove_possible(struct error *error)
{
#ifdef NVALGRIND
    return fail(error, STATUS_ENVIRONMENT,
                "--prove: this program was built without valgrind/memcheck.h (Debian and "
                "Ubuntu: apt-get install valgrind)");
#else
    return system("valgrind --version >/dev/null 2>&1") == 0 ||
           fail(error, STATUS_ENVIRONMENT,
                "--prove: valgrind does not run here (Debian and Ubuntu: apt-get install "
                "valgrind)");
#endif
}

bool prove_scheme(const struct scheme *scheme, int fd, struct error *error)
{
    if (!RUNNING_ON_VALGRIND || !memcheck_works())
        return fail(error, STATUS_ENVIRONMENT,
                    "the proof needs valgrind's memcheck: this process does not run under it");
    const unsigned required = 1u << ROOK | 1u << BISHOP;
    struct prover *p = xcalloc(1, sizeof *p);
    struct proof *proof = &p->proof;
    p->scheme = scheme;
    if (scheme->init)
        scheme->init();
    write_protect_data(true);
    if (view_layout_prove(scheme, &p->layout)) {
        proof->set_view_proved = p->layout.set_view_proved;
        p->views = list_allocate(CHUNK, p->layout.bytes);
        p->masks = xmalloc(CHUNK * p->layout.bytes);
        for (enum piece piece = ROOK; piece < PIECES && proof->status != PROOF_WRONG; piece++)
            proof->pieces |= (unsigned)prove_piece(p, piece) << piece;
    } else {
        SET_TEXT(proof->why, "toggle() is not an XOR with a constant");
    }
    if (proof->status != PROOF_WRONG)
        proof->status = (proof->pieces & required) == required ? PROOF_PROVED
                        : scheme->traits & WIDE_INDEX          ? PROOF_VERIFIED
                                                               : PROOF_UNPROVED;
    return write_all(fd, proof, sizeof *proof) || /* the process ends: no memory is freed */
           fail(error, STATUS_ENVIRONMENT, "cannot send the proof to the parent process");
}
