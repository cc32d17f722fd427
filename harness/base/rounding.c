/* SPDX-License-Identifier: MIT */
#include "base/rounding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

double round_recorded(double value)
{
    char text[32];
    if (!isfinite(value))
        return value;
    snprintf(text, sizeof text, "%.*e", RECORDED_DIGITS - 1, value);
    return strtod(text, NULL);
}
