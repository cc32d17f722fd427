/* SPDX-License-Identifier: MIT */
#include "output/recorded/recorded_result.h"

#include <jansson.h>
#include <stdlib.h>

void recorded_result_free(struct recorded_result *result)
{
    if (!result)
        return;
    run_free(&result->run);
    free(result->lists);
    free(result->schemes);
    free(result->request.given);
    json_decref(result->json);
    free(result);
}
