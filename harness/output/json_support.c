/* SPDX-License-Identifier: MIT */
#include "output/json_support.h"

bool json_supported(struct error *error)
{
#ifdef HAVE_JANSSON
    (void)error;
    return true;
#else
    return fail(error, STATUS_ENVIRONMENT,
                "built without jansson, which writes the JSON of --out and --format json: install "
                "libjansson-dev, then configure again");
#endif
}
