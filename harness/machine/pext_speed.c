/* SPDX-License-Identifier: MIT */
#include "machine/pext_speed.h"
#include "target/isa.h"

#include <math.h>
#include <stdint.h>
#include <time.h>

#ifdef __x86_64__
enum { LOOPS = 40, ROUNDS = 25 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Assembler, so that it needs no compiler flag and no compiler folds it. Register additions: chains
 * of additions of constants are folded at rename by Intel cores since Golden Cove. */
#define CHAIN(instruction)                                                                         \
    do {                                                                                           \
        uint64_t value = 1;                                                                        \
        for (int i = 0; i < LOOPS; i++)                                                            \
            __asm__ volatile(".rept 100\n\t" instruction "\n\t.endr"                               \
                             : "+r"(value)                                                         \
                             : "r"(UINT64_C(0x000101010101017e)));                                 \
    } while (0)

double pext_speed(void)
{
    double pext = INFINITY, add = INFINITY; /* the fastest round: least disturbed, highest clock */
    if (!isa_has("bmi2"))
        return 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = seconds();
        CHAIN("pextq %1, %0, %0");
        double middle = seconds();
        CHAIN("addq %0, %0");
        pext = fmin(pext, middle - start);
        add = fmin(add, seconds() - middle);
    }
    return pext / add;
}
#else
double pext_speed(void)
{
    return 0;
}
#endif
