/* SPDX-License-Identifier: MIT
 * What each square contributes to a scheme's view. In all that is known a view is the exclusive or of one constant per
 * occupied square, onto the empty board's; for the bare bitboard those are its 64 bits. */
#ifndef PROVE_VIEW_H
#define PROVE_VIEW_H

#include "scheme.h"

struct view_layout {
    size_t bytes;
    unsigned char *
        empty; /* [bytes]: the view of the empty board                                            */
    unsigned char *flips
        [64]; /* [bytes]: what a toggle of that square flips                                     */
    bool
        builder_proved; /* set_view(o) is `empty` with the flips of all of o, for all o; else only tested  */
};

/* Proves under valgrind that toggle() flips just these bits in every view there can be. False: it does not, or its jumps
 * or addresses depend on the view. */
bool view_layout_prove(const struct scheme *scheme, struct view_layout *form);

void view_flip(const struct view_layout *form, void *view, unsigned square);

/* Into mask[bytes]: the bits that some square of the set flips. */
void view_bits_of(const struct view_layout *form, bitboard squares, unsigned char *mask);

#endif
