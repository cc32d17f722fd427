/* SPDX-License-Identifier: MIT
 * Lists of all kinds: they hold what the workload promises, and never change; means, errors and
 * memory. */
#include "base/stats.h"
#include "kernels/mix_shares.h"
#include "support/games.h"
#include "support/positions.h"
#include "workload/list.h"

/* ---- contents ---- */

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

/* ---- figures of a list, and its memory ---- */

static const struct list_request requests[] = {
    {{.kind = WORKLOAD_GAMES}, QUEEN, LIST_OF_QUERIES, 9, 1},
    {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_BOARDS, 9, 1},
    {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_GAMES, 9, 1},
    {{.kind = WORKLOAD_SEARCH}, ALL, LIST_OF_GAMES, 9, 1},
};

/* Also of a short list of queries, which is repeated, and of all moves of a list of games. */
TEST(means_and_lengths_are_of_the_whole_list)
{
    for (size_t i = 0; i < COUNT(requests); i++) {
        struct list w = make(&requests[i], &corpus);
        size_t boards = list_steps(&w, 0, w.n), pieces = 0, sliders = 0;
        for (size_t b = 0; b < boards; b++) {
            pieces += (size_t)__builtin_popcountll(w.occupied[b]);
            if (w.kind == LIST_OF_BOARDS)
                sliders +=
                    (size_t)__builtin_popcountll(w.sliders[b].orthogonal | w.sliders[b].diagonal);
        }
        assert_within(w.mean_occupied, round_recorded((double)pieces / (double)boards), 0);
        if (w.kind == LIST_OF_QUERIES)
            assert_within(w.mean_lookups, 1, 0);
        if (w.kind == LIST_OF_BOARDS)
            assert_within(w.mean_lookups, round_recorded((double)sliders / (double)boards), 0);
        if (w.kind != LIST_OF_GAMES)
            assert_int_equal(boards, w.n);
        assert_int_equal(w.distinct, w.kind == LIST_OF_QUERIES ? requests[i].n : w.n);
        list_free(&w);
    }
}

/* The numbers of moves have two bytes. */
TEST(script_of_a_long_game_has_its_length)
{
    enum { G1 = 6, F3 = 21, F6 = 45, G8 = 62, PLIES = 300 };
    const chess_move there_and_back[] = {move_of(G1, F3, PAWN), move_of(G8, F6, PAWN),
                                         move_of(F3, G1, PAWN), move_of(F6, G8, PAWN)};
    chess_move moves[PLIES];
    for (size_t i = 0; i < PLIES; i++)
        moves[i] = there_and_back[i % 4];
    struct game game = {read_good(START_FEN), .plies = PLIES};
    struct corpus one = {
        .games = &game, .game_count = 1, .position_count = PLIES + 1, .moves = moves};
    struct list_request request = {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_GAMES, 1500, 1};
    struct list w = make(&request, &one);
    const uint8_t *script = list_queries(&w, 0, 1).script;
    assert_int_equal(script[0], 4); /* of the king that is to move */
    assert_int_equal(script[1] + 256 * script[2], PLIES);
    assert_int_equal(script[3] + 256 * script[4], PLIES);
    list_free(&w);
}

TEST(memory_is_zeroed_and_on_cache_lines)
{
    for (size_t n = 0; n < 200; n++) {
        unsigned char *memory = list_allocate(n, 3);
        assert_int_equal((uintptr_t)memory % 64, 0);
        for (size_t i = 0; i < 3 * n; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 1, 3 * n); /* sanitizers check the length */
        free(memory);
    }
}

/* ---- few positions ---- */

#define A1         "8/7k/8/8/8/8/8/R3K3 w - -"
#define B1         "8/7k/8/8/8/8/8/1R2K3 w - -"
#define OTHER_KING "8/6k1/8/8/8/8/8/R3K3 w - -"
#define A1_B1      "8/7k/8/8/8/8/8/RR2K3 w - -"

/* Positions that alternate between two FENs make a list, or give this error. */
static const struct {
    const char *one, *two;
    size_t positions, n;
    enum piece piece;
    const char *error; /* NULL: none */
} few[] = {
    {A1, A1, 1, 1, ROOK, NULL},
    {A1, B1, 2, 2, ROOK, NULL},
    {A1, OTHER_KING, 2, 2, ROOK, NULL}, /* the same square */
    {A1_B1, A1_B1, 2, 2, ROOK, NULL},   /* the same board  */
    {A1, A1, 2, 2, ROOK, "all 2 lookups for rook are the same, expected different ones"},
    {B1, B1, 3, 3, ROOK, "all 3 lookups for rook are the same, expected different ones"},
    {A1, A1, 64, 64, ROOK, "all 64 lookups for rook are the same, expected different ones"},
    {A1, A1_B1, 2, 9, ROOK,
     "3 lookups for rook among 2 positions, expected 9; give more positions or --list-length 3"},
    /* One bishop each: a group takes four of them. */
    {"6k1/8/8/8/8/8/8/RBQ1K3 w - -", "5k2/8/8/8/8/8/8/RBQ1K3 w - -", 6, 16, MIX_HCE, NULL},
    {"6k1/8/8/8/8/8/8/RBQ1K3 w - -", "5k2/8/8/8/8/8/8/RBQ1K3 w - -", 6, 20, MIX_HCE,
     "16 lookups for mix-hce among 6 positions, expected 20; give more positions or "
     "--list-length 16"},
    {"5k2/8/8/8/8/8/8/R1Q1K3 w - -", "5k2/8/8/8/8/8/8/R1Q1K3 w - -", 60, 3, MIX_HCE,
     "0 lookups for mix-hce among 60 positions, expected 3; give more positions"},
    {A1, "7k/8/8/8/8/8/8/K7 w - -", 2, 2, ALL,
     "1 board for all among 2 positions, expected 2; give more positions or --list-length 1"},
};

TEST(few_positions_make_a_list_or_an_error)
{
    for (size_t i = 0; i < COUNT(few); i++) {
        struct game games[64];
        struct corpus from = {"few.epd", games, .game_count = few[i].positions,
                              .position_count = few[i].positions};
        struct list w;
        for (size_t g = 0; g < few[i].positions; g++)
            games[g] = (struct game){.start = read_good(g % 2 ? few[i].two : few[i].one)};
        enum list_kind kind = few[i].piece == ALL ? LIST_OF_BOARDS : LIST_OF_QUERIES;
        struct list_request request = {spec_of("games"), few[i].piece, kind, few[i].n, 1};
        assert_int_equal(list_make(&w, &request, &from, &error), !few[i].error);
        if (few[i].error) {
            assert_int_equal(error.status, STATUS_INPUT);
            assert_memory_equal(error.text, "few.epd: ", 9);
            assert_string_equal(error.text + 9, few[i].error);
        } else {
            list_free(&w);
        }
    }
}

RUN_TESTS(read_corpus, free_corpus)
