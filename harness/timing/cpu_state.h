/* SPDX-License-Identifier: MIT
 * The CPU state that compiled code relies on and that a kernel must preserve:
 *   - the rounding of doubles (x86: MXCSR; ARM64: FPCR);
 *   - the direction of string instructions;
 *   - zero upper halves of vector registers, without which SSE code in other rows runs slower. */
#ifndef CPU_STATE_H
#define CPU_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* Returns the state as one value; 0 on other architectures. */
uint64_t cpu_state(void);

/* Returns whether the state is as `before`. If not, restores that of a new process. */
bool cpu_state_kept(uint64_t before);

#endif
