/* SPDX-License-Identifier: MIT
 * In place of kernels.h where the target lacks the instructions that a scheme is made of: the
 * scheme keeps its row, its title and its credits, and says what it needs. */
#include "scheme.h"

#define SCHEME_CODE SCHEME_IDENTITY, .built = false
