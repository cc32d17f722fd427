/* SPDX-License-Identifier: MIT
 * The index of a magic lookup. Included after `struct magics`, which has the arrays relevant[] and
 * magic[], and with SHIFT_PER_SQUARE also shift[]. Without it, all squares of a piece have the same
 * number of index bits: as many as the piece needs on its worst square. */

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
