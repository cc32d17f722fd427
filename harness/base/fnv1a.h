/* SPDX-License-Identifier: MIT
 * FNV-1a with 64 bits, a hash by G. Fowler, L. C. Noll and K.-P. Vo.
 * http://www.isthe.com/chongo/tech/comp/fnv */
#ifndef FNV1A_H
#define FNV1A_H

#include <stddef.h>
#include <stdint.h>

#define FNV1A_BASIS UINT64_C(0xcbf29ce484222325) /* the hash of no bytes */

/* Continues a hash by n bytes. */
static inline uint64_t fnv1a(uint64_t hash, const void *bytes, size_t n)
{
    for (const unsigned char *byte = bytes; n--; byte++)
        hash = (hash ^ *byte) * UINT64_C(0x100000001b3);
    return hash;
}

#endif
