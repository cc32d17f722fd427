/* SPDX-License-Identifier: MIT */
#include "plan/support.h"
#include "target/isa.h"

#include <stdio.h>

const char *scheme_unsupported(const struct scheme *scheme)
{
    static char text[96];
    if (scheme->built && (!scheme->needs || isa_has(scheme->needs)))
        return NULL;
    snprintf(text, sizeof text, "needs %s",
             scheme->built ? isa_missing(scheme->needs) : scheme->needs);
    return text;
}
