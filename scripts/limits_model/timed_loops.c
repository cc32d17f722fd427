/* SPDX-License-Identifier: MIT
 * Times the loops that timed_loops.py generates, and prints the cycles per round of each. The
 * first loop, a dependent chain of 100 NOT, defines the cycle; see harness/timing/canary.c. Each
 * result is the minimum of many short samples, which excludes other programs and interrupts. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

typedef void timed_loop(char *memory, uint64_t rounds); /* memory is zero until a loop stores */

extern timed_loop *const loops[]; /* the chain of NOT, the other loops, NULL */

enum { CHAIN_ROUNDS = 200, CHAIN_LENGTH = 100, ROUNDS = 5000, SAMPLES = 400 };

static double nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static double least_of(double least, double value)
{
    return value < least ? value : least;
}

int main(void)
{
    static char pages[1 << 17] __attribute__((aligned(4096)));
    char *const memory = pages + sizeof pages / 2; /* loops have offsets of both signs */
    for (timed_loop *const *loop = loops + 1; *loop; loop++) {
        double chain = 1e99, taken = 1e99;
        for (int i = 0; i < SAMPLES; i++) {
            double start = nanoseconds();
            (*loop)(memory, ROUNDS);
            double middle = nanoseconds();
            loops[0](memory, CHAIN_ROUNDS);
            taken = least_of(taken, middle - start);
            chain = least_of(chain, nanoseconds() - middle);
        }
        printf("%.4f\n", taken / ROUNDS * (CHAIN_ROUNDS * CHAIN_LENGTH) / chain);
    }
    return 0;
}
