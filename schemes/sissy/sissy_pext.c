/* SPDX-License-Identifier: MIT
 * SISSY-PEXT: one PEXT packs the relevant squares of both lines of a piece, for a queen of all
 * four. The index is cut into fields, and each field looks up the attacks with only its own squares
 * occupied. As in SISSY bitboards such a set is a superset, because a blocker shortens only its own
 * ray. So the intersection is exact for any cuts. More fields trade loads for bytes.
 * slidebench, 2026; SISSY: Michael Sherwin, 2020, https://www.chessprogramming.org/SISSY_Bitboards
 * All fields of a piece have the same width except the last, which has the remaining bits. A
 * pointer leads to a square's row of sets. Each row has only the length that it needs, and the
 * pointer takes fewer instructions than arithmetic on the square. Masks are in an array of their
 * own: behind the pointer they would arrive later.
 * Cost of any piece, queen included, with n fields: 2 + n loads, 1 pext, n - 1 ands, masks and
 * shifts. KiB of sets for rook, bishop, queen: 42 9 340 with two fields, 17 5 84 with three, 14
 * 3 37 with four, 9 3 29 with five. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "bmi2.h"
#include "board.h"

/* Only with two fields, the fastest for single queries, and only at levels that have AVX-512. */
#ifdef BATCH_BUILD
#if FIELDS == 2 && defined(__AVX512CD__)
#define USE_HALF_BATCH
#include "batch_avx512.h"
#endif
#endif

/* Bits shared out evenly: a medium number of relevant squares. There are 10 to 12, 5 to 9, 15 to
 * 19. With two fields a queen has one of eight bits, which x86 extracts by a mere move. */
enum { ROOK_BITS = 11, BISHOP_BITS = 6, QUEEN_BITS = 17 };

#define FIELD_BITS(bits) ((bits) / FIELDS)

/* Sets in the last field of a square with `relevant` squares, and in the other fields of all 64. */
#define LAST_SETS(bits, relevant) (1 << ((relevant) - (FIELDS - 1) * FIELD_BITS(bits)))
#define OTHER_SETS(bits)          (64 * (FIELDS - 1) << FIELD_BITS(bits))

static ALIGNED(64) bitboard rook_sets[OTHER_SETS(ROOK_BITS) + 36 * LAST_SETS(ROOK_BITS, 10) +
                                      24 * LAST_SETS(ROOK_BITS, 11) + 4 * LAST_SETS(ROOK_BITS, 12)];
static ALIGNED(64) bitboard
    bishop_sets[OTHER_SETS(BISHOP_BITS) + 44 * LAST_SETS(BISHOP_BITS, 5) +
                4 * LAST_SETS(BISHOP_BITS, 6) + 12 * LAST_SETS(BISHOP_BITS, 7) +
                4 * LAST_SETS(BISHOP_BITS, 9)];
static ALIGNED(64) bitboard
    queen_sets[OTHER_SETS(QUEEN_BITS) + 20 * LAST_SETS(QUEEN_BITS, 15) +
               24 * LAST_SETS(QUEEN_BITS, 16) + 12 * LAST_SETS(QUEEN_BITS, 17) +
               4 * LAST_SETS(QUEEN_BITS, 18) + 4 * LAST_SETS(QUEEN_BITS, 19)];
static ALIGNED(64) struct piece_tables {
    bitboard relevant[64];
    const bitboard *rows[64];
} rook_tables;
static ALIGNED(64) struct piece_tables bishop_tables;
static ALIGNED(64) struct piece_tables queen_tables;
static ALIGNED(64) bitboard rook_lines[64];

/* Fills the sets field by field, in the order of PEXT. */
static inline void build_piece(struct piece_tables *piece, bitboard *set, unsigned width,
                               bitboard (*relevant_squares)(unsigned),
                               bitboard (*reference_attacks)(unsigned, bitboard))
{
    for (unsigned square = 0; square < 64; square++) {
        bitboard left = relevant_squares(square);
        piece->relevant[square] = left;
        piece->rows[square] = set;
        for (unsigned field = 0; field < FIELDS; field++) {
            bitboard squares = left;
            unsigned bits = field < FIELDS - 1 ? width : 64; /* the last field takes the rest */
            for (; bits; bits--)
                left &= left - 1;
            squares ^= left;
            set = write_subsets(set, square, squares, reference_attacks);
        }
    }
}

static inline void init(void)
{
    build_piece(&rook_tables, rook_sets, FIELD_BITS(ROOK_BITS), rook_relevant,
                reference_rook_attacks);
    build_piece(&bishop_tables, bishop_sets, FIELD_BITS(BISHOP_BITS), bishop_relevant,
                reference_bishop_attacks);
    build_piece(&queen_tables, queen_sets, FIELD_BITS(QUEEN_BITS), queen_relevant,
                reference_queen_attacks);
    for (unsigned square = 0; square < 64; square++)
        rook_lines[square] = reference_rook_attacks(square, 0);
#ifdef USE_HALF_BATCH
    init_batch();
#endif
}

/* Returns a field of the index. Unlike clang, gcc makes bextr of no expression. */
static inline uint64_t cut(uint64_t index, unsigned first, unsigned width)
{
#if defined(__BMI__) && !defined(__clang__)
    if (first)
        return _bextr_u64(index, first, width);
#endif
    return index >> first & (((uint64_t)1 << width) - 1);
}

/* Cuts each field from the whole index. Were it shifted along, gcc would copy it, which costs 0.6
 * cycles on Zen 5. */
static inline bitboard look_up(const struct piece_tables *piece, unsigned width, unsigned square,
                               bitboard occupied)
{
    const bitboard *sets = piece->rows[square], *last = sets + ((FIELDS - 1) << width);
    uint64_t index = pext(occupied, piece->relevant[square]);
    bitboard attacks = last[index >> (FIELDS - 1) * width];
    for (unsigned field = 0; field < FIELDS - 1; field++)
        attacks &= sets[cut(index, field * width, width) + ((uint64_t)field << width)];
    return attacks;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(&rook_tables, FIELD_BITS(ROOK_BITS), square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(&bishop_tables, FIELD_BITS(BISHOP_BITS), square, occupied);
}

static inline bitboard queen_attacks(unsigned square, bitboard occupied)
{
    return look_up(&queen_tables, FIELD_BITS(QUEEN_BITS), square, occupied);
}
#define queen_attacks queen_attacks

static inline struct both both_attacks(unsigned square, bitboard occupied)
{
    bitboard attacks = queen_attacks(square, occupied);
    struct both sets = {attacks & rook_lines[square], attacks & ~rook_lines[square]};
    return sets;
}
#define both_attacks both_attacks

#ifdef USE_HALF_BATCH
#include "half_batch.h"
#endif

#include "kernels.h"
#else
#include "unsupported.h"
#endif

#define TEXT(macro)   QUOTED(macro)
#define QUOTED(words) #words

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "SISSY-PEXT, " TEXT(FIELDS) " fields",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/SISSY_Bitboards",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE | (FIELDS == 2 ? BATCHED : 0),
    .table_bytes =
        BYTES(sizeof rook_sets + sizeof rook_tables, sizeof bishop_sets + sizeof bishop_tables,
              sizeof queen_sets + sizeof queen_tables + sizeof rook_lines),
    .init = init,
    .tables = {TABLE(rook_sets), TABLE(bishop_sets), TABLE(queen_sets), TABLE(rook_tables),
               TABLE(bishop_tables), TABLE(queen_tables), TABLE(rook_lines)},
};
