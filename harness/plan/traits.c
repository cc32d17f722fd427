/* SPDX-License-Identifier: MIT */
#include "plan/traits.h"

const struct trait_name trait_names[] = {
    {BRANCHLESS, "branchless"},
    {MULTIPLY_FREE, "multiply-free"},
    {INCREMENTAL, "incremental"},
    {SETWISE, "setwise"},
    {SIMD, "simd"},
    {MOCK, "mock"},
    {WIDE_INDEX, "wide-index"},
    {BATCHED, "batched"},
    {0, NULL},
};
