/* SPDX-License-Identifier: MIT */
#include "plan/request.h"

bool run_request_selects(const struct run_request *request, const struct scheme *scheme)
{
    size_t i = 0;
    while (schemes[i] != scheme)
        i++;
    return !request->selected || request->selected[i];
}
