/* SPDX-License-Identifier: MIT
 * Results are computed from rounded values, so that a recorded run gives the same ones again. */
#ifndef ROUNDING_H
#define ROUNDING_H

enum { RECORDED_DIGITS = 5 };

/* Returns the value with RECORDED_DIGITS significant digits; NAN and infinities as they are. */
double round_recorded(double value);

#endif
