/* SPDX-License-Identifier: MIT */
#include "timing/cold_cache.h"

/* A conditional jump around an operation with a constant of its own, so that no two functions are
 * merged. The empty assembly keeps the jump: without it the compiler computes both sides. */
// clang-format off
#define STEP(bit)                                                                                  \
    if (bits >> (bit) & 1) {                                                                       \
        sum += (__COUNTER__ + 1) * UINT64_C(0x9E3779B1) & 0x7FFFFFFF;                              \
        __asm__ volatile("" : "+r"(sum));                                                          \
    }
#define STEPS_4(bit)  STEP(bit) STEP((bit) + 1) STEP((bit) + 2) STEP((bit) + 3)
#define STEPS_16(bit) STEPS_4(bit) STEPS_4((bit) + 4) STEPS_4((bit) + 8) STEPS_4((bit) + 12)
#define STEPS_64      STEPS_16(0) STEPS_16(16) STEPS_16(32) STEPS_16(48)

#define FUNCTION(name)                                                                             \
    static uint64_t name(uint64_t bits, uint64_t sum)                                              \
    {                                                                                              \
        STEPS_64 return sum;                                                                       \
    }
#define FUNCTIONS_4(name)                                                                          \
    FUNCTION(name##0) FUNCTION(name##1) FUNCTION(name##2) FUNCTION(name##3)
#define FUNCTIONS_16(name)                                                                         \
    FUNCTIONS_4(name##0) FUNCTIONS_4(name##1) FUNCTIONS_4(name##2) FUNCTIONS_4(name##3)
#define FUNCTIONS_64(name)                                                                         \
    FUNCTIONS_16(name##0) FUNCTIONS_16(name##1) FUNCTIONS_16(name##2) FUNCTIONS_16(name##3)

#define NAMES_4(name)  name##0, name##1, name##2, name##3
#define NAMES_16(name) NAMES_4(name##0), NAMES_4(name##1), NAMES_4(name##2), NAMES_4(name##3)
#define NAMES_64(name) NAMES_16(name##0), NAMES_16(name##1), NAMES_16(name##2), NAMES_16(name##3)

FUNCTIONS_64(code_0)
FUNCTIONS_64(code_1)
FUNCTIONS_64(code_2)
FUNCTIONS_64(code_3)
FUNCTIONS_64(code_4)
// clang-format on

cold_code_fn *const cold_code[] = {NAMES_64(code_0), NAMES_64(code_1), NAMES_64(code_2),
                                   NAMES_64(code_3), NAMES_64(code_4)};
const size_t cold_code_count = sizeof cold_code / sizeof *cold_code;

static struct random drawn = {1};

void cold_code_draw(struct random random)
{
    drawn = random;
}

uint64_t cold_code_run(void)
{
    const uint64_t chance = UINT64_C(0x8000800080008000), fixed = UINT64_C(0x35A92D6B4C71596A);
    uint64_t sum = 0;
    for (size_t i = 0; i < cold_code_count; i++)
        sum = cold_code[i](fixed ^ (random_next(&drawn) & chance), sum);
    return sum;
}
