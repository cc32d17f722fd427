/* SPDX-License-Identifier: MIT
 * Canaries with a clock that the test controls. */
#include "support/test.h"
#include "timing/canary.h"

#include <signal.h>
#include <time.h>
#include <ucontext.h>

/* Operations of the chain and of the wide load. */
enum { CHAIN = 24000, WIDE = 96000 };

enum { READINGS = 8 }; /* of the clock by a canary */

/* Nanoseconds between two readings; the last value repeats. */
static const long *steps;
static struct timespec now;
static size_t readings;

int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
    *time = now;
    now.tv_nsec += *steps;
    readings++;
    now.tv_sec += now.tv_nsec / 1000000000;
    now.tv_nsec %= 1000000000;
    steps += steps[1] != 0;
    return 0;
}

static void start(const long *given)
{
    now = (struct timespec){.tv_sec = 1000};
    steps = given;
    readings = 0;
}

/* 6 us for the chain mean 4 GHz. The wide load takes 8 us; the second chain gives its clock. */
TEST(first_chain_gives_ghz_and_second_gives_ipc)
{
    start((const long[]){6000, 100, 8000, 100, 12000, 0});
    struct canary canary = canary_read();
    assert_within(canary.ghz, CHAIN / 6000.0, 1e-6);
    assert_within(canary.ipc, WIDE / 8000.0 / (CHAIN / 12000.0), 1e-6);
}

#ifdef __x86_64__

enum { TRAP = 0x100 }; /* flag: a signal after each instruction */

static bool trapped;
static uint32_t executed[READINGS]; /* NOTs after each reading of the clock */

static void count(int number, siginfo_t *info, void *context)
{
    trapped = true;
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    const uint8_t *code = (const uint8_t *)registers[REG_RIP];
    executed[readings] += (code[0] & ~1) == 0x48 && code[1] == 0xf7 && (code[2] & ~7) == 0xd0;
}

TEST(number_of_operations_is_as_assumed)
{
    sigaction(SIGTRAP, &(struct sigaction){.sa_sigaction = count, .sa_flags = SA_SIGINFO}, NULL);
    start((const long[]){1, 0});
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() | TRAP);
    canary_read();
    __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~(uint64_t)TRAP);
    if (!trapped)
        SKIP("no signal after each instruction here");
    const uint32_t expected[READINGS] = {0, CHAIN, 0, WIDE, 0, CHAIN};
    assert_memory_equal(executed, expected, sizeof expected);
}

#endif

RUN_TESTS(NULL, NULL)
