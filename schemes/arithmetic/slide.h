/* SPDX-License-Identifier: MIT
 * The expression of slide arithmetic, which Leorik found independently. */
#include "arithmetic.h"

/* Returns the squares of a line between the highest square of `lower` and the lowest of `upper`,
 * including both. Squares of the two sets off the line do not matter. */
static inline bitboard slide(bitboard line, bitboard lower, bitboard upper)
{
    lower &= line;
    upper = up_to_lowest(upper & line);
    return EVALUATE_NOW((upper ^ ((bitboard)INT64_MAX >> leading_zeros(lower | 1))) & line);
}
