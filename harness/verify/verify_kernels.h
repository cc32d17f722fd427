/* SPDX-License-Identifier: MIT */
#ifndef VERIFY_KERNELS_H
#define VERIFY_KERNELS_H

#include "verify/check.h"

/* Verifies timed loops, batches and whole boards on random queries. Returns false at a wrong
 * result. */
bool verify_kernels(struct check *check);

#endif
