/* SPDX-License-Identifier: MIT
 * What the self test of an exported scheme computes if all sets are right. */
#ifndef CHECKSUM_H
#define CHECKSUM_H

#include <stdint.h>

uint64_t export_checksum(void);

#endif
