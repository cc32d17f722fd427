/* SPDX-License-Identifier: MIT
 * The contract: what a scheme shows to the world. A scheme is one way to compute the squares that a
 * sliding piece attacks; it is written in one file and listed by one scheme() line in
 * CMakeLists.txt.
 *
 * A scheme file defines, all `static inline`,
 *
 *     bitboard rook_attacks(unsigned square, bitboard occupied)
 *     bitboard bishop_attacks(unsigned square, bitboard occupied)
 *
 * and, each with a `#define name name` behind it, what it does in a way of its own:
 *
 *     bitboard    queen_attacks(unsigned square, bitboard occupied)    both lines as one set
 *     struct both both_attacks(unsigned square, bitboard occupied)     rook and bishop set at one price
 *     bitboard    rooks_attacks(bitboard rooks, bitboard occupied)     union over a set of sliders
 *     bitboard    bishops_attacks(bitboard bishops, bitboard occupied)
 *     bitboard    queens_attacks(bitboard queens, bitboard occupied)
 *     void rook_batch(const uint8_t *squares, const view *views, bitboard *sets)     BATCH_WIDTH queries at once;
 *         bishop_batch, queen_batch alike; a `#define BATCH_WIDTH 8` goes before them
 *     void rook_board(bitboard occupied, bitboard *sets)    from each of 64 squares; bishop_board, queen_board alike
 *     view        a type of its own instead of a bare bitboard, with
 *         void set_view(view *v, bitboard occupied)    builds it
 *         void toggle(view *v, unsigned square)        a square changes between empty and occupied
 *     All getters then take `const view *v` in place of `bitboard occupied`.
 *
 * The attack set holds the first blocker of each ray, whichever its colour, and never the slider's
 * own square; the answer does not depend on whether that square is set in the occupancy. Then comes
 * `#include "kernels.h"`, which supplies the rest, and one const object ends the file. See
 * EXAMPLE.c. */
#ifndef SCHEME_H
#define SCHEME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t bitboard; /* bit = square: a1 = 0, b1 = 1, h1 = 7, a8 = 56, h8 = 63 (LERF) */

struct both {
    bitboard rook, bishop;
};

/* Whose attacks are asked for: one slider's; those of a rook and of a bishop on one square, as two sets; all sliders
 * of a side, which is asked in some modes only. */
enum piece { ROOK, BISHOP, QUEEN, BOTH, PIECES, ALL = PIECES, ROW_PIECES };

enum mode {
    MODE_THROUGHPUT, /* queries do not depend on each other                                     */
    MODE_LATENCY,    /* each query's square waits for the last answer                           */
    MODE_SETWISE,    /* the union over a set of sliders of one board                            */
    MODE_REPLAY,     /* moves of games made and taken back, all sliders asked after each        */
    MODE_REPLAY_UPKEEP, /* REPLAY's moves alone: what it costs to keep the view                    */
    MODE_REPLAY_LOOKUPS, /* REPLAY's questions alone, of views that are there                       */
    MODE_PERFT,   /* legal move generation; what is counted are nodes                        */
    MODE_BURST,   /* a few queries after other memory was at work                            */
    MODE_THREADS, /* THROUGHPUT, while other cores do the same                               */
    MODE_BATCH,   /* queries do not depend on each other, and vectors may hold several       */
    MODE_BOARD,   /* sliders on all 64 squares of one board; vectors may hold several        */
    MODES
};

/* Promises of a scheme. The first two are checked in the object code of its kernels. */
enum trait {
    BRANCHLESS = 1,    /* no conditional jump depends on square or occupancy                  */
    MULTIPLY_FREE = 2, /* no multiply instruction                                             */
    INCREMENTAL = 4,   /* its view is dear to build and meant to be kept by toggle()          */
    SETWISE = 8,       /* computes a set of sliders at once                                   */
    SIMD = 16,         /* uses vector registers within one query; all others must not         */
    MOCK = 32,         /* no attack sets: a floor for the others, neither verified nor ranked */
    BATCHED = 128,     /* has code of its own for several queries, or for whole boards, at once   */
    WIDE_INDEX = 64    /* tables are asked by squares off the lines, too, and answer alike whatever
                         stands there: more than the proof can follow (tests/README.md)       */
};

struct slider_sets {
    bitboard orthogonal, diagonal; /* rooks and queens, bishops and queens; one piece's set twice */
};

/* What one run of a kernel works on. A mode reads what it needs. */
struct queries {
    size_t n;              /* queries; boards of SETS; games of REPLAY and its parts */
    const uint8_t *square; /* [n], where queries are single; BOARD: whose set is summed up */
    const struct slider_sets
        *sliders;                   /* SETS: [n]                                                 */
    const uint8_t *script;          /* REPLAY and its parts: n games, see below                  */
    const struct perft_task *tasks; /* MODE_PERFT: [n]                                          */
    const void
        *views;    /* of the scheme's own type: [n], of a game its start; LOOKUPS: one a move    */
    bitboard zero; /* 0, but the compiler cannot know: chains queries in LATENCY                 */
};

/* A game of a script, in bytes: a square to ask a queen's attacks from at the end, when all is taken back; the
 * number of moves, low byte first; for each move
 *     how many squares change between empty and occupied, how many rooks, bishops, queens are asked,
 *     and these squares, in this order;
 * and again for each move, the last one first, how many squares change, and these. */

struct perft_task;
typedef void attacks_fn(unsigned square, const void *view, bitboard *sets);
typedef bitboard attacks_of_set_fn(bitboard sliders, const void *view);
typedef void batch_fn(size_t n, const uint8_t *squares, const void *views, bitboard *sets);
typedef void board_fn(const void *view, bitboard *sets);
typedef bitboard kernel_fn(const struct queries *queries);

enum colour { WHITE, BLACK };

/* The kinds of men: ROOK, BISHOP and QUEEN of enum piece come first, and these follow. */
enum { KNIGHT = QUEEN + 1, PAWN, KING, PIECE_KINDS };

/* Each side has one king and at most 16 men, and the side that is not to move is not in check. */
struct perft_position {
    bitboard pieces[PIECE_KINDS]; /* by kind, both colours                                      */
    bitboard colours[2];          /* all men of WHITE, of BLACK                                 */
    bitboard castling;            /* rooks that may still castle, with a king on their rank; one
                            at most to either side of it                               */
    bitboard en_passant;          /* square behind a pawn that has just moved two squares, or 0 */
    unsigned side;                /* enum colour: who is to move                                */
};

struct perft_task {
    struct perft_position position;
    unsigned depth;
};

/* The number of legal sequences of `depth` moves, by a generator that stands on the scheme. */
typedef uint64_t perft_fn(const struct perft_position *position, unsigned depth);

/* One piece of one scheme. The getters are for tests, `query` and `show`; only kernels, which have
 * the getter inlined, are timed: a call through a pointer would cost more than the fastest lookup.
 */
struct piece_code {
    attacks_fn *attacks;               /* writes one set; for BOTH two, rook then bishop       */
    attacks_of_set_fn *attacks_of_set; /* union over all sliders of a set                      */
    batch_fn *batch; /* writes n sets for n queries; this and the next in `across` only        */
    board_fn *board; /* writes the set of a slider on each of the 64 squares                   */
};

struct scheme {
    const char *name, *family; /* from the scheme() line                            */
    const char *twin;          /* the scheme it is a second copy of, or NULL        */
    const char *title, *author, *year,
        *source;                /* source: where the idea or figures are published   */
    const char *needs;          /* words of isa.h, "bmi2 avx2"; NULL: plain C        */
    bool built;                 /* false: this compiler's target lacks what it needs */
    unsigned traits;            /* set of enum trait                                 */
    size_t table_bytes[PIECES]; /* data that lookups may read, by piece: see BYTES() */
    void (*init)(void);         /* builds tables, always the same; NULL: none        */
    size_t view_bytes;
    void (*set_view)(void *view, bitboard occupied);
    void (*toggle)(void *view, unsigned square);
    struct piece_code piece[PIECES];
    kernel_fn
        *kernel[MODES]
               [ROW_PIECES]; /* returns the sum of piece_checksum() over all answers; NULL: not
                                        asked in this mode */
    perft_fn *perft;
    const struct scheme
        *batched; /* the same file, compiled once more, with tables of its own and with work across
                                    queries allowed: for BATCH and BOARD; NULL in itself */
};

/* Table bytes of a rook's, a bishop's and a queen's lookup; `both` reads what the queen's reads. */
#define BYTES(rook, bishop, queen)                                                                 \
    {                                                                                              \
        rook, bishop, queen, queen                                                                 \
    }

/* What a kernel adds up per query: kept so cheap that it does not show, yet telling rook from
 * bishop. */
static inline bitboard piece_checksum(enum piece piece, const bitboard *sets)
{
    return piece == BOTH ? sets[0] + 2 * sets[1] : sets[0];
}

extern const struct scheme *const schemes[]; /* in table order, NULL at the end */
extern const char *const piece_names[ROW_PIECES];

/* The build says which scheme() line a file is compiled for; with BATCH_BUILD, for the second time, and with
 * HAS_BATCH_BUILD, that there is a second time. */
#define SCHEME_PASTE(a, b) a##b
#define SCHEME_SYMBOL(id)  SCHEME_PASTE(scheme_, id)
#define BATCHED_SYMBOL(id) SCHEME_PASTE(across_, id)
#define SCHEME_TEXT(id)    #id
#define SCHEME_STRING(id)  SCHEME_TEXT(id)
#ifdef BATCH_BUILD
#define SCHEME BATCHED_SYMBOL(SCHEME_ID)
#else
#define SCHEME SCHEME_SYMBOL(SCHEME_ID)
#endif
#ifdef HAS_BATCH_BUILD
extern const struct scheme BATCHED_SYMBOL(SCHEME_ID);
#define SCHEME_BATCHED &BATCHED_SYMBOL(SCHEME_ID)
#else
#define SCHEME_BATCHED NULL
#endif
#define SCHEME_IDENTITY                                                                            \
    .name = SCHEME_STRING(SCHEME_ID), .family = SCHEME_FAMILY, .twin = SCHEME_TWIN,                \
    .batched = SCHEME_BATCHED

#endif
