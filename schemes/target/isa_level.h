/* SPDX-License-Identifier: MIT
 * The ISA level that the schemes of this binary are compiled for. */
#ifndef LEVEL_H
#define LEVEL_H

extern const char level_name[];  /* "native", "x86-64-v3", "armv8-a", ...                       */
extern const char level_needs[]; /* words of isa.h without which not even plain C schemes run   */
extern const char
    level_flags[]; /* the compiler's arguments for kernels, without the per-file ones */
extern const char level_compiler[]; /* "gcc 12.2.0", "clang 14.0.6"                             */

#endif
