/* SPDX-License-Identifier: MIT
 * Replaces recorded_json.c and recommendation_json.c where jansson is not installed: there is no
 * recorded run. json_supported() refuses what needs one. */
#include "recommend/recommendation_json.h"

#include <stdlib.h>

bool recorded_read(struct recorded *recorded, const char *path, struct error *error)
{
    *recorded = (struct recorded){.json = NULL};
    return fail(error, STATUS_ENVIRONMENT, "%s: this build cannot read JSON", path);
}

void recorded_free(struct recorded *recorded)
{
    free(recorded->row);
    free(recorded->cycles);
}

bool recommendation_json(const struct recommendation *recommendation, FILE *out)
{
    (void)recommendation, (void)out;
    return false;
}
