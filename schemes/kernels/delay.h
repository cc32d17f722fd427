/* SPDX-License-Identifier: MIT
 * The delay of a control: a copy of a scheme whose true cost is known, to show that unequal code
 * reads unequal by the right amount. (Burchell and Marr 2025 slow programs down like this to check
 * profilers.) All other schemes have none. A template without include guard, part of kernels.h.
 *
 * The delay is a chain of XORs of a register with another one, the opaque zero. They leave a value
 * as it is, and take a cycle each on every core we know: none eliminates or fuses them, as it may
 * moves and additions. The canary's operation is another one. In LATENCY the delay is added to the
 * chain that the queries form. In THROUGHPUT it is added to the chain of sums, which has one
 * addition per query. If the delay is longer than the rest of a query, that takes delay + 1 cycles
 * per query, however many operations the core executes at once. */
#ifdef SCHEME_DELAYS

/* Each run of a kernel, which is a sample or one of two parts of it, takes the next delay. */
#define DELAY_OF_RUN                                                                               \
    static const uint8_t delays[] = {SCHEME_DELAYS};                                               \
    static unsigned run; /* of constants none is written */                                        \
    const unsigned delay = delays[sizeof delays > 1 ? run++ % sizeof delays : 0];

#define DELAY_CYCLE(value)                                                                         \
    value ^= q.zero;                                                                               \
    DO_NOT_OPTIMIZE(value);
#define TEN(step) step step step step step step step step step step

/* The delay of every DELAY_EVERY-th query, for parts of a cycle on average. */
#ifndef DELAY_EVERY
#define DELAY_EVERY 1
#endif

/* Ten at a time: a loop may take two cycles for its jump. */
#define DELAY(value)                                                                               \
    if (i % DELAY_EVERY == 0) {                                                                    \
        for (unsigned tens = delay / 10; tens; tens--) {                                           \
            TEN(DELAY_CYCLE(value))                                                                \
        }                                                                                          \
        for (unsigned left = delay % 10; left; left--) {                                           \
            DELAY_CYCLE(value)                                                                     \
        }                                                                                          \
    }
#else
#define DELAY_OF_RUN
#define DELAY(value)
#endif
