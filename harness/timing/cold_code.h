/* SPDX-License-Identifier: MIT
 * Cold code: other instructions, as of an engine between two lookups, evict those of a kernel from
 * the first-level cache, the decoder's cache and the branch predictors. */
#ifndef COLD_CODE_H
#define COLD_CODE_H

#include <stddef.h>
#include <stdint.h>

/* Runs every instruction of the module once: some 256 KiB on x86-64 and AArch64, with a
 * conditional jump per 16 bytes. One jump in sixteen depends on chance, as those on data do.
 * Returns a number that depends on all of them. */
uint64_t cold_code_run(void);

/* The functions that cold_code_run() calls, for tests: [cold_code_count]. */
typedef uint64_t cold_code_fn(uint64_t bits, uint64_t sum);
extern cold_code_fn *const cold_code[];
extern const size_t cold_code_count;

#endif
