/* SPDX-License-Identifier: MIT
 * Replaces recommendation_json.c where jansson is not installed. json_supported() refuses what
 * needs it. */
#include "recommend/recommendation_json.h"

bool recommendation_json(const struct recommendation *recommendation, FILE *out)
{
    (void)recommendation, (void)out;
    return false;
}
