/* SPDX-License-Identifier: MIT
 * The index of a magic lookup. Included after `struct magics`, which has the arrays relevant[] and
 * magic[], and with SHIFT_PER_SQUARE also shift[]. Without it, all squares of a piece have the same
 * number of index bits: as many as the piece needs on its worst square. */

#ifdef SHIFT_PER_SQUARE
#define SHIFT(of, square, bits) ((of)->shift[square])
#else
#define SHIFT(of, square, bits) (64 - (bits))
#endif

static inline size_t magic_index(const struct magics *of, unsigned square, bitboard occupied,
                                 unsigned bits)
{
    bitboard product = (occupied & of->relevant[square]) * of->magic[square];
    (void)bits;
    return (size_t)(product >> SHIFT(of, square, bits));
}
