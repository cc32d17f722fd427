/* SPDX-License-Identifier: MIT
 * Byte lookup: a rook has at most 144 different attack sets on a square and a bishop at most 108,
 * so that magic tables need only hold a byte, the number of a set among the square's distinct ones.
 * Robert Houdart (Houdini), 2010, http://www.talkchess.com/forum/viewtopic.php?p=368026&t=35858
 * https://www.chessprogramming.org/Magic_Bitboards#Byte_Lookup
 *
 * As published, on plain magics: 12 and 9 index bits, constant shift, 256 + 32 KiB of bytes. With
 * DENSE on fancy magics: variable shift, 100 + 5 KiB of bytes.
 *
 * Cost per piece: 5 loads (DENSE: 7), of which the last waits for the one before, 1 multiply, and,
 * shift. The sets take 38 + 11 KiB, the magics 4 KiB. Branchless. */
#include "board.h"
#include "magics.h"

enum { ROOK_SETS = 4900, BISHOP_SETS = 1428 };
enum { ROOK_BITS = 12, BISHOP_BITS = 9 };
#ifdef DENSE
enum { ROOK_BYTES = 102400, BISHOP_BYTES = 5248 };
#else
enum { ROOK_BYTES = 64 << ROOK_BITS, BISHOP_BYTES = 64 << BISHOP_BITS };
#endif

struct magic {
    bitboard relevant;
    uint64_t factor;
    const bitboard *sets; /* of this square */
    uint32_t first;       /* index of its first byte */
    uint32_t shift;
};

static struct {
    struct magic rook, bishop;
} magics[64] __attribute__((aligned(64)));

static uint8_t rook_numbers[ROOK_BYTES] __attribute__((aligned(64)));
static uint8_t bishop_numbers[BISHOP_BYTES] __attribute__((aligned(64)));
static bitboard rook_sets[ROOK_SETS] __attribute__((aligned(64)));
static bitboard bishop_sets[BISHOP_SETS] __attribute__((aligned(64)));

#ifdef DENSE
#define FIRST(magic, square, bits) ((size_t)(magic)->first)
#define SHIFT(magic, bits)         ((magic)->shift)
#else
#define FIRST(magic, square, bits) ((size_t)(square) << (bits))
#define SHIFT(magic, bits)         (64 - (bits))
#endif

/* Where a piece's byte is. `bits` is what the piece needs on its worst square. */
static inline size_t magic_index(const struct magic *magic, unsigned square, bitboard occupied,
                                 unsigned bits)
{
    bitboard product = (occupied & magic->relevant) * magic->factor;
    (void)square, (void)bits;
    return FIRST(magic, square, bits) + (size_t)(product >> SHIFT(magic, bits));
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    const struct magic *magic = &magics[square].rook;
    return magic->sets[rook_numbers[magic_index(magic, square, occupied, ROOK_BITS)]];
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct magic *magic = &magics[square].bishop;
    return magic->sets[bishop_numbers[magic_index(magic, square, occupied, BISHOP_BITS)]];
}

/* Numbers the square's distinct sets, and returns how many they are. */
static unsigned fill(const struct magic *magic, unsigned square, unsigned bits, uint8_t *numbers,
                     bitboard *sets, bitboard (*slow_attacks)(unsigned, bitboard))
{
    unsigned n = 0;
    bitboard subset = 0;
    do {
        bitboard attacks = slow_attacks(square, subset);
        unsigned number = 0;
        while (number < n && sets[number] != attacks)
            number++;
        sets[number] = attacks;
        n += number == n;
        numbers[magic_index(magic, square, subset, bits)] = (uint8_t)number;
        subset = next_subset(subset, magic->relevant);
    } while (subset);
    return n;
}

static struct magic magic_of(bitboard relevant, uint64_t factor, const bitboard *sets,
                             uint32_t first)
{
    uint32_t bits = (uint32_t)__builtin_popcountll(relevant);
    return (struct magic){relevant, factor, sets, first, 64 - bits};
}

static void init(void)
{
    bitboard *rook_next = rook_sets, *bishop_next = bishop_sets;
    uint32_t rook_first = 0, bishop_first = 0;
    for (unsigned square = 0; square < 64; square++) {
        struct magic *rook = &magics[square].rook, *bishop = &magics[square].bishop;
        *rook = magic_of(rook_relevant(square), rook_magics[square], rook_next, rook_first);
        *bishop =
            magic_of(bishop_relevant(square), bishop_magics[square], bishop_next, bishop_first);
        rook_next += fill(rook, square, ROOK_BITS, rook_numbers, rook_next, slow_rook_attacks);
        bishop_next +=
            fill(bishop, square, BISHOP_BITS, bishop_numbers, bishop_next, slow_bishop_attacks);
        rook_first += 1u << __builtin_popcountll(rook->relevant);
        bishop_first += 1u << __builtin_popcountll(bishop->relevant);
    }
}

#include "kernels.h"

#define TABLE_BYTES(piece) (sizeof piece##_numbers + sizeof piece##_sets + sizeof magics / 2)

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef DENSE
    .title = "Fancy magic, byte lookup",
#else
    .title = "Plain magic, byte lookup",
#endif
    .author = "Robert Houdart",
    .year = "2010",
    .source = "http://www.talkchess.com/forum/viewtopic.php?p=368026&t=35858",
    .traits = BRANCHLESS,
    .table_bytes =
        BYTES(TABLE_BYTES(rook), TABLE_BYTES(bishop), TABLE_BYTES(rook) + TABLE_BYTES(bishop)),
    .init = init,
};
