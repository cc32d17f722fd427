/* SPDX-License-Identifier: MIT
 * CRC32 bitboards: magic bitboards whose hash is the CRC-32C instruction of x86 (SSE4.2) and
 * AArch64. A checksum from a zero seed is linear over GF(2). So n neighbouring bits of the checksum
 * index n relevant squares perfectly in two of seven cases: init() finds the first such bits. Only
 * a rook on b3 takes a bit more. No magic, no multiplication of any kind; fast where PEXT is not.
 * slidebench, 2026, on fancy magic bitboards: Pradu Kannan, 2006,
 * https://www.chessprogramming.org/Magic_Bitboards#Fancy
 * CRC32: Intel SDM (325462), volume 2; CRC32CX: Arm ARM (DDI 0487).
 *
 * Without ROOK_BY_LINES: 808 KiB for rooks, 41 KiB for bishops, and 3 KiB of masks and pointers.
 *
 * With ROOK_BY_LINES: a rook's rank is in 512 bytes, its file in 4 KiB: 47 KiB in all, about a
 * first-level cache.
 *
 * Cost per piece: 5 loads, 1 crc32 (3 cycles on Intel). Branchless, multiply-free. */
#if (defined(__x86_64__) && defined(__CRC32__)) ||                                                 \
    (defined(__aarch64__) && defined(__ARM_FEATURE_CRC32))
#include "first_rank.h"
#ifdef __aarch64__
#include <arm_acle.h>
#endif

static ALIGNED(64) bitboard bishop_table[BISHOP_SUBSETS];
static ALIGNED(64) struct square_data {
    bitboard relevant[PADDED_SQUARES];
    const bitboard *attacks[PADDED_SQUARES];
    uint32_t last[PADDED_SQUARES];     /* the highest index */
    uint8_t first_bit[PADDED_SQUARES]; /* of the checksum */
} bishop_data;

static inline uint64_t checksum(bitboard b)
{
#ifdef __aarch64__
    return __crc32cd(0, b);
#else
    return __builtin_ia32_crc32di(0, b);
#endif
}

static inline size_t index_of(const struct square_data *data, unsigned square, bitboard occupied)
{
    return (uint32_t)checksum(occupied & data->relevant[square]) >> data->first_bit[square] &
           data->last[square];
}

/* Returns false if two subsets of the relevant squares collide. A filled entry is never 0. */
static inline bool fill_table(const struct square_data *data, bitboard *entries, unsigned square,
                              bitboard (*reference_attacks)(unsigned, bitboard))
{
    for (size_t i = 0; i <= data->last[square]; i++)
        entries[i] = 0;
    bitboard subset = 0;
    do {
        bitboard *entry = &entries[index_of(data, square, subset)];
        if (*entry)
            return false;
        *entry = reference_attacks(square, subset);
    } while ((subset = next_subset(subset, data->relevant[square])));
    return true;
}

static inline void build(struct square_data *data, bitboard *entries,
                         bitboard (*relevant_squares)(unsigned),
                         bitboard (*reference_attacks)(unsigned, bitboard))
{
    for (unsigned square = 0; square < 64; square++) {
        unsigned bits = (unsigned)count_bits(relevant_squares(square));
        data->relevant[square] = relevant_squares(square);
        data->attacks[square] = entries;
        data->last[square] = (1u << bits) - 1;
        while (!fill_table(data, entries, square, reference_attacks))
            if (++data->first_bit[square] + bits > 32) {
                data->first_bit[square] = 0;
                data->last[square] = (1u << ++bits) - 1;
            }
        entries += data->last[square] + 1;
    }
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return bishop_data.attacks[square][index_of(&bishop_data, square, occupied)];
}

#ifdef ROOK_BY_LINES
#define INNER_A_FILE 0x0001010101010100u
static ALIGNED(64) bitboard a_file[8][64]; /* [rank][lowest bits of checksum] */

static inline void init(void)
{
    init_first_rank();
    build(&bishop_data, bishop_table, bishop_relevant, reference_bishop_attacks);
    bitboard subset = 0;
    do {
        for (unsigned rank = 0; rank < 8; rank++)
            a_file[rank][checksum(subset) & 63] =
                reference_line_attacks(FILE_LINE, 8 * rank, subset);
    } while ((subset = next_subset(subset, INNER_A_FILE)));
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    unsigned file = file_of(square);
    return rank_attacks(square, occupied) |
           a_file[rank_of(square)][checksum(occupied >> file & INNER_A_FILE) & 63] << file;
}

#define ROOK_BYTES (sizeof a_file + sizeof first_rank)
#else
static ALIGNED(64) bitboard rook_table[ROOK_SUBSETS + 1024]; /* b3 doubled */
static ALIGNED(64) struct square_data rook_data;

static inline void init(void)
{
    build(&rook_data, rook_table, rook_relevant, reference_rook_attacks);
    build(&bishop_data, bishop_table, bishop_relevant, reference_bishop_attacks);
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return rook_data.attacks[square][index_of(&rook_data, square, occupied)];
}

#define ROOK_BYTES (sizeof rook_data + sizeof rook_table)
#endif

#include "kernels.h"
#define BISHOP_BYTES (sizeof bishop_data + sizeof bishop_table)
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
#ifdef ROOK_BY_LINES
    .title = "CRC32 bishops; CRC32 files and rank lookup",
    .tables = {TABLE(first_rank), TABLE(a_file), TABLE(bishop_data), TABLE(bishop_table)},
#else
    .title = "CRC32 bitboards",
    .tables = {TABLE(rook_data), TABLE(rook_table), TABLE(bishop_data), TABLE(bishop_table)},
#endif
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Magic_Bitboards#Fancy",
#ifdef __aarch64__
    .needs = "crc32",
#else
    .needs = "sse4.2",
#endif
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(ROOK_BYTES, BISHOP_BYTES, ROOK_BYTES + BISHOP_BYTES),
    .init = init,
};
