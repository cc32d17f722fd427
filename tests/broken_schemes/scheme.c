/* SPDX-License-Identifier: MIT
 * Schemes that fail, each in one manner, to test how the harness handles it. The build defines one
 * of the names in CMakeLists.txt. WRONG_SET and ..._IN_VERIFY fail in verification, the others only
 * when they are timed; SLOW_VIEW is only slow. */
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
static inline bool timed_view(bitboard occupied)
{
    return occupied == 0xb88380a061024446;
}

static inline void failing_view(void *v, bitboard occupied)
{
#if defined CRASH_IN_VIEW
    if (timed_view(occupied))
        *nowhere = 1;
#elif defined SLOW_VIEW /* once, as on a busy machine */
    static unsigned tenths = 20;
    for (; timed_view(occupied) && tenths; tenths--)
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
#endif
    set_view(v, occupied);
}

/* The kernels are verified, too, and fail only when they are timed: verification has one query
 * fewer, or none. */
static inline bool timed(const struct queries *queries)
{
    return VERIFY_LIST_LENGTH - queries->n >= 2;
}

static inline bitboard failing_loop(const struct queries *queries)
{
#if defined CRASH_IN_LOOP
    if (timed(queries))
        *nowhere = 1;
#elif defined ABORT_IN_LOOP
    if (timed(queries))
        abort();
#elif defined HANG_IN_LOOP
    for (volatile bool on = timed(queries); on;)
        continue;
#elif defined SLEEP_IN_LOOP
    while (timed(queries))
        pause();
#elif defined WRONG_LOOP
    return queen_throughput(queries) + timed(queries);
#endif
    return queen_throughput(queries);
}

static inline void failing_init(void)
{
    *nowhere = 1;
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
    .set_view = failing_view,
    .kernel[KERNEL_THROUGHPUT][QUEEN] = failing_loop,
#if defined CRASH_IN_INIT
    .traits = MOCK, /* not verified */
    .init = failing_init,
#elif defined NO_SUCH_ISA
    .built = false,
    .needs = "an instruction of tomorrow",
#endif
};
