/* SPDX-License-Identifier: MIT
 * Lists of queries and boards: they hold what the workload promises, and never change. */
#include "kernels/mix_shares.h"
#include "workload/list.h"
#include "support/test.h"

#include <stdint.h>

#include "support/games.h"

enum { N = 65536 };

/* A change of these lists would make all previous results incomparable. */
TEST(random_lists_never_change)
{
    static const struct {
        const char *name;
        size_t i; /* an item */
        unsigned square;
        bitboard occupied;
        double share; /* of all squares that are occupied */
    } lists[] = {{"random", 0, 36, 0xb88380a061024446, 0.25},
                 {"random:33.3", 0, 36, 0x25108686a57d0b23, 0.333},
                 {"random:0.1", 26, 6, 0x4000000, 0.001},
                 {"random:0", 0, 36, 0, 0},
                 {"random:100", 0, 36, ~(bitboard)0, 1}};
    for (size_t l = 0; l < COUNT(lists); l++) {
        struct list w = list_of(lists[l].name, ROOK, LIST_OF_QUERIES, N, 1),
                    other = list_of(lists[l].name, ROOK, LIST_OF_QUERIES, N, 2);
        double occupied = 0;
        for (size_t i = 0; i < N; i++)
            occupied += __builtin_popcountll(w.occupied[i]) / 64.0 / N;
        assert_within(occupied, lists[l].share, 0.002);
        assert_int_equal(w.square[lists[l].i], lists[l].square);
        assert_int_equal(w.occupied[lists[l].i], lists[l].occupied);
        assert_memory_not_equal(w.square, other.square, N);
        list_free(&other);
        list_free(&w);
    }
}

/* Each group continues the lists of its pieces; random ones have other seeds. */
TEST(mixes_interleave_the_lists_of_their_pieces)
{
    static const char *const workloads[] = {"games", "search", "random"};
    static const char *const groups[] = {"RRRBBBQ222222222", "RRRRRBBBBQQ22222"};
    for (enum piece mix = MIX_NNUE; mix <= MIX_HCE; mix++)
        for (size_t k = 0; k < 3; k++) {
            struct list w = list_of(workloads[k], mix, LIST_OF_QUERIES, N, 1), part[PIECES];
            size_t next[PIECES] = {0};
            for (enum piece piece = 0; piece < PIECES; piece++)
                part[piece] = list_of(workloads[k], piece, LIST_OF_QUERIES,
                                      N / MIX_GROUP * mix_share(mix, piece), 1 + (uint64_t)piece);
            assert_int_equal(w.n, N);
            for (size_t i = 0; i < N; i++) {
                enum piece piece = list_query_piece(mix, i);
                assert_int_equal("RBQ2"[piece], groups[mix - MIX_NNUE][i % MIX_GROUP]);
                assert_int_equal(w.square[i], part[piece].square[next[piece]]);
                assert_int_equal(w.occupied[i], part[piece].occupied[next[piece]++]);
            }
            for (enum piece piece = 0; piece < PIECES; piece++) {
                assert_int_equal(next[piece], part[piece].distinct);
                list_free(&part[piece]);
            }
            list_free(&w);
        }
}

/* Short lists are repeated, up to 1024 queries; lists of mixes have whole groups. */
TEST(lists_have_these_lengths)
{
    static const struct {
        enum piece piece;
        size_t requested, distinct, in_memory;
    } lengths[] = {{ROOK, 1, 1, 1024},        {ROOK, 7, 7, 1022},         {ROOK, 341, 341, 1023},
                   {ROOK, 342, 342, 684},     {ROOK, 512, 512, 1024},     {ROOK, 513, 513, 513},
                   {MIX_HCE, 1, 16, 1024},    {MIX_HCE, 16, 16, 1024},    {MIX_HCE, 17, 32, 1024},
                   {MIX_HCE, 100, 112, 1008}, {MIX_HCE, 1030, 1040, 1040}};
    for (size_t l = 0; l < COUNT(lengths); l++) {
        struct list w =
            list_of("games", lengths[l].piece, LIST_OF_QUERIES, lengths[l].requested, 1);
        assert_int_equal(w.distinct, lengths[l].distinct);
        assert_int_equal(w.n, lengths[l].in_memory);
        for (size_t i = w.distinct; i < w.n; i++) {
            assert_int_equal(w.square[i], w.square[i - w.distinct]);
            assert_int_equal(w.occupied[i], w.occupied[i - w.distinct]);
        }
        list_free(&w);
    }
}

RUN_TESTS(read_corpus, free_corpus)
