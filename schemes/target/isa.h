/* SPDX-License-Identifier: MIT
 * Instruction set extensions: those of this machine, and those that a file is compiled for.
 *
 * Extensions are named by words, several in one string separated by blanks: "bmi2 avx2". A
 * machine has a word only if its CPU reports it *and* its operating system saves the registers
 * that belong to it. A machine lacks all words that the table for its architecture, below, does not
 * contain. NULL is the empty list. */
#ifndef ISA_H
#define ISA_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether this machine has all of these words. */
bool isa_has(const char *words);

/* Returns the words that this machine lacks, in order, separated by blanks; "" if it has all.
 * The text is valid until the same thread's next call of either function. */
const char *isa_missing(const char *words);

/* Returns the arguments of x86_reports(), such as "7, 0, EBX, 8, NO_STATE", for the word at the
 * beginning of a text; NULL: no word of x86 is there. For export, on any architecture. */
const char *isa_report_of_x86(const char *text);

/* The words of all architectures; NULL ends them. */
extern const char *const isa_words[];

/* ISA_BUILT is a string literal: the words that the compiler, by its -march and -m options, may use
 * in the file that expands ISA_BUILT. isa.c must be compiled for the architecture's baseline. */
#define ISA_BUILT "" ISA_TABLE(ISA_WORD_IF_BUILT)

/* The words, each with the compiler's macro and its place in the machine's report (see isa.c).
 *
 * x86: the arguments of x86_reports(). */
#define ISA_TABLE_OF_X86(X)                                                                        \
    X("sse2", __SSE2__, 1, 0, EDX, 26, NO_STATE)                                                   \
    X("sse3", __SSE3__, 1, 0, ECX, 0, NO_STATE)                                                    \
    X("pclmul", __PCLMUL__, 1, 0, ECX, 1, NO_STATE)                                                \
    X("ssse3", __SSSE3__, 1, 0, ECX, 9, NO_STATE)                                                  \
    X("fma", __FMA__, 1, 0, ECX, 12, AVX_STATE)                                                    \
    X("cx16", __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16, 1, 0, ECX, 13, NO_STATE)                        \
    X("sse4.1", __SSE4_1__, 1, 0, ECX, 19, NO_STATE)                                               \
    X("sse4.2", __SSE4_2__, 1, 0, ECX, 20, NO_STATE)                                               \
    X("movbe", __MOVBE__, 1, 0, ECX, 22, NO_STATE)                                                 \
    X("popcnt", __POPCNT__, 1, 0, ECX, 23, NO_STATE)                                               \
    X("aes", __AES__, 1, 0, ECX, 25, NO_STATE)                                                     \
    X("avx", __AVX__, 1, 0, ECX, 28, AVX_STATE)                                                    \
    X("f16c", __F16C__, 1, 0, ECX, 29, AVX_STATE)                                                  \
    X("bmi1", __BMI__, 7, 0, EBX, 3, NO_STATE)                                                     \
    X("avx2", __AVX2__, 7, 0, EBX, 5, AVX_STATE)                                                   \
    X("bmi2", __BMI2__, 7, 0, EBX, 8, NO_STATE)                                                    \
    X("avx512f", __AVX512F__, 7, 0, EBX, 16, AVX512_STATE)                                         \
    X("avx512dq", __AVX512DQ__, 7, 0, EBX, 17, AVX512_STATE)                                       \
    X("adx", __ADX__, 7, 0, EBX, 19, NO_STATE)                                                     \
    X("avx512ifma", __AVX512IFMA__, 7, 0, EBX, 21, AVX512_STATE)                                   \
    X("avx512cd", __AVX512CD__, 7, 0, EBX, 28, AVX512_STATE)                                       \
    X("sha", __SHA__, 7, 0, EBX, 29, NO_STATE)                                                     \
    X("avx512bw", __AVX512BW__, 7, 0, EBX, 30, AVX512_STATE)                                       \
    X("avx512vl", __AVX512VL__, 7, 0, EBX, 31, AVX512_STATE)                                       \
    X("avx512vbmi", __AVX512VBMI__, 7, 0, ECX, 1, AVX512_STATE)                                    \
    X("avx512vbmi2", __AVX512VBMI2__, 7, 0, ECX, 6, AVX512_STATE)                                  \
    X("gfni", __GFNI__, 7, 0, ECX, 8, NO_STATE)                                                    \
    X("vaes", __VAES__, 7, 0, ECX, 9, AVX_STATE)                                                   \
    X("vpclmulqdq", __VPCLMULQDQ__, 7, 0, ECX, 10, AVX_STATE)                                      \
    X("avx512vnni", __AVX512VNNI__, 7, 0, ECX, 11, AVX512_STATE)                                   \
    X("avx512bitalg", __AVX512BITALG__, 7, 0, ECX, 12, AVX512_STATE)                               \
    X("avx512vpopcntdq", __AVX512VPOPCNTDQ__, 7, 0, ECX, 14, AVX512_STATE)                         \
    X("avx512vp2intersect", __AVX512VP2INTERSECT__, 7, 0, EDX, 8, AVX512_STATE)                    \
    X("avx512fp16", __AVX512FP16__, 7, 0, EDX, 23, AVX512_STATE)                                   \
    X("avxvnni", __AVXVNNI__, 7, 1, EAX, 4, AVX_STATE)                                             \
    X("avx512bf16", __AVX512BF16__, 7, 1, EAX, 5, AVX512_STATE)                                    \
    X("avxifma", __AVXIFMA__, 7, 1, EAX, 23, AVX_STATE)                                            \
    X("apxf", __APX_F__, 7, 1, EDX, 21, APX_STATE)                                                 \
    X("lahf", __LAHF_SAHF__, 0x80000001, 0, ECX, 0, NO_STATE)                                      \
    X("lzcnt", __LZCNT__, 0x80000001, 0, ECX, 5, NO_STATE)                                         \
    X("sse4a", __SSE4A__, 0x80000001, 0, ECX, 6, NO_STATE)                                         \
    X("xop", __XOP__, 0x80000001, 0, ECX, 11, AVX_STATE)                                           \
    X("fma4", __FMA4__, 0x80000001, 0, ECX, 16, AVX_STATE)                                         \
    X("tbm", __TBM__, 0x80000001, 0, ECX, 21, NO_STATE)

/* Arm. Linux: word of the auxiliary vector, bit (uapi/asm/hwcap.h). Apple: name below
 * hw.optional.arm; NULL if every machine has it. */
#define ISA_TABLE_OF_ARM(X)                                                                        \
    X("neon", __ARM_NEON, HWCAP, 1, NULL)                                                          \
    X("pmull", __ARM_FEATURE_AES, HWCAP, 4, "FEAT_PMULL")                                          \
    X("crc32", __ARM_FEATURE_CRC32, HWCAP, 7, NULL)                                                \
    X("sha3", __ARM_FEATURE_SHA3, HWCAP, 17, "FEAT_SHA3")                                          \
    X("dotprod", __ARM_FEATURE_DOTPROD, HWCAP, 20, "FEAT_DotProd")                                 \
    X("sve", __ARM_FEATURE_SVE, HWCAP, 22, "FEAT_SVE")                                             \
    X("sve2", __ARM_FEATURE_SVE2, HWCAP2, 1, "FEAT_SVE2")                                          \
    X("sve2-bitperm", __ARM_FEATURE_SVE2_BITPERM, HWCAP2, 4, "FEAT_SVE_BitPerm")                   \
    X("cssc", __ARM_FEATURE_CSSC, HWCAP2, 34, "FEAT_CSSC")

/* RISC-V: bit of riscv_hwprobe()'s key IMA_EXT_0 (Linux Documentation/arch/riscv/hwprobe.rst). */
#define ISA_TABLE_OF_RISC_V(X)                                                                     \
    X("v", __riscv_v, 2)                                                                           \
    X("zba", __riscv_zba, 3)                                                                       \
    X("zbb", __riscv_zbb, 4)                                                                       \
    X("zbs", __riscv_zbs, 5)                                                                       \
    X("zbc", __riscv_zbc, 7)                                                                       \
    X("zbkb", __riscv_zbkb, 8)

#if defined(__x86_64__) || defined(__i386__)
#define ISA_TABLE ISA_TABLE_OF_X86
#elif defined(__aarch64__)
#define ISA_TABLE ISA_TABLE_OF_ARM
#elif defined(__riscv)
#define ISA_TABLE ISA_TABLE_OF_RISC_V
#else
#define ISA_TABLE(X)
#endif

/* `word " "` if the macro is defined, to 1 as usual or to version 1.0 as on RISC-V, otherwise "".
 * ISA_PASTE appends the macro's value to ISA_DEFINED_. If the macro is defined, the result names a
 * macro that expands to a comma, so that `word " "` becomes the second argument of ISA_SECOND; if
 * not, the result is an unknown name, and the second argument is "". */
#define ISA_WORD_IF_BUILT(word, macro, ...) ISA_PASTE(macro, word)
#define ISA_PASTE(value, word)              ISA_SHIFT(ISA_DEFINED_##value, word)
#define ISA_SHIFT(comma, word)              ISA_SECOND(comma word " ", "", )
#define ISA_SECOND(first, second, ...)      second
#define ISA_DEFINED_1                       ,
#define ISA_DEFINED_1000000                 ,

#endif
