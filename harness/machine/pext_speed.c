/* SPDX-License-Identifier: MIT */
#include "machine/pext_speed.h"
#include "base/clock.h"
#include "target/isa.h"

#include <math.h>
#include <stdint.h>

#ifdef __x86_64__
enum { LOOPS = 40, ROUNDS = 25 };

/* Assembler needs no compiler flag and is not optimised. The additions use registers, because
 * Intel cores since Golden Cove fold chains of immediate additions at rename. */
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
    /* The fastest round is the least disturbed one, at the highest clock. */
    double pext = INFINITY, add = INFINITY;
    if (!isa_has("bmi2"))
        return 0;
    for (int round = 0; round < ROUNDS; round++) {
        double start = clock_seconds();
        CHAIN("pextq %1, %0, %0");
        double middle = clock_seconds();
        CHAIN("addq %0, %0");
        pext = fmin(pext, middle - start);
        add = fmin(add, clock_seconds() - middle);
    }
    return pext / add;
}
#else
double pext_speed(void)
{
    return 0;
}
#endif
