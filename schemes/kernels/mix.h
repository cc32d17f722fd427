/* SPDX-License-Identifier: MIT
 * Rooks, bishops, queens and boths in the shares of an engine (mix_shares.h). A template without
 * include guard, part of kernels.h. */

/* The number of lookups is a constant, at least 1. It is hidden from the compiler, which would
 * otherwise unroll the loop. */
#define MIX_LOOKUPS(piece, checksum, share)                                                        \
    {                                                                                              \
        unsigned left = share;                                                                     \
        DO_NOT_OPTIMIZE(left);                                                                     \
        NO_UNROLL                                                                                  \
        do                                                                                         \
            sum += checksum(piece##_attacks(q.square[i], VIEW_AT(views + i)));                     \
        while (i++, --left);                                                                       \
    }

#define MIX_KERNEL(name, mix)                                                                      \
    FLATTEN static bitboard mix_##name##_throughput(const struct queries *queries)                 \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = (const view *)q.views;                                                 \
        bitboard sum = 0;                                                                          \
        NO_UNROLL                                                                                  \
        for (size_t i = 0; i < q.n;) {                                                             \
            MIX_LOOKUPS(rook, set_checksum, mix_share(mix, ROOK))                                  \
            MIX_LOOKUPS(bishop, set_checksum, mix_share(mix, BISHOP))                              \
            MIX_LOOKUPS(queen, set_checksum, mix_share(mix, QUEEN))                                \
            MIX_LOOKUPS(both, both_checksum, mix_share(mix, BOTH))                                 \
        }                                                                                          \
        return sum;                                                                                \
    }

MIX_KERNEL(nnue, MIX_NNUE)
MIX_KERNEL(hce, MIX_HCE)
