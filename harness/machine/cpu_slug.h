/* SPDX-License-Identifier: MIT */
#ifndef CPU_SLUG_H
#define CPU_SLUG_H

#include "machine/cpu.h"

/* Writes a name for files, such as "amd-ryzen-9-7950x": the brand without its common words. If the
 * brand has no model number, as in many virtual machines, the microarchitecture or else family and
 * model are appended, so that different CPUs have different names: "intel-xeon-granite-rapids". */
void cpu_slug(const struct cpu *cpu, char *slug, size_t size);

#endif
