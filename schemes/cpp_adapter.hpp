/* SPDX-License-Identifier: MIT
 * Times third-party C++ code beside the schemes, in the same kernels, without copying it into this
 * repository. Write rays/mine.cpp, or in another family's folder:
 *
 *     #include "their/attacks.hpp"
 *     #include "cpp_adapter.hpp"
 *
 *     namespace
 *     {
 *     struct mine {
 *         static constexpr size_t table_bytes = 843 << 10;           // of all tables; 0: none
 *         static void init();                                        // fills them
 *         static uint64_t rook(unsigned square, uint64_t occupied);  // a1 = 0, h8 = 63
 *         static uint64_t bishop(unsigned square, uint64_t occupied);
 *         static uint64_t queen(unsigned square, uint64_t occupied);
 *     };
 *     }
 *     CPP_SCHEME(mine, "title", "author", "2020", "https://where.it/is", BRANCHLESS)
 *
 * and add `scheme(mine SOURCE mine.cpp)` to list.cmake, after the line of that family. The code is
 * compiled with the vector instructions of the CPU, so that a header that tests __AVX2__ takes the
 * same path as in its engine. If the code uses vectors, add SIMD to the traits.
 *
 * C++14. If two libraries share a name with external linkage, add `DEFINE Theirs=Theirs2` to the
 * scheme() line of one. The scheme is verified like any other, and timed in all modes except batch
 * and board, by the same kernels as every scheme.
 *
 * Other languages bring whole kernels, as nothing is inlined across languages. A static library
 * exports throughput, latency and the getters as C functions with the types of scheme.h. A C file's
 * const struct scheme names them, as made() does below. In Rust DO_NOT_OPTIMIZE() of kernels.h is
 *
 *     asm!("# {0}", inout(reg) attacks, options(nomem, nostack, preserves_flags))
 *
 * and the compiler's flags, with lto = "fat", are
 *
 *     -C target-cpu=native -C no-vectorize-loops -C no-vectorize-slp
 *     -C llvm-args=-unroll-runtime=false
 *     -C llvm-args=-x86-experimental-pref-innermost-loop-alignment=6
 *
 * Check the object code for calls and for vectors that hold several queries. */
#ifndef CPP_ADAPTER_HPP
#define CPP_ADAPTER_HPP

#include <initializer_list>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Keeps scheme.h's ROOK, WHITE and bitboard apart from third-party names. */
namespace cpp_schemes
{

extern "C" {
#include "common/compiler.h"
#include "kernels/mix_shares.h"
#include "kernels/queries.h"
}

/* Unnamed: two files that use the same name for their struct must not share one kernel. */
namespace
{

/* The kernels of all schemes, with the getters of `Code`. They are in a class because they are
 * compiled before the scheme's getters are known. */
template <class Code> struct kernels_of {
    static bitboard rook_attacks(unsigned square, bitboard occupied)
    {
        return Code::rook(square, occupied);
    }

    static bitboard bishop_attacks(unsigned square, bitboard occupied)
    {
        return Code::bishop(square, occupied);
    }

    static bitboard queen_attacks(unsigned square, bitboard occupied)
    {
        return Code::queen(square, occupied);
    }
#define queen_attacks queen_attacks

#include "kernels/kernels.h"
};

#define CPP_KERNELS(kind, mode)                                                                    \
    s.kernel[kind][ROOK] = kernels::rook_##mode;                                                   \
    s.kernel[kind][BISHOP] = kernels::bishop_##mode;                                               \
    s.kernel[kind][QUEEN] = kernels::queen_##mode;                                                 \
    s.kernel[kind][BOTH] = kernels::both_##mode;

template <class Code> constexpr scheme made(scheme s)
{
    using kernels = kernels_of<Code>;
    s.built = true;
    s.init = Code::init;
    for (size_t &bytes : s.table_bytes)
        bytes = Code::table_bytes;
    s.view_bytes = sizeof(bitboard);
    s.set_view = kernels::view_setter;
    s.toggle = kernels::view_toggler;
    s.piece[ROOK] = {kernels::rook_getter, kernels::rooks_getter, nullptr, nullptr};
    s.piece[BISHOP] = {kernels::bishop_getter, kernels::bishops_getter, nullptr, nullptr};
    s.piece[QUEEN] = {kernels::queen_getter, kernels::queens_getter, nullptr, nullptr};
    s.piece[BOTH].attacks = kernels::both_getter;
    CPP_KERNELS(KERNEL_THROUGHPUT, throughput)
    CPP_KERNELS(KERNEL_LATENCY, latency)
    CPP_KERNELS(KERNEL_LATENCY_OCCUPANCY, latency_occupancy)
    s.kernel[KERNEL_THROUGHPUT][MIX_NNUE] = kernels::mix_nnue_throughput;
    s.kernel[KERNEL_THROUGHPUT][MIX_HCE] = kernels::mix_hce_throughput;
    s.kernel[KERNEL_SETWISE][ROOK] = kernels::rook_setwise;
    s.kernel[KERNEL_SETWISE][BISHOP] = kernels::bishop_setwise;
    s.kernel[KERNEL_SETWISE][QUEEN] = kernels::queen_setwise;
    s.kernel[KERNEL_SETWISE][ALL] = kernels::all_setwise;
    s.kernel[KERNEL_REPLAY][ALL] = kernels::all_replay;
    s.kernel[KERNEL_REPLAY_UPKEEP][ALL] = kernels::all_upkeep;
    s.kernel[KERNEL_REPLAY_LOOKUPS][ALL] = kernels::all_lookups;
    return s;
}

constexpr scheme credits(const char *title, const char *author, const char *year,
                         const char *source, unsigned traits)
{
    scheme s{};
    s.name = SCHEME_NAME;
    s.family = SCHEME_FAMILY;
    s.twin = SCHEME_TWIN;
    s.title = title;
    s.author = author;
    s.year = year;
    s.source = source;
    s.traits = traits;
    return s;
}

} // namespace
} // namespace cpp_schemes

#define CPP_SCHEME(type, title, author, year, source, traits)                                      \
    namespace cpp_schemes                                                                          \
    {                                                                                              \
    extern "C" {                                                                                   \
    extern constexpr scheme SCHEME = made<type>(credits(title, author, year, source, traits));     \
    }                                                                                              \
    }

#endif
