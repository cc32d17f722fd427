/* SPDX-License-Identifier: MIT */
#ifndef PEXT_SPEED_H
#define PEXT_SPEED_H

/* Returns the latency of PEXT in core cycles, with the 12-bit mask of a rook's table lookup.
 * Measures it against dependent additions, of which every CPU executes one per cycle, in about
 * 0.3 ms. Intel since Haswell and AMD since Zen 3 need 3 cycles; earlier AMD cores run
 * microcode, which takes 18 cycles or more. Returns 0 without BMI2 or 64-bit x86. */
double pext_speed(void);

#endif
