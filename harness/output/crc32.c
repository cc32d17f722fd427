/* SPDX-License-Identifier: MIT */
#include "output/crc32.h"

uint32_t crc32_of_file(FILE *file)
{
    uint32_t crc = ~UINT32_C(0);
    for (int c; (c = getc(file)) != EOF;) {
        crc ^= (uint32_t)c;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (0xedb88320 & -(crc & 1));
    }
    return ~crc;
}
