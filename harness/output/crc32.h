/* SPDX-License-Identifier: MIT */
#ifndef CRC32_H
#define CRC32_H

#include <stdint.h>
#include <stdio.h>

/* Returns the CRC-32 (IEEE 802.3, as in gzip and zlib) of the rest of a file. */
uint32_t crc32_of_file(FILE *file);

#endif
