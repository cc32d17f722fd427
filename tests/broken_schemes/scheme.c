/* SPDX-License-Identifier: MIT
 * Schemes that fail, each in one manner, to test how the harness handles it. The build defines one
 * of
 *
 *     WELL  WRONG_SET  CRASH_IN_INIT  CRASH_IN_VERIFY  HANG_IN_VERIFY  SLEEP_IN_VERIFY
 *     QUIT_IN_VERIFY
 *     CRASH_IN_VIEW  SLOW_VIEW  CRASH_IN_LOOP  ABORT_IN_LOOP  HANG_IN_LOOP  SLEEP_IN_LOOP
 *     WRONG_LOOP  NO_SUCH_ISA
 *
 * The first two lines, except WELL, fail in verification, the third only when it is timed;
 * SLOW_VIEW is only slow. */
#include "board.h"
#include "verify/verify.h"

#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static volatile int *const nowhere; /* NULL, hidden from the compiler */

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
#if defined WRONG_SET
    return reference_rook_attacks(square, occupied) ^ (square == 27);
#elif defined CRASH_IN_VERIFY
    *nowhere = 1;
#elif defined HANG_IN_VERIFY
    for (volatile int on = 1; on;)
        continue;
#elif defined SLEEP_IN_VERIFY
    for (;;)
        pause();
#elif defined QUIT_IN_VERIFY
    _exit(7);
#endif
    return reference_rook_attacks(square, occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return reference_bishop_attacks(square, occupied);
}

#include "kernels.h"

/* The first board of the workload random, which verification does not use. */
static bool timed_view(bitboard occupied)
{
    return occupied == 0xb88380a061024446;
}

static inline void set_or_crash(void *v, bitboard occupied)
{
    if (timed_view(occupied))
        *nowhere = 1;
    set_view(v, occupied);
}

/* Is late once, as on a busy machine. */
static inline void set_late(void *v, bitboard occupied)
{
    static unsigned tenths = 20;
    for (; timed_view(occupied) && tenths; tenths--)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    set_view(v, occupied);
}

static inline void init(void)
{
    *nowhere = 1;
}

/* The kernels are verified, too, and fail only when they are timed. */
static inline bool timed(const struct queries *queries)
{
    return VERIFY_LIST_LENGTH - queries->n >= 2; /* verification has one query fewer, or none */
}

static inline bitboard crash(const struct queries *queries)
{
    if (timed(queries))
        *nowhere = 1;
    return queen_throughput(queries);
}

static inline bitboard abort_in_loop(const struct queries *queries)
{
    if (timed(queries))
        abort();
    return queen_throughput(queries);
}

static inline bitboard hang(const struct queries *queries)
{
    for (volatile bool on = timed(queries); on;)
        continue;
    return queen_throughput(queries);
}

static inline bitboard sleep_on(const struct queries *queries)
{
    while (timed(queries))
        pause();
    return queen_throughput(queries);
}

static inline bitboard wrong_sum(const struct queries *queries)
{
    return queen_throughput(queries) + timed(queries);
}

/* The members that differ from SCHEME_CODE's override them, on purpose. */
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Winitializer-overrides"
#endif

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Fails on purpose",
    .author = "slidebench",
    .year = "2026",
    .source = "https://www.chessprogramming.org/Sliding_Piece_Attacks",
#if defined CRASH_IN_INIT
    .traits = MOCK, /* not verified */
    .init = init,
#elif defined CRASH_IN_VIEW
    .set_view = set_or_crash,
#elif defined SLOW_VIEW
    .set_view = set_late,
#elif defined CRASH_IN_LOOP
    .kernel[KERNEL_THROUGHPUT][QUEEN] = crash,
#elif defined ABORT_IN_LOOP
    .kernel[KERNEL_THROUGHPUT][QUEEN] = abort_in_loop,
#elif defined HANG_IN_LOOP
    .kernel[KERNEL_THROUGHPUT][QUEEN] = hang,
#elif defined SLEEP_IN_LOOP
    .kernel[KERNEL_THROUGHPUT][QUEEN] = sleep_on,
#elif defined WRONG_LOOP
    .kernel[KERNEL_THROUGHPUT][QUEEN] = wrong_sum,
#elif defined NO_SUCH_ISA
    .built = false,
    .needs = "an instruction of tomorrow",
#endif
};
