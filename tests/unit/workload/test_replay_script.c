/* SPDX-License-Identifier: MIT
 * Scripts of games, read byte by byte as scheme.h describes them, against the positions of the
 * corpus. */
#include "chess/notation.h"
#include "chess/oracle.h"
#include "chess/search.h"
#include "support/within.h"
#include "workload/list.h"
#include "workload/list_make.h"
#include "workload/replay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

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

static const uint8_t *assert_squares(const uint8_t *script, bitboard squares)
{
    for (; squares; squares &= squares - 1)
        assert_int_equal(*script++, __builtin_ctzll(squares));
    return script;
}

static unsigned count(bitboard squares)
{
    return (unsigned)__builtin_popcountll(squares);
}

/* Reads one move; returns where the next one begins. */
static const uint8_t *assert_move(const uint8_t *script, const struct position *p, bitboard changed)
{
    bitboard own = p->colours[p->side];
    assert_int_equal(script[0], count(changed));
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        assert_int_equal(script[1 + piece], count(own & p->pieces[piece]));
    script = assert_squares(script + 4, changed);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        script = assert_squares(script, own & p->pieces[piece]);
    return script;
}

static void scripts_have_the_moves_of_the_games(void **state)
{
    (void)state;
    const struct queries queries = list_queries(&list, 0, list.n);
    const uint8_t *script = queries.script;
    assert_int_equal(list.n, GAMES);
    assert_int_equal(queries.n, list.n);
    assert_null(queries.tasks);
    for (size_t i = 0; i < list.n; i++) {
        const struct game *game = &corpus.games[i];
        struct position p = game->start;
        bitboard occupied[1000] = {position_occupied(&p)};
        assert_ptr_equal(script, list.games.script + list.games.script_at[i]);
        assert_int_equal(replay_end_square(&list, i),
                         __builtin_ctzll(p.pieces[KING] & p.colours[p.side]));
        assert_int_equal(script[0], replay_end_square(&list, i));
        assert_int_equal(script[1] + 256 * script[2], game->plies);
        assert_int_equal(script[3] + 256 * script[4], game->plies);
        assert_int_equal(list.games.starts[i], occupied[0]);
        assert_int_equal(list_steps(&list, i, i + 1), game->plies);
        script += 5;
        for (size_t ply = 0; ply < game->plies; ply++) {
            make_move(&p, game->moves[ply]);
            occupied[ply + 1] = position_occupied(&p);
            assert_int_equal(list.occupied[list_steps(&list, 0, i) + ply], occupied[ply + 1]);
            script = assert_move(script, &p, occupied[ply] ^ occupied[ply + 1]);
        }
        for (size_t ply = game->plies; ply-- > 0;) {
            bitboard changed = occupied[ply] ^ occupied[ply + 1];
            assert_int_equal(*script, count(changed));
            script = assert_squares(script + 1, changed);
        }
    }
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

static void views_are_of_starts_or_of_moves(void **state)
{
    (void)state;
    size_t n;
    assert_ptr_equal(list_boards(&list, VIEW_PER_GAME, &n), list.games.starts);
    assert_int_equal(n, list.n);
    assert_int_equal(list_first_board(&list, VIEW_PER_GAME, 2), 2);
    assert_ptr_equal(list_boards(&list, VIEW_PER_MOVE, &n), list.occupied);
    assert_int_equal(n, list_steps(&list, 0, list.n));
    assert_int_equal(list_first_board(&list, VIEW_PER_MOVE, 2), list_steps(&list, 0, 2));
    assert_ptr_equal(list_queries(&list, 2, 1).script, list.games.script + list.games.script_at[2]);
}

/* Games of 300 plies with 5 lookups each: the list holds just as many games as the lookups need. */
static void long_games_and_exact_lengths(void **state)
{
    (void)state;
    enum { PLIES = 300, COPIES = 8 };
    static const char *const words[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    static chess_move moves[PLIES];
    struct game games[COPIES];
    struct corpus few = {
        .games = games, .game_count = COPIES, .position_count = COPIES * (PLIES + 1)};
    struct error error;
    struct position p;
    assert_true(fen_read(&p, START_FEN, NULL, &error));
    for (size_t i = 0; i < COPIES; i++)
        games[i] = (struct game){.start = p, .moves = moves, .plies = PLIES};
    for (size_t ply = 0; ply < PLIES; ply++) {
        assert_true(move_read(&moves[ply], &p, words[ply % 4], &error));
        make_move(&p, moves[ply]);
    }
    for (size_t n = 1; n <= COPIES; n += COPIES - 1) {
        struct list w;
        const struct list_request request = {
            {.kind = WORKLOAD_GAMES}, ALL, LIST_OF_GAMES, n * PLIES * 5, 1};
        assert_true(list_make(&w, &request, &few, &error));
        assert_int_equal(w.n, n);
        assert_int_equal(list_steps(&w, 0, n), n * PLIES);
        assert_int_equal(w.games.script[1] + 256 * w.games.script[2], PLIES);
        assert_true(w.mean_lookups == 5);
        list_free(&w);
    }
}

/* Reads one search, whose moves change `board` to each occupancy and back; returns where the next
 * one begins. */
static const uint8_t *assert_search(const uint8_t *script, size_t first_move, bitboard start)
{
    bitboard board = start;
    size_t moves = script[1] + 256u * script[2];
    assert_int_equal(script[3] + 256 * script[4], 1);
    script += 5;
    for (size_t move = 0; move <= moves; move++) {
        bool back = move == moves;
        unsigned changes = *script, lookups = back ? 0 : script[1] + script[2] + script[3];
        script += back ? 1 : 4;
        for (; changes; changes--)
            board ^= (bitboard)1 << *script++;
        assert_int_equal(board, back ? start : searches.occupied[first_move + move]);
        script += lookups;
    }
    return script;
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
    const uint8_t *script = searches.games.script;
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
        assert_ptr_equal(script, searches.games.script + searches.games.script_at[i]);
        script = assert_search(script, list_steps(&searches, 0, i), searches.games.starts[i]);
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
        cmocka_unit_test(scripts_have_the_moves_of_the_games),
        cmocka_unit_test(walk_has_all_lookups),
        cmocka_unit_test(views_are_of_starts_or_of_moves),
        cmocka_unit_test(long_games_and_exact_lengths),
        cmocka_unit_test(searches_have_the_lookups_on_their_boards),
    };
    return cmocka_run_group_tests(tests, make, forget);
}
