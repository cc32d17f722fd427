/* SPDX-License-Identifier: MIT
 * Batches of 16 queries, eight in vectors and eight by the scheme's getters: each half uses
 * ports that the other leaves idle. Included once the getters are defined. */
#define BATCH_WIDTH 16
#define HALF_BATCH(piece)                                                                          \
    static inline void piece##_batch(const uint8_t *squares, const bitboard *boards,               \
                                     bitboard *sets)                                               \
    {                                                                                              \
        piece##_attacks_x8(squares, boards, sets);                                                 \
        for (unsigned i = 8; i < BATCH_WIDTH; i++)                                                 \
            sets[i] = piece##_attacks(squares[i], boards[i]);                                      \
    }

HALF_BATCH(rook)
HALF_BATCH(bishop)
HALF_BATCH(queen)
#define rook_batch   rook_batch
#define bishop_batch bishop_batch
#define queen_batch  queen_batch
