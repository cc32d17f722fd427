/* SPDX-License-Identifier: MIT
 * What compiled code takes for granted and a kernel must leave as it was: how doubles are rounded (x86: MXCSR;
 * ARM64: FPCR), the direction of string instructions, and clean upper halves of vector registers, without which
 * older vector code in other rows runs slower. */
#ifndef CPU_STATE_H
#define CPU_STATE_H

#include <stdbool.h>
#include <stdint.h>

/* A value to compare; 0 where nothing is known of the architecture. */
uint64_t cpu_state(void);

/* Has it stayed as it was `before`? If not, puts it back as the system gives it to a new process. */
bool cpu_state_kept(uint64_t before);

#endif
