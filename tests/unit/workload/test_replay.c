/* SPDX-License-Identifier: MIT
 * Lookups of games and of searches, against the positions of the corpus. test_kernels.c runs the
 * scripts, whose sums are those of these lookups only if moves and views are right. */
#include "workload/replay.h"
#include "chess/oracle.h"
#include "chess/search.h"
#include "support/within.h"
#include "workload/list.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "support/positions.h"

/* The list has 16 games, so that sanitizers see arrays which are one element too short:
 * list_allocate() rounds up. */
enum { LOOKUPS = 4800, GAMES = 16 };

static struct corpus corpus;
static struct list list, searches;

static int make(void **state)
{
    (void)state;
    struct error error;
    const struct list_request request = {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_GAMES, LOOKUPS, 1};
    return corpus_embedded(&corpus, &error) && list_make(&list, &request, &corpus, &error) ? 0 : -1;
}

static int forget(void **state)
{
    (void)state;
    list_free(&list);
    corpus_free(&corpus);
    return 0;
}

/* In the order of moves, pieces and squares; the list is as short as possible. */
static void walk_has_all_lookups(void **state)
{
    (void)state;
    size_t lookups = 0, last = 0;
    for (size_t i = 0; i < list.n; i++) {
        const struct game *game = &corpus.games[i];
        struct position p = game->start;
        struct replay_walk walk = replay_walk_of(&list, i);
        bitboard sum = 0;
        last = lookups;
        for (size_t ply = 0; ply < game->plies; ply++) {
            make_move(&p, game->moves[ply]);
            for (enum piece piece = ROOK; piece <= QUEEN; piece++)
                for (bitboard s = p.colours[p.side] & p.pieces[piece]; s; s &= s - 1) {
                    assert_true(replay_next(&walk));
                    assert_int_equal(walk.piece, piece);
                    assert_int_equal(walk.square, __builtin_ctzll(s));
                    assert_int_equal(walk.occupied, position_occupied(&p));
                    sum += piece != BISHOP ? oracle_rook(walk.square, walk.occupied) : 0;
                    /* lines of a queen do not meet, so that | is + */
                    sum += piece != ROOK ? oracle_bishop(walk.square, walk.occupied) : 0;
                    lookups++;
                }
        }
        assert_false(replay_next(&walk));
        assert_int_equal(list.expected.prefix_sums[i + 1] - list.expected.prefix_sums[i], sum);
        unsigned end = replay_end_square(&list, i);
        assert_int_equal(list.expected.game_end_sums[i + 1] - list.expected.game_end_sums[i],
                         oracle_rook(end, list.games.starts[i]) |
                             oracle_bishop(end, list.games.starts[i]));
    }
    assert_true(last < LOOKUPS && lookups >= LOOKUPS);
    assert_within(list.mean_lookups, (double)lookups / (double)list_steps(&list, 0, list.n), 1e-4);
}

/* A run may begin at any game. The numbers of moves have two bytes. */
static void games_begin_at_their_scripts_and_boards(void **state)
{
    (void)state;
    enum { G1 = 6, F3 = 21, F6 = 45, G8 = 62, PLIES = 300 };
    const chess_move there_and_back[] = {move_of(G1, F3, PAWN), move_of(G8, F6, PAWN),
                                         move_of(F3, G1, PAWN), move_of(F6, G8, PAWN)};
    chess_move moves[PLIES];
    for (size_t i = 0; i < PLIES; i++)
        moves[i] = there_and_back[i % 4];
    struct game games[] = {{read_good(START_FEN), moves, 4}, {read_good(START_FEN), moves, PLIES}};
    struct corpus two = {.games = games, .game_count = 2, .position_count = 4 + PLIES + 2};
    size_t n;
    struct list_request request = {{.kind = WORKLOAD_GAMES}, ALL, LIST_OF_GAMES, 1500, 1};
    struct list w;
    struct error error;
    assert_true(list_make(&w, &request, &two, &error));
    assert_ptr_equal(list_boards(&w, VIEW_PER_GAME, &n), w.games.starts);
    assert_int_equal(n, 2);
    assert_int_equal(list_first_board(&w, VIEW_PER_GAME, 1), 1);
    assert_ptr_equal(list_boards(&w, VIEW_PER_MOVE, &n), w.occupied);
    assert_int_equal(n, 4 + PLIES);
    assert_int_equal(list_first_board(&w, VIEW_PER_MOVE, 1), 4);
    const uint8_t *script = list_queries(&w, 1, 1).script;
    assert_int_equal(script[0], replay_end_square(&w, 1));
    assert_int_equal(script[1] + 256 * script[2], PLIES);
    assert_int_equal(script[3] + 256 * script[4], PLIES);
    list_free(&w);
}

/* The lookups of a search on the boards of its first 128 moves. */
struct replayed {
    bitboard board, sum;
    size_t moves, lookups;
    bool made;
};

static bool add_query(void *context, enum piece piece, unsigned square, bitboard occupied)
{
    struct replayed *r = context;
    if (r->made && occupied == r->board) {
        bitboard rook = oracle_rook(square, occupied), bishop = oracle_bishop(square, occupied);
        r->sum += piece == ROOK ? rook : piece == BISHOP ? bishop : rook | bishop;
        r->lookups++;
    }
    return true;
}

static bool add_move(void *context, const struct position *position, bool made)
{
    struct replayed *r = context;
    r->board = position_occupied(position);
    r->moves += made;
    r->made = made && r->moves <= 128;
    return r->moves <= 128;
}

static void searches_have_the_lookups_on_their_boards(void **state)
{
    (void)state;
    struct error error;
    struct list_request request = {{.kind = WORKLOAD_SEARCH}, ALL, LIST_OF_GAMES, LOOKUPS, 1};
    assert_true(list_make(&searches, &request, &corpus, &error));
    struct corpus_walk walk = corpus_roots(&corpus, LOOKUPS / 1024 + 1);
    size_t lookups = 0;
    for (size_t i = 0; i < searches.n; i++) {
        assert_true(corpus_next(&walk));
        assert_true(lookups < LOOKUPS);
        assert_int_equal(searches.games.starts[i], position_occupied(&walk.position));
        struct replayed r = {.made = false};
        search(&walk.position, 5, &(struct search_observer){add_query, add_move, &r});
        lookups += r.lookups;
        assert_int_equal(list_steps(&searches, i, i + 1), r.moves - (r.moves > 128));
        assert_int_equal(searches.expected.prefix_sums[i + 1] - searches.expected.prefix_sums[i],
                         r.sum);
    }
    assert_true(lookups >= LOOKUPS);
    assert_within(searches.mean_lookups,
                  (double)lookups / (double)list_steps(&searches, 0, searches.n), 1e-3);
    assert_true(searches.mean_lookups > 6); /* 3.6 in games */
    size_t n = searches.n;
    list_free(&searches);
    request.n = lookups; /* just as many */
    assert_true(list_make(&searches, &request, &corpus, &error));
    assert_int_equal(searches.n, n);
    list_free(&searches);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walk_has_all_lookups),
        cmocka_unit_test(games_begin_at_their_scripts_and_boards),
        cmocka_unit_test(searches_have_the_lookups_on_their_boards),
    };
    return cmocka_run_group_tests(tests, make, forget);
}
