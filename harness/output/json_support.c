/* SPDX-License-Identifier: MIT */
#include "output/json_support.h"

bool json_supported(struct error *error)
{
#ifdef HAVE_JANSSON
    (void)error;
    return true;
#else
    return fail(
        error, STATUS_ENVIRONMENT,
        "built without jansson, which reads and writes results as JSON: install libjansson-dev, "
        "then configure again");
#endif
}
