/* SPDX-License-Identifier: MIT
 * PEXT and PDEP for rooks, PEXT alone for bishops: rooks' sets are packed into 16 bits, as in
 * pext_pdep. Bishops' sets are few: packing them would save 31 KiB and cost each lookup a PDEP.
 * Ciekce, Stormphrax, 2023, https://github.com/Ciekce/Stormphrax (src/attacks/bmi2); also in
 * Jonathan Hallström's Pawnocchio.
 * Ideas are free, code is ours: Stormphrax is under GPL-3; this follows its layout.
 *
 * Cost: rook 4 loads, 1 pext, 1 pdep; bishop 3 loads, 1 pext; both slow on AMD before Zen 3. 200
 * KiB for rooks, 41 KiB for bishops, and 4 KiB of masks and pointers. Branchless, multiply-free. */
#if defined(__BMI2__) && defined(__x86_64__)
#include "packed_sets.h"

static ALIGNED(64) bitboard bishop_sets[BISHOP_SUBSETS];

struct bishop_lookup {
    bitboard relevant;
    const bitboard *attacks;
};

struct ALIGNED(64) square_data {
    struct packed_lookup rook;
    struct bishop_lookup bishop;
}; /* one cache line */

static ALIGNED(64) struct square_data square_data[64];

static inline void init(void)
{
    uint16_t *rook = packed_rook_sets;
    bitboard *bishop = bishop_sets;
    for (unsigned square = 0; square < 64; square++) {
        rook = build_packed(&square_data[square].rook, square, rook_relevant(square), rook,
                            reference_rook_attacks);

        bitboard relevant = bishop_relevant(square);
        square_data[square].bishop.relevant = relevant;
        square_data[square].bishop.attacks = bishop;
        bishop = write_subsets(bishop, square, relevant, reference_bishop_attacks);
    }
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return unpacked_attacks(&square_data[square].rook, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    const struct bishop_lookup *lookup = &square_data[square].bishop;
    return lookup->attacks[pext(occupied, lookup->relevant)];
}

#include "kernels.h"
#else
#include "unsupported.h"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "PEXT and PDEP for rooks, PEXT for bishops",
    .author = "Ciekce",
    .year = "2023",
    .source = "https://github.com/Ciekce/Stormphrax",
    .needs = "bmi2",
    .traits = BRANCHLESS | MULTIPLY_FREE,
    .table_bytes = BYTES(sizeof packed_rook_sets + 64 * sizeof(struct packed_lookup),
                         sizeof bishop_sets + 64 * sizeof(struct bishop_lookup),
                         sizeof packed_rook_sets + sizeof bishop_sets + sizeof square_data),
    .init = init,
    .tables = {TABLE(square_data), TABLE(packed_rook_sets), TABLE(bishop_sets)},
};
