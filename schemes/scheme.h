/* SPDX-License-Identifier: MIT
 * The contract of a scheme. A scheme is one method of computing the squares that a sliding piece
 * attacks. It is one file, listed by one scheme() line in list.cmake. EXAMPLE.c is a template.
 *
 * A scheme file defines, as `static inline`,
 *
 *     bitboard rook_attacks(unsigned square, bitboard occupied)
 *     bitboard bishop_attacks(unsigned square, bitboard occupied)
 *
 * It may also define faster code for any of these, each followed by `#define name name`:
 *
 *     bitboard    queen_attacks(unsigned square, bitboard occupied)    rook and bishop set united
 *     struct both both_attacks(unsigned square, bitboard occupied)     rook and bishop set separate
 *     bitboard    rooks_attacks(bitboard rooks, bitboard occupied)     union over a set of sliders
 *     bitboard    bishops_attacks(bitboard bishops, bitboard occupied)
 *     bitboard    queens_attacks(bitboard queens, bitboard occupied)
 *     bitboard    sliders_attacks(bitboard orthogonal, bitboard diagonal, bitboard occupied)
 *             Union over a side: orthogonal are rooks and queens, diagonal bishops and queens.
 *
 *     view    a type that represents an occupancy, with
 *         void set_view(view *v, bitboard occupied)
 *         void toggle(view *v, unsigned square)    changes a square between empty and occupied
 *             All getters then take `const view *v` in place of `bitboard occupied`. A file
 *             without this type writes `bitboard`, and kernels.h makes `view` another name of it.
 *
 * With the trait BATCHED it also defines, in `#ifdef BATCH_BUILD`, some of
 *
 *     void rook_batch(const uint8_t *squares, const view *views, bitboard *sets)
 *     void bishop_batch(...), queen_batch(...)    each for BATCH_WIDTH queries, a macro of the file
 *     void rook_board(bitboard occupied, bitboard *sets)
 *     void bishop_board(...), queen_board(...)    a slider on each of the 64 squares
 *
 * An attack set contains the first blocker of each ray, of either colour, and never the slider's
 * own square. It does not depend on whether the slider's own square is in the occupancy.
 *
 * The file then includes "kernels.h", which defines the kernels and all functions that the file
 * left out, and ends with `const struct scheme SCHEME`. */
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
 * MIX_HCE: pieces in the shares of kernels/mix_shares.h. */
enum piece { ROOK, BISHOP, QUEEN, BOTH, PIECES, ALL = PIECES, MIX_NNUE, MIX_HCE, ROW_PIECES };

/* What one kernel runs over. There are more modes than kernels, because the harness also runs
 * KERNEL_THROUGHPUT with cold caches, and while other cores work. */
enum kernel {
    KERNEL_THROUGHPUT, /* independent queries */
    KERNEL_LATENCY,    /* queries; the square of each depends on the previous result */

    /* Queries; the occupancy of each depends on the previous result, as in exchanges and x-rays. */
    KERNEL_LATENCY_OCCUPANCY,

    KERNEL_SETWISE,        /* boards: the union over a set of sliders */
    KERNEL_REPLAY,         /* games: moves made and unmade, with lookups after each */
    KERNEL_REPLAY_UPKEEP,  /* REPLAY's moves only: the cost of updating the view */
    KERNEL_REPLAY_LOOKUPS, /* REPLAY's queries only, on precomputed views */
    KERNEL_BATCH,          /* independent queries; vectors may hold several */
    KERNEL_BOARD,          /* sliders on all 64 squares of a board; vectors may hold several */
    KERNEL_KINDS
};

/* Properties of a scheme. Tests check BRANCHLESS, MULTIPLY_FREE and SIMD in its object code, and
 * that a scheme without MULTIPLY_FREE multiplies. */
enum trait {
    BRANCHLESS = 1, /* no conditional jump depends on square or occupancy */

    /* No instruction, scalar or vector, multiplies or divides integers, floating-point numbers or
     * polynomials (carry-less multiplication, GF2P8MULB). Checksum, matrix and bit-field
     * instructions are allowed: CRC32, GF2P8AFFINEQB, PEXT and PDEP. */
    MULTIPLY_FREE = 2,

    INCREMENTAL = 4, /* set_view() is expensive: the view is meant to be updated by toggle() */
    SETWISE = 8,     /* computes a set of sliders at once */
    SIMD = 16,       /* uses vector registers within one query; other schemes must not */
    MOCK = 32,       /* computes no attack sets, as `null`; neither verified nor ranked */

    /* Table indices also depend on squares off the slider's lines, though results do not. The proof
     * cannot follow such indices (tests/README.md). */
    WIDE_INDEX = 64,

    /* Has its own code for batches of queries or for whole boards, at the levels that allow it. */
    BATCHED = 128,
};

/* The sliders of a set-wise query. If all are of one kind, both sets are equal. */
struct slider_sets {
    bitboard orthogonal; /* rooks and queens */
    bitboard diagonal;   /* bishops and queens */
};

struct queries;
typedef void attacks_fn(unsigned square, const void *view, bitboard *sets);
typedef bitboard attacks_of_set_fn(bitboard sliders, const void *view);
typedef bitboard attacks_of_side_fn(struct slider_sets sliders, const void *view);
typedef void batch_fn(size_t n, const uint8_t *squares, const void *views, bitboard *sets);
typedef void board_fn(const void *view, bitboard *sets);
typedef bitboard kernel_fn(const struct queries *queries);

/* A scheme's functions for one piece, which tests, `query` and `show` call. They are never timed: a
 * call through a pointer costs more than the fastest lookup. So kernels inline the getters. */
struct piece_code {
    attacks_fn *attacks;               /* writes one set; BOTH: two, rook then bishop */
    attacks_of_set_fn *attacks_of_set; /* returns the union over a set of sliders */
    batch_fn *batch;                   /* writes n sets for n queries; in the batch build only */
    board_fn *board;                   /* writes 64 sets, by square; in the batch build only */
};

/* A static object that init() fills. */
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

    /* The cycles by which the chain of a control is longer (kernels/delay.h); 0: no control. */
    unsigned delay;

    /* How the scheme is compiled, for `export`: its file, as in "rays/classical.c"; DEFINE, as in
     * "FIELDS=2"; X86_FLAGS and ARM64_FLAGS, as in "-mbmi2". NULL: it cannot be exported. */
    const char *file, *defines, *flags;

    /* ---- the author of a scheme writes these ---- */
    const char *title, *author, *year, *source; /* required; `source`: URL of the publication */

    const char *needs; /* words of isa.h, "bmi2 avx2"; NULL: plain C */
    unsigned traits;   /* set of enum trait */

    /* Bytes of tables that lookups may read, by piece: see BYTES(). */
    size_t table_bytes[PIECES];

    /* Fills the tables, always equally; NULL: no tables. The function is named init, too. */
    void (*init)(void);

    /* All objects that init() fills and that lookups, set_view() or toggle() read, as in
     * {TABLE(sets), TABLE(masks)}. A NULL name ends them. */
    struct scheme_table tables[MAX_TABLES];

    /* ---- SCHEME_CODE sets these, from the functions of the file ---- */
    bool built; /* false: the compiler's target lacks what it needs */
    size_t view_bytes;
    void (*set_view)(void *view, bitboard occupied);
    void (*toggle)(void *view, unsigned square);
    struct piece_code piece[PIECES];
    attacks_of_side_fn *attacks_of_side; /* sliders_attacks(); NULL: the file has none */

    /* Each returns the sum of piece_checksum() over all results; NULL: no such row. */
    kernel_fn *kernel[KERNEL_KINDS][ROW_PIECES];
};

/* Table bytes of a rook's, a bishop's and a queen's lookup; `both` reads the queen's tables. */
#define BYTES(rook, bishop, queen)                                                                 \
    {                                                                                              \
        rook, bishop, queen, queen                                                                 \
    }

/* The batch build lists no tables: once their addresses escape, clang assumes that a store through
 * a pointer may change them, and generates other code for the kernels. */
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

/* All schemes, in table order, with NULL at the end. */
extern const struct scheme *const schemes[];

/* batch_builds[i] is the batch build of schemes[i]: the same file compiled again with tables of its
 * own, for the kernels BATCH and BOARD, where vectors may hold several queries. NULL: none. */
extern const struct scheme *const batch_builds[];
extern const bool has_batch_builds; /* false: the program was built without them */
extern const char *const piece_names[ROW_PIECES];

/* The build defines, for each scheme() line:
 *
 *     SCHEME            the name of the object that the file ends with
 *     SCHEME_NAME       the line's id, as a string
 *     SCHEME_FAMILY     its family, as a string
 *     SCHEME_TWIN       the scheme of which this one is a copy, as a string; NULL: no copy
 *     SCHEME_DELAYS     of a control: its delays in cycles, with commas; SCHEME_DELAY: their median
 *     SCHEME_FILE, SCHEME_DEFINES, SCHEME_FLAGS    how it is compiled, as strings; or none of these
 *     BATCH_BUILD       in the batch build of the file only
 *
 * kernels.h makes SCHEME_CODE of them. */
#ifndef SCHEME_FILE
#define SCHEME_FILE    NULL
#define SCHEME_DEFINES NULL
#define SCHEME_FLAGS   NULL
#endif

#ifndef SCHEME_DELAY
#define SCHEME_DELAY 0
#endif

#define SCHEME_IDENTITY                                                                            \
    .name = SCHEME_NAME, .family = SCHEME_FAMILY, .twin = SCHEME_TWIN, .delay = SCHEME_DELAY,      \
    .file = SCHEME_FILE, .defines = SCHEME_DEFINES, .flags = SCHEME_FLAGS

#endif
