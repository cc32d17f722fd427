/* SPDX-License-Identifier: MIT
 * The index of a magic lookup. Included after `struct magics`, which has the arrays relevant[] and
 * magic[], and with SHIFT_PER_SQUARE also shift[]. Without SHIFT_PER_SQUARE all squares of a piece
 * have `bits` index bits, which the piece needs on its worst square. */

static inline size_t magic_index(const struct magics *m, unsigned square, bitboard occupied,
                                 unsigned bits)
{
    bitboard product = (occupied & m->relevant[square]) * m->magic[square];
#ifdef SHIFT_PER_SQUARE
    (void)bits;
    return (size_t)(product >> m->shift[square]);
#else
    return (size_t)(product >> (64 - bits));
#endif
}
