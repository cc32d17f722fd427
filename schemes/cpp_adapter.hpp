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
 * and, after that family's line in CMakeLists.txt, `scheme(mine SOURCE mine.cpp)`. The code is
 * compiled for the CPU with its vectors: a header that tests __AVX2__ takes the path that it
 * takes in its engine. If it uses vectors, add SIMD to the traits.
 *
 * C++14. Two libraries that share a name with external linkage need -DTheirs=Theirs2 on one of the
 * lines. The scheme is verified like any other, and timed in all modes except setwise, replay,
 * batch and board. The kernels are those of single_query.h.
 *
 * Other languages bring whole kernels, as nothing is inlined across languages. A static library
 * exports throughput, latency and the getters as C functions of scheme.h's types. A C file's const
 * struct scheme names them, as made() does below. In Rust kept() is
 *
 *     asm!("# {0}", inout(reg) attacks, options(nomem, nostack, preserves_flags))
 *
 * and the flags, with lto = "fat", are
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
#include "kernels/queries.h"
}

/* Unnamed: two files that use the same name for their struct must not share one kernel. */
namespace
{

/* As in kernels.h: forces the result into a register. */
inline bitboard kept(bitboard attacks)
{
    __asm__ volatile("" : "+r"(attacks));
    return attacks;
}

#ifdef __clang__
#define CPP_NO_UNROLL _Pragma("clang loop unroll(disable)")
#else
#define CPP_NO_UNROLL _Pragma("GCC unroll 1")
#endif

template <class Code> struct rook_of {
    static bitboard sum(unsigned square, bitboard occupied)
    {
        return kept(Code::rook(square, occupied));
    }
};

template <class Code> struct bishop_of {
    static bitboard sum(unsigned square, bitboard occupied)
    {
        return kept(Code::bishop(square, occupied));
    }
};

template <class Code> struct queen_of {
    static bitboard sum(unsigned square, bitboard occupied)
    {
        return kept(Code::queen(square, occupied));
    }
};

template <class Code> struct both_of {
    static bitboard sum(unsigned square, bitboard occupied)
    {
        return kept(Code::rook(square, occupied)) + 2 * kept(Code::bishop(square, occupied));
    }
};

template <class Piece> __attribute__((flatten)) bitboard throughput(const queries *given)
{
    const queries q = *given;
    const bitboard *views = static_cast<const bitboard *>(q.views);
    bitboard sum = 0;
    CPP_NO_UNROLL
    for (size_t i = 0; i < q.n; i++)
        sum += Piece::sum(q.square[i], views[i]);
    return sum;
}

/* The mix's kernel of mix.h. */
template <class Piece>
bitboard lookups(const queries &q, const bitboard *views, size_t *i, unsigned share)
{
    bitboard sum = 0;
    __asm__ volatile("" : "+r"(share));
    CPP_NO_UNROLL
    do
        sum += Piece::sum(q.square[*i], views[*i]);
    while (++*i, --share);
    return sum;
}

template <class Code, piece mix>
__attribute__((flatten)) bitboard mix_throughput(const queries *given)
{
    const queries q = *given;
    const bitboard *views = static_cast<const bitboard *>(q.views);
    bitboard sum = 0;
    CPP_NO_UNROLL
    for (size_t i = 0; i < q.n;) {
        sum += lookups<rook_of<Code>>(q, views, &i, mix_share(mix, ROOK));
        sum += lookups<bishop_of<Code>>(q, views, &i, mix_share(mix, BISHOP));
        sum += lookups<queen_of<Code>>(q, views, &i, mix_share(mix, QUEEN));
        sum += lookups<both_of<Code>>(q, views, &i, mix_share(mix, BOTH));
    }
    return sum;
}

template <class Piece> __attribute__((flatten)) bitboard latency(const queries *given)
{
    const queries q = *given;
    const bitboard *views = static_cast<const bitboard *>(q.views);
    bitboard sum = 0, wait = 0;
    CPP_NO_UNROLL
    for (size_t i = 0; i < q.n; i++) {
        bitboard a = Piece::sum(q.square[i] + static_cast<unsigned>(wait), views[i]);
        sum += a;
        wait = a & q.zero;
    }
    return sum;
}

template <class Piece> __attribute__((flatten)) bitboard latency_occupancy(const queries *given)
{
    const queries q = *given;
    const char *views = static_cast<const char *>(q.views);
    bitboard sum = 0, wait = 0;
    CPP_NO_UNROLL
    for (size_t i = 0; i < q.n; i++) {
        const char *view = views + i * sizeof(bitboard) + wait;
        bitboard a = Piece::sum(q.square[i], *reinterpret_cast<const bitboard *>(view));
        sum += a;
        wait = a & q.zero;
    }
    return sum;
}

inline bitboard occupied_of(const void *view)
{
    return *static_cast<const bitboard *>(view);
}

template <bitboard (*attacks)(unsigned, bitboard)>
void getter(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = attacks(square, occupied_of(view));
}

template <class Code> void both_getter(unsigned square, const void *view, bitboard *sets)
{
    sets[0] = Code::rook(square, occupied_of(view));
    sets[1] = Code::bishop(square, occupied_of(view));
}

template <bitboard (*attacks)(unsigned, bitboard)>
bitboard of_set(bitboard sliders, const void *view)
{
    bitboard all = 0;
    for (; sliders; sliders &= sliders - 1)
        all |= attacks(static_cast<unsigned>(__builtin_ctzll(sliders)), occupied_of(view));
    return all;
}

inline void set_view(void *view, bitboard occupied)
{
    *static_cast<bitboard *>(view) = occupied;
}

inline void toggle(void *view, unsigned square)
{
    *static_cast<bitboard *>(view) ^= bitboard(1) << square;
}

constexpr void set_kernels(scheme &s, int kernel, kernel_fn *rook, kernel_fn *bishop,
                           kernel_fn *queen, kernel_fn *both)
{
    s.kernel[kernel][ROOK] = rook;
    s.kernel[kernel][BISHOP] = bishop;
    s.kernel[kernel][QUEEN] = queen;
    s.kernel[kernel][BOTH] = both;
}

template <class Code> constexpr scheme made(scheme s)
{
    s.built = true;
    s.init = Code::init;
    for (size_t &bytes : s.table_bytes)
        bytes = Code::table_bytes;
    s.view_bytes = sizeof(bitboard);
    s.set_view = set_view;
    s.toggle = toggle;
    s.piece[ROOK] = {getter<Code::rook>, of_set<Code::rook>, nullptr, nullptr};
    s.piece[BISHOP] = {getter<Code::bishop>, of_set<Code::bishop>, nullptr, nullptr};
    s.piece[QUEEN] = {getter<Code::queen>, of_set<Code::queen>, nullptr, nullptr};
    s.piece[BOTH].attacks = both_getter<Code>;
    set_kernels(s, KERNEL_THROUGHPUT, throughput<rook_of<Code>>, throughput<bishop_of<Code>>,
                throughput<queen_of<Code>>, throughput<both_of<Code>>);
    s.kernel[KERNEL_THROUGHPUT][MIX_NNUE] = mix_throughput<Code, MIX_NNUE>;
    s.kernel[KERNEL_THROUGHPUT][MIX_HAND_MADE] = mix_throughput<Code, MIX_HAND_MADE>;
    set_kernels(s, KERNEL_LATENCY, latency<rook_of<Code>>, latency<bishop_of<Code>>,
                latency<queen_of<Code>>, latency<both_of<Code>>);
    set_kernels(s, KERNEL_LATENCY_OCCUPANCY, latency_occupancy<rook_of<Code>>,
                latency_occupancy<bishop_of<Code>>, latency_occupancy<queen_of<Code>>,
                latency_occupancy<both_of<Code>>);
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
