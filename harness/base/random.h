/* SPDX-License-Identifier: MIT
 * The random numbers of a run: SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014,
 * https://doi.org/10.1145/2660193.2660195). A seed gives the same numbers on every machine. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t state; /* the seed */
};

static inline uint64_t random_next(struct random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a number from 0 to n - 1. Its bias is below n / 2^32, so n must be far below 2^32. */
static inline size_t random_below(struct random *random, size_t n)
{
    return (size_t)((random_next(random) >> 32) * n >> 32);
}

#endif
