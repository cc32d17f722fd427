/* SPDX-License-Identifier: MIT
 * What compilers have beyond standard C, in a form for gcc and clang, which compile the kernels.
 * For exported headers there are forms for MSVC and for any compiler of C99 or C++14, too. */
#ifndef COMPILER_H
#define COMPILER_H

#include <stdint.h>

#ifdef _MSC_VER
#include <intrin.h>
#endif

/* Aligns a table, as in `static ALIGNED(64) bitboard sets[64];`, or a `struct ALIGNED(64) name`. */
#if defined(__GNUC__)
#define ALIGNED(bytes) __attribute__((aligned(bytes)))
#elif defined(_MSC_VER)
#define ALIGNED(bytes) __declspec(align(bytes))
#else
#define ALIGNED(bytes)
#endif

/* Begins a function that is large, but must be inlined into the kernels. */
#if defined(__GNUC__)
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#elif defined(_MSC_VER)
#define ALWAYS_INLINE static __forceinline
#else
#define ALWAYS_INLINE static inline
#endif

/* Follows a switch that has a case for every value. */
#if defined(__GNUC__)
#define UNREACHABLE() __builtin_unreachable()
#elif defined(_MSC_VER)
#define UNREACHABLE() __assume(0)
#else
#define UNREACHABLE() return 0
#endif

/* Keeps a compiler from merging the code of a case with the code of other cases. */
#ifdef __GNUC__
#define DISTINCT_CASE(n) __asm__ volatile("" : : "i"(n))
#else
#define DISTINCT_CASE(n) ((void)0)
#endif

#ifdef __GNUC__
#define UNLIKELY(condition) __builtin_expect(condition, 0)
#else
#define UNLIKELY(condition) (condition)
#endif

/* Hides a value from the compiler, which then only knows that the value is in a register. Costs no
 * instruction. */
#ifdef BATCH_BUILD /* it would prevent vectorisation */
#define HIDE_FROM_COMPILER(value) ((void)(value))
#else
#if defined(__GNUC__)
#define HIDE_FROM_COMPILER(value) __asm__("" : "+r"(value))
#else
#define HIDE_FROM_COMPILER(value) ((void)(value))
#endif
#endif

/* Hides an object in memory from the compiler: what was stored there is loaded again, not taken
 * from the register that it came from. */
#ifdef __GNUC__
#define HIDE_IN_MEMORY(object) __asm__ volatile("" : "+m"(object))
#else
#define HIDE_IN_MEMORY(object) ((void)(object))
#endif

static inline int count_bits(uint64_t set)
{
#ifdef __GNUC__
    return __builtin_popcountll(set);
#else
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
#endif
}

/* Returns the number of the lowest bit of a set that is not empty. */
static inline int trailing_zeros(uint64_t set)
{
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#elif defined(_MSC_VER)
    unsigned long index;
    _BitScanForward64(&index, set);
    return (int)index;
#else
    return count_bits((set - 1) & ~set);
#endif
}

/* Returns 63 minus the number of the highest bit of a set that is not empty. */
static inline int leading_zeros(uint64_t set)
{
#if defined(__GNUC__)
    return __builtin_clzll(set);
#elif defined(_MSC_VER)
    unsigned long index;
    _BitScanReverse64(&index, set);
    return 63 - (int)index;
#else
    for (int shift = 1; shift < 64; shift *= 2)
        set |= set >> shift;
    return 64 - count_bits(set);
#endif
}

/* Reverses the order of the bytes: on a board, of the ranks. */
static inline uint64_t swap_bytes(uint64_t board)
{
#ifdef __GNUC__
    return __builtin_bswap64(board);
#else
    board = (board >> 8 & 0x00ff00ff00ff00ff) | (board & 0x00ff00ff00ff00ff) << 8;
    board = (board >> 16 & 0x0000ffff0000ffff) | (board & 0x0000ffff0000ffff) << 16;
    return board >> 32 | board << 32;
#endif
}

#endif
