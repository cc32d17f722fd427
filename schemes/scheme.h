/* SPDX-License-Identifier: MIT
 * The contract of a scheme. A scheme is one method of computing the squares that a sliding piece
 * attacks. It is one file, listed by one scheme() line in CMakeLists.txt. EXAMPLE.c is a template.
 *
 * A scheme file defines, as `static inline`,
 *
 *     bitboard rook_attacks(unsigned square, bitboard occupied)
 *     bitboard bishop_attacks(unsigned square, bitboard occupied)
 *
 * and, optionally, each followed by `#define name name`, faster code of its own for
 *
 *     bitboard    queen_attacks(unsigned square, bitboard occupied)    rook and bishop set united
 *     struct both both_attacks(unsigned square, bitboard occupied)     rook and bishop set separate
 *     bitboard    rooks_attacks(bitboard rooks, bitboard occupied)     union over a set of sliders
 *     bitboard    bishops_attacks(bitboard bishops, bitboard occupied)
 *     bitboard    queens_attacks(bitboard queens, bitboard occupied)
 *     bitboard    sliders_attacks(bitboard orthogonal, bitboard diagonal, bitboard occupied)
 *             All sliders of a side: rooks and queens, bishops and queens; the sets united.
 *
 *     view    a type that represents an occupancy, with
 *         void set_view(view *v, bitboard occupied)
 *         void toggle(view *v, unsigned square)    changes a square between empty and occupied
 *             All getters then take `const view *v` in place of `bitboard occupied`. Without a view
 *             of its own, a file writes `bitboard` for `view`, which kernels.h defines as that.
 *
 * and, in `#ifdef BATCH_BUILD`, with the trait BATCHED,
 *
 *     void rook_batch(const uint8_t *squares, const view *views, bitboard *sets)
 *     void bishop_batch(...), queen_batch(...)    each for as many queries as `#define BATCH_WIDTH`
 *     void rook_board(bitboard occupied, bitboard *sets)
 *     void bishop_board(...), queen_board(...)    a slider on each of the 64 squares
 *
 * An attack set contains the first blocker of each ray, of either colour, and never the slider's
 * own square. It does not depend on whether the slider's own square is in the occupancy.
 *
 * The file then includes "kernels.h", which defines everything that is missing and the kernels, and
 * ends with one const object. */
#ifndef SCHEME_H
#define SCHEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bit = square: a1 = 0, b1 = 1, h1 = 7, a8 = 56, h8 = 63 (LERF). */
typedef uint64_t bitboard;

struct both {
    bitboard rook, bishop;
};

/* BOTH: a rook and a bishop on one square, as two sets. ALL: all sliders of a side. MIX_NNUE,
 * MIX_HAND_MADE: pieces in the shares of mix_share(). */
enum piece { ROOK, BISHOP, QUEEN, BOTH, PIECES, ALL = PIECES, MIX_NNUE, MIX_HAND_MADE, ROW_PIECES };

/* What one kernel runs over. The harness has more modes than these: it runs KERNEL_THROUGHPUT on
 * cold caches and beside other cores, too. */
enum kernel {
    KERNEL_THROUGHPUT, /* independent queries */
    KERNEL_LATENCY,    /* queries; each one's square depends on the previous result */

    /* Queries; each one's occupancy depends on the previous result, as in exchanges and x-rays. */
    KERNEL_LATENCY_OCCUPANCY,

    KERNEL_SETWISE,        /* boards: the union over a set of sliders */
    KERNEL_REPLAY,         /* games: moves made and unmade, with lookups after each */
    KERNEL_REPLAY_UPKEEP,  /* REPLAY's moves only: the cost of updating the view */
    KERNEL_REPLAY_LOOKUPS, /* REPLAY's queries only, on precomputed views */
    KERNEL_PERFT,          /* legal move generation; the unit is a node */
    KERNEL_BATCH,          /* independent queries; vectors may hold several */
    KERNEL_BOARD,          /* sliders on all 64 squares of a board; vectors may hold several */
    KERNEL_KINDS
};

/* Properties of a scheme. The first two are checked in its object code, and so is SIMD. */
enum trait {
    BRANCHLESS = 1, /* no conditional jump depends on square or occupancy */

    /* No instruction multiplies or divides: no integers, no polynomials (carry-less multiplication,
     * GF2P8MULB), no floating-point numbers, scalar or in vectors. CRC32, GF2P8AFFINEQB, PEXT and
     * PDEP are allowed: checksum, matrix and bit-field instructions. */
    MULTIPLY_FREE = 2,

    INCREMENTAL = 4, /* set_view() is expensive: the view is meant to be updated by toggle() */
    SETWISE = 8,     /* computes a set of sliders at once */
    SIMD = 16,       /* uses vector registers within one query; all others must not */
    MOCK = 32,       /* no attack sets: a floor for the others, neither verified nor ranked */

    /* Tables are indexed by squares off the lines, too, though the results do not depend on them.
     * The proof cannot follow that (tests/README.md). */
    WIDE_INDEX = 64,

    BATCHED = 128, /* has its own code for batches of queries or for whole boards */
};

/* For a single kind of slider, both sets are equal. */
struct slider_sets {
    bitboard orthogonal; /* rooks and queens */
    bitboard diagonal;   /* bishops and queens */
};

/* The input of one kernel run. Each kernel reads the members that it needs. */
struct queries {
    size_t n;                          /* queries; boards of SETWISE; games of REPLAY */
    const uint8_t *square;             /* [n]; BOARD: the square whose set is summed up */
    const struct slider_sets *sliders; /* SETWISE: [n] */
    const uint8_t *script;             /* REPLAY and its parts: n games, see below */
    const struct perft_task *tasks;    /* PERFT: [n] */

    /* Of the scheme's own type: [n]. REPLAY: each game's first; REPLAY_LOOKUPS: one per move. */
    const void *views;

    /* 0, hidden from the compiler: LATENCY adds result & zero to the next square, and
     * LATENCY_OCCUPANCY to the address of the next view. */
    bitboard zero;
};

/* A script describes a game in bytes:
 *     the square of a queen that is queried at the end, after all moves are unmade;
 *     the number of moves, and the number of groups of squares at the end, each low byte first;
 *     for each move
 *         the number of squares that change between empty and occupied;
 *         the numbers of rooks, bishops and queens to query; and all these squares in this order;
 *     the groups, each the number of squares that change and these squares; they unmake the moves.
 * In a search, the squares of a move begin with those that unmake moves before it. */

struct perft_task;
typedef void attacks_fn(unsigned square, const void *view, bitboard *sets);
typedef bitboard attacks_of_set_fn(bitboard sliders, const void *view);
typedef bitboard attacks_of_side_fn(struct slider_sets sliders, const void *view);
typedef void batch_fn(size_t n, const uint8_t *squares, const void *views, bitboard *sets);
typedef void board_fn(const void *view, bitboard *sets);
typedef bitboard kernel_fn(const struct queries *queries);

enum colour { WHITE, BLACK };

/* Kinds of pieces: ROOK, BISHOP and QUEEN of enum piece come first, and these follow. */
enum { KNIGHT = QUEEN + 1, PAWN, KING, PIECE_KINDS };

/* Each side has one king and at most 16 pieces. The side not to move is not in check. */
struct perft_position {
    bitboard pieces[PIECE_KINDS]; /* by kind, both colours */
    bitboard colours[2];          /* all pieces of WHITE, of BLACK */

    /* Rooks that may still castle, at most one on either side of the king on their rank. */
    bitboard castling;

    bitboard en_passant; /* the square that a pawn has just passed, or 0 */
    unsigned side;       /* enum colour: the side to move */
};

struct perft_task {
    struct perft_position position;
    unsigned depth;
};

/* Returns the number of legal sequences of `depth` moves, by a generator that uses the scheme. */
typedef uint64_t perft_fn(const struct perft_position *position, unsigned depth);

/* A scheme's functions for one piece, for tests, `query` and `show`. Only kernels are timed, which
 * have the getter inlined: a call through a pointer costs more than the fastest lookup. */
struct piece_code {
    attacks_fn *attacks;               /* writes one set; BOTH: two, rook then bishop */
    attacks_of_set_fn *attacks_of_set; /* returns the union over a set of sliders */
    batch_fn *batch;                   /* writes n sets for n queries; in the batch build only */
    board_fn *board;                   /* writes 64 sets, by square; in the batch build only */
};

/* A static object that init() fills, for `export --tables const`. */
struct scheme_table {
    const char *name;
    const void *address;
    size_t bytes;
};

enum { MAX_TABLES = 16 };

struct scheme {
    /* ---- SCHEME_CODE sets these, from the scheme() line ---- */
    const char *name, *family;
    const char *twin; /* the scheme of which this is a copy, or NULL */

    /* How it is compiled, for `export`: its file, as in "rays/classical.c"; DEFINE, as in
     * "FIELDS=2"; X86_FLAGS and ARM64_FLAGS, as in "-mbmi2". NULL: cannot be exported. */
    const char *file, *defines, *flags;

    /* ---- the author of a scheme writes these ---- */
    const char *title, *author, *year, *source; /* `source`: the URL of the publication */

    const char *needs; /* words of isa.h, "bmi2 avx2"; NULL: plain C */
    unsigned traits;   /* set of enum trait */

    /* Bytes that lookups may read, by piece: see BYTES(). */
    size_t table_bytes[PIECES];

    void (*init)(void); /* builds tables, always the same; NULL: none */

    /* All objects that init() fills and lookups, set_view() or toggle() read: {TABLE(sets), ...}. A
     * NULL name ends them. */
    struct scheme_table tables[MAX_TABLES];

    /* ---- SCHEME_CODE sets these, from the functions of the file ---- */
    bool built; /* false: the compiler's target lacks what it needs */
    size_t view_bytes;
    void (*set_view)(void *view, bitboard occupied);
    void (*toggle)(void *view, unsigned square);
    struct piece_code piece[PIECES];
    attacks_of_side_fn *attacks_of_side; /* sliders_attacks(); NULL: none of its own */

    /* Each returns the sum of piece_checksum() over all results; NULL: no such row. */
    kernel_fn *kernel[KERNEL_KINDS][ROW_PIECES];

    perft_fn *perft;

    /* The batch build: the same file, compiled again with tables of its own, where vectors may hold
     * several queries. For BATCH and BOARD; NULL: none. */
    const struct scheme *batched;
};

/* Table bytes of a rook's, a bishop's and a queen's lookup; `both` reads those of the queen's. */
#define BYTES(rook, bishop, queen)                                                                 \
    {                                                                                              \
        rook, bishop, queen, queen                                                                 \
    }

/* The batch build lists no tables: once their addresses escape, clang assumes that a store through
 * a pointer may change them, and makes other code of the kernels. */
#ifdef BATCH_BUILD
#define TABLE(object)                                                                              \
    {                                                                                              \
        0                                                                                          \
    }
#else
#define TABLE(object)                                                                              \
    {                                                                                              \
#object, &(object), sizeof(object)                                                         \
    }
#endif

/* Returns the term of a query in a kernel's sum: too cheap to show in the results, yet different
 * for exchanged rook and bishop sets. */
static inline bitboard piece_checksum(enum piece piece, const bitboard *sets)
{
    return piece == BOTH ? sets[0] + 2 * sets[1] : sets[0];
}

/* Queries of a mix come in groups: its rooks first, then its bishops, queens and boths. */
enum { MIX_GROUP = 16 };

/* Returns how many queries of each group are for this piece, of PIECES: the lookups per node that
 * were counted in searches, rounded to 16ths. BOTH is a rook's and a bishop's lookup in succession,
 * on one square and occupancy.
 *
 *     MIX_NNUE       means of the shares in Stockfish 16 (rook 1.45, bishop 1.10, queen 0.52, both
 *                    2.96), Stockfish 18 (1.86, 1.44, 0.86, 4.61) and Smallbrain 7 (1.27, 1.01,
 *                    0.21, 4.30)
 *     MIX_HAND_MADE  of those in Stockfish 16 (3.42, 4.57, 1.38, 4.88), Ethereal 12.75 (4.03, 4.01,
 *                    0.73, 4.59) and Weiss 2.1 (5.64, 3.96, 4.03, 4.02) */
static inline unsigned mix_share(enum piece mix, enum piece piece)
{
    static const uint8_t shares[][PIECES] = {
        {3, 3, 1, 9}, /* MIX_NNUE: rook, bishop, queen, both */
        {5, 4, 2, 5}, /* MIX_HAND_MADE */
    };
    return shares[mix - MIX_NNUE][piece];
}

/* All schemes, in table order, with NULL at the end. */
extern const struct scheme *const schemes[];
extern const char *const piece_names[ROW_PIECES];

/* The build defines, for each scheme() line:
 *
 *     SCHEME            the name of the object that the file ends with
 *     SCHEME_NAME       the line's id, as a string
 *     SCHEME_FAMILY     its family, as a string
 *     SCHEME_TWIN       the scheme of which it is a copy, as a string; NULL: no copy
 *     SCHEME_FILE, SCHEME_DEFINES, SCHEME_FLAGS    how it is compiled, as strings; or none of them
 *     BATCH_BUILD       in the batch build of the file only
 *     SCHEME_BATCHED    the name of the batch build's object, if the file has one
 *
 * kernels.h makes SCHEME_CODE of them. */
#ifndef SCHEME_FILE
#define SCHEME_FILE    NULL
#define SCHEME_DEFINES NULL
#define SCHEME_FLAGS   NULL
#endif

#define SCHEME_IDENTITY                                                                            \
    .name = SCHEME_NAME, .family = SCHEME_FAMILY, .twin = SCHEME_TWIN, .file = SCHEME_FILE,        \
    .defines = SCHEME_DEFINES, .flags = SCHEME_FLAGS

#ifdef SCHEME_BATCHED
extern const struct scheme SCHEME_BATCHED;
#define BATCHED_OBJECT &SCHEME_BATCHED
#else
#define BATCHED_OBJECT NULL
#endif

#endif
