/* SPDX-License-Identifier: MIT */
#ifndef PEXT_SPEED_H
#define PEXT_SPEED_H

/* Core cycles from one PEXT to the next that waits for it, with the 12-bit mask of a rook's table
 * lookup. Measured against dependent additions, of which every CPU does one a cycle, in some 0.3
 * ms. 3 on Intel since Haswell and AMD since Zen 3; AMD before that runs microcode, which takes 18
 * cycles and up. 0: no BMI2, or no 64-bit x86. */
double pext_speed(void);

#endif
