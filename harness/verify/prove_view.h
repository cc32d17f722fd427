/* SPDX-License-Identifier: MIT
 * The contribution of each square to a scheme's view. In all known schemes a view is the XOR of
 * the empty board's view with one constant per occupied square. For the plain bitboard, these
 * constants are its 64 bits. */
#ifndef PROVE_VIEW_H
#define PROVE_VIEW_H

#include "scheme.h"

struct view_layout {
    size_t bytes;
    unsigned char *empty;     /* [bytes]: the view of the empty board */
    unsigned char *flips[64]; /* [bytes]: the bits that toggle() of a square flips */
    /* set_view(o) is proved to be `empty` with the flips of all squares of o, for all o;
     * otherwise it is tested. */
    bool set_view_proved;
};

/* Proves under valgrind that toggle() flips exactly these bits in every possible view. Returns
 * false if it does not, or if its jumps or addresses depend on the view. */
bool view_layout_prove(const struct scheme *scheme, struct view_layout *layout);

/* Flips the bits of a square, as toggle() does. */
void view_flip(const struct view_layout *layout, void *view, unsigned square);

/* Sets mask[bytes] to the bits that the squares flip. */
void view_bits_of(const struct view_layout *layout, bitboard squares, unsigned char *mask);

#endif
