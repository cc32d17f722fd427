/* SPDX-License-Identifier: MIT
 * Replaces cmocka's assert_float_equal(), which accepts NAN and has no doubles. */
#ifndef WITHIN_H
#define WITHIN_H

#include <math.h>

#define assert_within(value, expected, epsilon)                                                    \
    do {                                                                                           \
        double value_of = (value), expected_of = (expected);                                       \
        if (!(fabs(value_of - expected_of) <= (epsilon)))                                          \
            fail_msg("%s is %.9g, expected %.9g", #value, value_of, expected_of);                  \
    } while (0)

#endif
