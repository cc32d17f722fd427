/* SPDX-License-Identifier: MIT */
#ifndef CPU_SLUG_H
#define CPU_SLUG_H

#include "machine/cpu.h"

/* Writes a name for files, such as "amd-ryzen-9-7950x": the brand without its common words. In
 * many virtual machines the brand has no model number. Then the microarchitecture is appended, or
 * else family and model, so that different CPUs have different names, such as
 * "intel-xeon-granite-rapids". */
void cpu_slug(const struct cpu *cpu, char *slug, size_t size);

#endif
