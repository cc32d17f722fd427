/* SPDX-License-Identifier: MIT
 * Which functions of a header C++ can evaluate at compile time. */
#ifndef CONSTEXPR_H
#define CONSTEXPR_H

#include "export/source/items.h"

/* Makes a function constexpr if C++17 allows it: of all that it reaches, nothing is a table that
 * init() fills, an intrinsic, an asm, a static or uninitialised local or a cast of a pointer. To be
 * called before names change. */
void mark_constexpr(struct items *items);

#endif
