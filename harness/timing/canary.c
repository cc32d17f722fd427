/* SPDX-License-Identifier: MIT
 * The operation is NOT: one cycle on every core we know, not folded at rename as immediate adds are
 * ("15 GHz" on Golden Cove), and free to run on most ports. The empty asm keeps the compiler from
 * folding it too; what is left is the machine's own NOT, whichever the architecture. */
#include "timing/canary.h"
#include "base/clock.h"

#include <stdint.h>

typedef uintptr_t word;

#define NOT(x)                                                                                     \
    x = ~x;                                                                                        \
    __asm__ volatile("" : "+r"(x));
#define TEN(step) step step step step step step step step step step

enum { CHAIN_ROUNDS = 240, CHAIN_LENGTH = 100, SPREAD_ROUNDS = 1200, SPREAD_WIDTH = 80 };

/* Counters of a coverage build would be timed as well. */
#define UNCOUNTED __attribute__((no_profile_instrument_function))

UNCOUNTED static double time_chain(void)
{
    word a = 0;
    double start = clock_seconds();
    for (int i = 0; i < CHAIN_ROUNDS; i++) {
        TEN(TEN(NOT(a)))
    }
    return clock_seconds() - start;
}

UNCOUNTED static double time_spread(void)
{
    word a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0;
    double start = clock_seconds();
    for (int i = 0; i < SPREAD_ROUNDS; i++) {
        TEN(NOT(a) NOT(b) NOT(c) NOT(d) NOT(e) NOT(f) NOT(g) NOT(h))
    }
    return clock_seconds() - start;
}

/* The clock is read at once, since vectors of 512 bits slow it by a sixth, and some 10 us after the last it is back: for
 * operations a cycle it is read again. */
UNCOUNTED struct canary canary_read(void)
{
    double chain = time_chain(), spread = time_spread(), again = time_chain();
    const double links = CHAIN_ROUNDS * CHAIN_LENGTH, others = SPREAD_ROUNDS * SPREAD_WIDTH;
    return (struct canary){.ghz = links / chain * 1e-9, .ipc = others / spread / (links / again)};
}

bool clock_check(struct error *error)
{
    bool ticks = true;
    for (int i = 0; ticks && i < 8;
         i++) { /* one reading may have a coarse clock's tick within it */
        double start = clock_seconds();
        canary_read();
        ticks = clock_seconds() > start;
    }
    return ticks || fail(error, STATUS_ENVIRONMENT,
                         "the system's clock stands still, is too coarse, or runs backwards");
}
