/* SPDX-License-Identifier: MIT
 * Which functions of a header C++ can evaluate at compile time. */
#ifndef CONSTEXPR_H
#define CONSTEXPR_H

#include "export/source/items.h"

/* Makes each function constexpr that C++17 allows to be. None of them reaches
 *   - a table that init() fills;
 *   - an intrinsic or an asm;
 *   - a static or uninitialised local;
 *   - a cast of a pointer.
 * To be called before names change. */
void mark_constexpr(struct items *items);

#endif
