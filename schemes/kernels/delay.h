/* SPDX-License-Identifier: MIT
 * The delay of a control. A control is a copy of a scheme that is slower by a known time, and shows
 * whether the harness measures this difference right. (Burchell and Marr 2025 slow programs down
 * like this to check profilers.) A template without include guard, part of kernels.h.
 *
 * The delay is a chain of XORs of a register with the 0 that queries->zero hides from the compiler.
 * The XORs leave the value as it is, and each takes a cycle on every core we know: no core
 * eliminates or fuses them, as some do with moves and additions. (Canaries consist of NOTs.) In
 * LATENCY the delay lengthens the chain that the queries form. In THROUGHPUT it lengthens the chain
 * of sums, which has one addition per query. If the delay is longer than the rest of a query, this
 * chain takes delay + 1 cycles per query, however many operations the core executes at once. */
#ifdef SCHEME_DELAYS

/* Each run of a kernel, which is a sample or one of two parts of a sample, takes the next delay.
 * `run` is written only if there are several delays. */
#define DELAY_OF_RUN                                                                               \
    static const uint8_t delays[] = {SCHEME_DELAYS};                                               \
    static unsigned run;                                                                           \
    const unsigned delay = delays[sizeof delays > 1 ? run++ % sizeof delays : 0];

#define DELAY_CYCLE(value)                                                                         \
    value ^= q.zero;                                                                               \
    DO_NOT_OPTIMIZE(value);
#define TEN(step) step step step step step step step step step step

/* Only every DELAY_EVERY-th query is delayed, so that the mean delay can be less than a cycle. */
#ifndef DELAY_EVERY
#define DELAY_EVERY 1
#endif

/* Runs ten XORs in each pass of a loop, whose jump may take two cycles. */
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
