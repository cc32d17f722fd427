/* SPDX-License-Identifier: MIT
 * Lists of queries and boards: they hold what the workload promises, and never change. */
#include "workload/generators.h"
#include "base/random.h"
#include "chess/oracle.h"
#include "support/within.h"
#include "workload/list.h"
#include "workload/list_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/games.h"

enum { N = 65536 };

/* The built-in games suffice for every piece; each query's square is occupied. */
static void games_give_a_full_list(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct list w = make("games", piece, N, 1);
        for (size_t i = 0; i < N; i++)
            assert_true(w.square[i] < 64 && w.occupied[i] >> w.square[i] & 1);
        list_free(&w);
    }
}

static void same_seed_gives_same_list(void **state)
{
    (void)state;
    struct list a = make("random", QUEEN, N, 9), b = make("random", QUEEN, N, 9),
                c = make("random", QUEEN, N, 10);
    assert_memory_equal(a.occupied, b.occupied, N * sizeof *a.occupied);
    assert_memory_equal(a.square, b.square, N);
    assert_memory_not_equal(a.occupied, c.occupied, N * sizeof *a.occupied);
    list_free(&a);
    list_free(&b);
    list_free(&c);
}

/* A change of these lists would make all previous results incomparable. */
static void random_lists_never_change(void **state)
{
    (void)state;
    struct list w = make("random", ROOK, N, 1);
    assert_int_equal(w.square[0], 36);
    assert_int_equal(w.occupied[0], 0xb88380a061024446);
    list_free(&w);
    assert_null(w.expected.prefix_sums);
    assert_string_equal(w.name, "");
    assert_int_equal(w.spec.kind, 0);
    w = make("random:33.3", ROOK, N, 1);
    assert_int_equal(w.occupied[0], 0x25108686a57d0b23);
    list_free(&w);
    w = make("random:0.1", ROOK, N, 1);
    assert_int_equal(w.square[26], 6);
    assert_int_equal(w.occupied[26], 0x4000000);
    list_free(&w);
    w = make("random:0", ROOK, N, 1); /* boards use no random word */
    struct random random = {1};
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(w.square[i], random_below(&random, 64));
        assert_int_equal(w.occupied[i], 0);
    }
    list_free(&w);
}

static void search_lists_never_change(void **state)
{
    (void)state;
    static const struct {
        enum piece piece;
        size_t n;
        bitboard sum;
    } lists[] = {
        {ROOK, 1000, 0xfed4a7ab2ddbed28},   {ROOK, N, 0x81f065ac4e76d0cf},
        {BISHOP, 1000, 0x7d2a900176fcfa10}, {BISHOP, N, 0x309daf339fc62bf0},
        {QUEEN, 1000, 0xe3e31fbfceb3acd8},  {QUEEN, N, 0x1aeb1e70c8fad70c},
        {BOTH, 1000, 0x6b372bd9723df983},   {BOTH, N, 0x95d756e9fbb51530},
    };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct list w = make("search", lists[i].piece, lists[i].n, 1);
        assert_int_equal(w.expected.prefix_sums[lists[i].n], lists[i].sum);
        list_free(&w);
    }
}

static bitboard sliders_of(const struct position *p, enum piece piece)
{
    bitboard of[] = {p->pieces[ROOK], p->pieces[BISHOP], p->pieces[QUEEN], 0, 0};
    of[BOTH] = of[ALL] = of[ROOK] | of[BISHOP] | of[QUEEN];
    return of[piece];
}

/* In the order of positions and squares: sliders of the side to move; with a range of piece
 * counts, of both sides. */
static void games_have_a_query_per_slider(void **state)
{
    (void)state;
    enum { SOME = 3000 };
    for (enum piece piece = 0; piece < PIECES; piece++)
        for (int counted = 0; counted < 2; counted++) {
            struct list w = make(counted ? "games:16-26" : "games", piece, SOME, 1);
            struct corpus_walk walk = {.corpus = &corpus};
            size_t n = 0;
            while (n < SOME) {
                assert_true(corpus_next(&walk));
                const struct position *p = &walk.position;
                bitboard occupied = position_occupied(p), sliders = sliders_of(p, piece);
                int pieces = __builtin_popcountll(occupied);
                if (counted && (pieces < 16 || pieces > 26))
                    continue;
                sliders &= counted ? occupied : p->colours[p->side];
                for (unsigned square = 0; square < 64 && n < SOME; square++)
                    if (sliders >> square & 1) {
                        assert_int_equal(w.square[n], square);
                        assert_int_equal(w.occupied[n++], occupied);
                    }
            }
            list_free(&w);
        }
}

/* The pieces of a group, in order. */
static const enum piece nnue[MIX_GROUP] = {ROOK, ROOK, ROOK, BISHOP, BISHOP, BISHOP, QUEEN, BOTH,
                                           BOTH, BOTH, BOTH, BOTH,   BOTH,   BOTH,   BOTH,  BOTH},
                        hand_made[MIX_GROUP] = {ROOK,   ROOK,   ROOK,   ROOK,  ROOK,  BISHOP,
                                                BISHOP, BISHOP, BISHOP, QUEEN, QUEEN, BOTH,
                                                BOTH,   BOTH,   BOTH,   BOTH};

/* Each group continues the lists of its pieces; random ones have other seeds. */
static void mixes_interleave_the_lists_of_their_pieces(void **state)
{
    (void)state;
    static const char *const workloads[] = {"games", "search", "random"};
    for (enum piece mix = MIX_NNUE; mix <= MIX_HAND_MADE; mix++)
        for (size_t k = 0; k < 3; k++) {
            struct list w = make(workloads[k], mix, N, 1), part[PIECES];
            size_t next[PIECES] = {0};
            for (enum piece piece = 0; piece < PIECES; piece++)
                part[piece] = make(workloads[k], piece, N / MIX_GROUP * mix_share(mix, piece),
                                   1 + (uint64_t)piece);
            assert_int_equal(w.n, N);
            for (size_t i = 0; i < N; i++) {
                enum piece piece = (mix == MIX_NNUE ? nnue : hand_made)[i % MIX_GROUP];
                assert_int_equal(list_query_piece(mix, i), piece);
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

static void lists_of_mixes_have_whole_groups(void **state)
{
    (void)state;
    static const size_t lengths[][3] = {/* requested, distinct, in memory */
                                        {1, 16, 1024},
                                        {16, 16, 1024},
                                        {17, 32, 1024},
                                        {100, 112, 1008},
                                        {1030, 1040, 1040}};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        struct list w = make("games", MIX_HAND_MADE, lengths[l][0], 1);
        assert_int_equal(w.distinct, lengths[l][1]);
        assert_int_equal(w.n, lengths[l][2]);
        for (size_t i = w.distinct; i < w.n; i++) {
            assert_int_equal(w.square[i], w.square[i - w.distinct]);
            assert_int_equal(w.occupied[i], w.occupied[i - w.distinct]);
        }
        list_free(&w);
    }
}

static bitboard union_of(bitboard (*attacks)(unsigned square, bitboard occupied), bitboard sliders,
                         bitboard occupied)
{
    bitboard set = 0;
    for (unsigned square = 0; square < 64; square++)
        set |= sliders >> square & 1 ? attacks(square, occupied) : 0;
    return set;
}

/* For ALL, rooks and queens are orthogonal sliders, bishops and queens diagonal ones; one piece
 * is in both sets. */
static void boards_have_all_sliders_of_the_side_to_move(void **state)
{
    (void)state;
    enum { SOME = 3000 };
    static const enum piece pieces[] = {ROOK, BISHOP, QUEEN, ALL};
    for (size_t i = 0; i < 4; i++) {
        struct list w;
        struct error error;
        struct list_request request = {spec_of("games"), pieces[i], LIST_OF_BOARDS, SOME, 1};
        assert_true(list_make(&w, &request, &corpus, &error));
        struct corpus_walk walk = {.corpus = &corpus};
        for (size_t n = 0; n < SOME;) {
            assert_true(corpus_next(&walk));
            const struct position *p = &walk.position;
            bitboard side = p->colours[p->side], kind = sliders_of(p, pieces[i]);
            if (!(kind & side))
                continue;
            bool all = pieces[i] == ALL;
            assert_int_equal(w.sliders[n].orthogonal,
                             side & (all ? p->pieces[ROOK] | p->pieces[QUEEN] : kind));
            assert_int_equal(w.sliders[n].diagonal,
                             side & (all ? p->pieces[BISHOP] | p->pieces[QUEEN] : kind));
            assert_int_equal(w.occupied[n], position_occupied(p));
            bitboard set = pieces[i] == BISHOP
                               ? 0
                               : union_of(oracle_rook, w.sliders[n].orthogonal, w.occupied[n]);
            if (pieces[i] != ROOK)
                set |= union_of(oracle_bishop, w.sliders[n].diagonal, w.occupied[n]);
            assert_int_equal(w.expected.prefix_sums[n + 1] - w.expected.prefix_sums[n], set);
            n++;
        }
        list_free(&w);
    }
}

static void random_boards_have_the_given_density(void **state)
{
    static const struct {
        const char *name;
        double share;
    } cases[] = {{"random", 0.25},
                 {"random:0", 0},
                 {"random:12.5", 0.125},
                 {"random:33.3", 0.333},
                 {"random:100", 1}};
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
        struct list w = make(cases[c].name, ROOK, N, 3);
        double occupied = 0;
        for (size_t i = 0; i < N; i++)
            occupied += __builtin_popcountll(w.occupied[i]);
        assert_within(occupied / 64 / N, cases[c].share, 0.002);
        list_free(&w);
    }
}

static void piece_counts_are_in_range(void **state)
{
    (void)state;
    struct list w = make("games:16-26", QUEEN, N, 1);
    for (size_t i = 0; i < N; i++)
        assert_in_range(__builtin_popcountll(w.occupied[i]), 16, 26);
    list_free(&w);
}

/* A search is deterministic and has many different boards, of which successive ones differ by a
 * move or two. */
static void neighbours_in_a_search_are_similar(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct list w = make("search", piece, N, 1), again = make("search", piece, N, 2);
        assert_memory_equal(w.square, again.square, N);
        assert_memory_equal(w.occupied, again.occupied, N * sizeof *w.occupied);
        size_t same = 0, near = 0;
        for (size_t i = 1; i < N; i++) {
            int difference = __builtin_popcountll(w.occupied[i] ^ w.occupied[i - 1]);
            same += difference == 0;
            near += difference <= 4;
        }
        assert_in_range(same, N / 10, N * 9 / 10);
        assert_true(near > N * 8 / 10);
        list_free(&w);
        list_free(&again);
    }
}

/* Up to 1024 queries. */
static void short_lists_are_repeated(void **state)
{
    (void)state;
    static const size_t lengths[][2] = {{1, 1024},   {7, 1022},  {341, 1023},  {342, 684},
                                        {512, 1024}, {513, 513}, {1024, 1024}, {1025, 1025}};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        size_t n = lengths[l][0];
        struct list once = make("random", ROOK, N, 1), w = make("random", ROOK, n, 1);
        assert_int_equal(w.n, lengths[l][1]);
        assert_int_equal(w.distinct, n);
        for (size_t i = 0; i < w.n; i++) {
            assert_int_equal(w.square[i], once.square[i % n]);
            assert_int_equal(w.occupied[i], once.occupied[i % n]);
        }
        list_free(&once);
        list_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_give_a_full_list),
        cmocka_unit_test(same_seed_gives_same_list),
        cmocka_unit_test(random_lists_never_change),
        cmocka_unit_test(search_lists_never_change),
        cmocka_unit_test(games_have_a_query_per_slider),
        cmocka_unit_test(mixes_interleave_the_lists_of_their_pieces),
        cmocka_unit_test(lists_of_mixes_have_whole_groups),
        cmocka_unit_test(boards_have_all_sliders_of_the_side_to_move),
        cmocka_unit_test(random_boards_have_the_given_density),
        cmocka_unit_test(piece_counts_are_in_range),
        cmocka_unit_test(neighbours_in_a_search_are_similar),
        cmocka_unit_test(short_lists_are_repeated),
    };
    return cmocka_run_group_tests(tests, read_corpus, free_corpus);
}
