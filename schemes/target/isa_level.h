/* SPDX-License-Identifier: MIT
 * The ISA level that the schemes of this binary are compiled for. */
#ifndef ISA_LEVEL_H
#define ISA_LEVEL_H

/* "native", "x86-64-v3", "armv8-a", ... */
extern const char level_name[];

/* The words of isa.h that all schemes of this binary need, even those in plain C. */
extern const char level_needs[];

/* The compiler's arguments for all kernels, without the arguments of single files. */
extern const char level_flags[];

/* "gcc 12.2.0", "clang 14.0.6" */
extern const char level_compiler[];

#endif
