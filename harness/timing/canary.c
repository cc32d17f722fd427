/* SPDX-License-Identifier: MIT
 * The operation of canaries is NOT. It takes one cycle on every core that we know, and runs on most
 * ports. Additions of a constant would not do, as some cores fold them at rename ("15 GHz" on
 * Golden Cove). The empty asm keeps the compiler from folding the NOTs. */
#include "timing/canary.h"
#include "base/clock.h"
#include "base/tuning.h"

#include <stdint.h>

typedef uintptr_t word;

#define NOT(x)                                                                                     \
    x = ~x;                                                                                        \
    __asm__ volatile("" : "+r"(x));
#define TEN(step) step step step step step step step step step step

/* Operations per round. */
enum { CHAIN_LENGTH = 100, WIDE_LENGTH = 10 * CANARY_CHAINS };

/* Keeps the counters of a coverage build out of the timed code. */
#define UNCOUNTED __attribute__((no_profile_instrument_function))

UNCOUNTED static double time_chain(void)
{
    word a = 0;
    double start = clock_seconds();
    for (int i = 0; i < CANARY_CHAIN_ROUNDS; i++) {
        TEN(TEN(NOT(a)))
    }
    return clock_seconds() - start;
}

UNCOUNTED static double time_wide(void)
{
    _Static_assert(CANARY_CHAINS == 8, "one variable per chain");
    word a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
    double start = clock_seconds();
    for (int i = 0; i < CANARY_WIDE_ROUNDS; i++) {
        TEN(NOT(a) NOT(b) NOT(c) NOT(d) NOT(e) NOT(f) NOT(g) NOT(h))
    }
    return clock_seconds() - start;
}

/* The first chain gives the clock during the sample: after 512-bit vectors, the clock remains a
 * sixth lower for only some 10 us. The second chain gives the clock during the wide load. */
UNCOUNTED struct canary canary_read(void)
{
    double first = time_chain(), wide = time_wide(), second = time_chain();
    const double chain_cycles = CANARY_CHAIN_ROUNDS * CHAIN_LENGTH;
    const double wide_operations = CANARY_WIDE_ROUNDS * WIDE_LENGTH;
    return (struct canary){.ghz = chain_cycles / first * 1e-9,
                           .ipc = wide_operations / wide / (chain_cycles / second)};
}

bool clock_check(struct error *error)
{
    bool ticks = true;
    for (int i = 0; ticks && i < CLOCK_CHECKS; i++) {
        double start = clock_seconds();
        canary_read();
        ticks = clock_seconds() > start;
    }
    return ticks || fail(error, STATUS_ENVIRONMENT,
                         "the system's clock does not advance, is too coarse, or runs backwards");
}
