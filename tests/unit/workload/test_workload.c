/* SPDX-License-Identifier: MIT */
#include "workload/workload.h"
#include "plan/workloads.h"
#include "chess/oracle.h"
#include "base/random.h"
#include "support/failing_malloc.h"
#include "workload/replay_script.h"
#include "support/within.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { N = 65536 };

static struct corpus corpus;

static int read_corpus(void **state)
{
    struct error error;
    (void)state;
    return corpus_embedded(&corpus, &error) ? 0 : -1;
}

static int forget_corpus(void **state)
{
    (void)state;
    corpus_free(&corpus);
    return 0;
}

static struct workload make(const char *name, enum piece piece, size_t n, uint64_t seed)
{
    struct workload workload;
    struct error error;
    assert_true(workload_make(
        &workload,
        &(struct workload_request){name, piece, LIST_OF_QUERIES, n, seed, "the built-in games"},
        &corpus, &error));
    return workload;
}

/* What the embedded corpus owes: a full list for every piece, of sliders that stand on their
 * squares. */
static void games_give_a_full_list(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct workload w = make("games", piece, N, 1);
        for (size_t i = 0; i < N; i++)
            assert_true(w.square[i] < 64 && w.occupied[i] >> w.square[i] & 1);
        workload_free(&w);
    }
}

static void sums_are_of_the_oracles_answers(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct workload w = make("random:40", piece, 1000, 5);
        for (size_t i = 0; i < w.n; i++) {
            bitboard rook = oracle_rook(w.square[i], w.occupied[i]);
            bitboard bishop = oracle_bishop(w.square[i], w.occupied[i]);
            const bitboard answers[PIECES] = {rook, bishop, rook | bishop, rook + 2 * bishop};
            assert_int_equal(w.expected.prefix_sums[i + 1] - w.expected.prefix_sums[i],
                             answers[piece]);
        }
        workload_free(&w);
    }
}

static void same_seed_same_list(void **state)
{
    (void)state;
    struct workload a = make("random", QUEEN, N, 9), b = make("random", QUEEN, N, 9),
                    c = make("random", QUEEN, N, 10);
    assert_memory_equal(a.occupied, b.occupied, N * sizeof *a.occupied);
    assert_memory_equal(a.square, b.square, N);
    assert_memory_not_equal(a.occupied, c.occupied, N * sizeof *a.occupied);
    workload_free(&a);
    workload_free(&b);
    workload_free(&c);
}

/* The first lines of the classic random workload: a change here makes all old results incomparable.
 */
static void random_list_never_changes(void **state)
{
    (void)state;
    struct workload w = make("random", ROOK, N, 1);
    assert_int_equal(w.square[0], 36);
    assert_int_equal(w.occupied[0], 0xb88380a061024446);
    expected_free(&w.expected);
    assert_null(w.expected.prefix_sums);
    workload_free(&w);
    assert_null(w.name);
    w = make("random:33.3", ROOK, N, 1);
    assert_int_equal(w.occupied[0], 0x25108686a57d0b23);
    workload_free(&w);
    w = make("random:0.1", ROOK, N, 1);
    assert_int_equal(w.square[26], 6);
    assert_int_equal(w.occupied[26], 0x4000000);
    workload_free(&w);
    w = make("random:0", ROOK, N, 1); /* no board takes a random word */
    struct random random = {1};
    for (size_t i = 0; i < N; i++) {
        assert_int_equal(w.square[i], random_below(&random, 64));
        assert_int_equal(w.occupied[i], 0);
    }
    workload_free(&w);
}

/* Checks a list's checksum, which must never change. */
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
        struct workload w = make("search", lists[i].piece, lists[i].n, 1);
        assert_int_equal(w.expected.prefix_sums[lists[i].n], lists[i].sum);
        workload_free(&w);
    }
}

static bitboard sliders_of(const struct position *p, enum piece piece)
{
    bitboard of[] = {p->pieces[ROOK], p->pieces[BISHOP], p->pieces[QUEEN], 0, 0};
    of[BOTH] = of[ALL] = of[ROOK] | of[BISHOP] | of[QUEEN];
    return of[piece];
}

/* Position by position, square by square: of the side to move; of both sides where the men are counted. */
static void games_are_asked_for_each_slider(void **state)
{
    (void)state;
    enum { SOME = 3000 };
    for (enum piece piece = 0; piece < PIECES; piece++)
        for (int counted = 0; counted < 2; counted++) {
            struct workload w = make(counted ? "games:16-26" : "games", piece, SOME, 1);
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
            workload_free(&w);
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

/* Rooks and queens go straight, bishops and queens slanted; a lone kind goes both ways into its own set. */
static void boards_have_all_sliders_of_the_side_to_move(void **state)
{
    (void)state;
    enum { SOME = 3000 };
    static const enum piece pieces[] = {ROOK, BISHOP, QUEEN, ALL};
    for (size_t i = 0; i < 4; i++) {
        struct workload w;
        struct error error;
        struct workload_request request = {"games", pieces[i], LIST_OF_BOARDS, SOME, 1, ""};
        assert_true(workload_make(&w, &request, &corpus, &error));
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
        workload_free(&w);
    }
}

static void densities_are_met(void **state)
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
        struct workload w = make(cases[c].name, ROOK, N, 3);
        double occupied = 0;
        for (size_t i = 0; i < N; i++)
            occupied += __builtin_popcountll(w.occupied[i]);
        assert_within(occupied / 64 / N, cases[c].share, 0.002);
        workload_free(&w);
    }
}

static void men_are_in_range(void **state)
{
    (void)state;
    struct workload w = make("games:16-26", QUEEN, N, 1);
    for (size_t i = 0; i < N; i++)
        assert_in_range(__builtin_popcountll(w.occupied[i]), 16, 26);
    workload_free(&w);
}

/* The exact means of a list: of queries, which memory holds several times; of boards; of a game's moves; of perft. */
static void means_are_over_the_whole_list(void **state)
{
    (void)state;
    static const struct workload_request requests[] = {
        {"games", QUEEN, LIST_OF_QUERIES, 9, 1, ""},
        {"games", ALL, LIST_OF_BOARDS, 9, 1, ""},
        {"games", ALL, LIST_OF_GAMES, 9, 1, ""},
        {"standard", ALL, LIST_OF_PERFT_TASKS, 9, 1, ""},
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct workload w;
        struct error error;
        assert_true(workload_make(&w, &requests[i], &corpus, &error));
        size_t boards = w.kind == LIST_OF_GAMES ? w.steps_before[w.n] : w.n, pieces = 0,
               sliders = 0;
        for (size_t b = 0; b < boards; b++) {
            pieces += (size_t)__builtin_popcountll(w.occupied[b]);
            if (w.kind == LIST_OF_BOARDS)
                sliders +=
                    (size_t)__builtin_popcountll(w.sliders[b].orthogonal | w.sliders[b].diagonal);
        }
        assert_within(w.mean_occupied, (double)pieces / (double)boards, 1e-9);
        if (w.kind == LIST_OF_GAMES)
            assert_int_equal(w.distinct, w.n);
        if (w.kind == LIST_OF_PERFT_TASKS)
            assert_true(isnan(w.lookups));
        if (w.kind == LIST_OF_QUERIES)
            assert_within(w.lookups, 1, 0);
        if (w.kind == LIST_OF_BOARDS)
            assert_within(w.lookups, (double)sliders / (double)boards, 1e-9);
        workload_free(&w);
    }
}

/* Deterministic, many different boards, and neighbours alike: that is what a search is. */
static void a_search_asks_much_of_boards_alike(void **state)
{
    (void)state;
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct workload w = make("search", piece, N, 1), again = make("search", piece, N, 2);
        assert_memory_equal(w.square, again.square, N);
        assert_memory_equal(w.occupied, again.occupied, N * sizeof *w.occupied);
        size_t same = 0, near = 0;
        for (size_t i = 1; i < N; i++) {
            int differ = __builtin_popcountll(w.occupied[i] ^ w.occupied[i - 1]);
            same += differ == 0;
            near += differ <= 4;
        }
        assert_in_range(same, N / 10, N * 9 / 10);
        assert_true(near > N * 8 / 10);
        workload_free(&w);
        workload_free(&again);
    }
}

static void a_workload_has_one_name(void **state)
{
    (void)state;
    struct error error;
    char name[WORKLOAD_NAME];
    static const char *const good[][2] = {
        {"games", "games"},
        {"games:2-32", "games:2-32"},
        {"games:16-16", "games:16-16"},
        {"games:02-09", "games:2-9"},
        {"search", "search"},
        {"random", "random"},
        {"random:25.0", "random"},
        {"random:0", "random:0"},
        {"random:.5", "random:0.5"},
        {"random:033.30", "random:33.3"},
        {"random:33.3333333333", "random:33.333"},
        {"random:0.0004", "random:0"},
        {"random:99.9996", "random:100"},
        {"random:100.", "random:100"},
    };
    static const char *const bad[] = {
        "",           "game",       "games:",     "games:1-10",  "games:10-9",
        "games:2-33", "games:2-1x", "games: 2-9", "games:2- 9",  "games:+2-9",
        "games:2-+9", "games:2--9", "games:2-9-", "games:2",     "games;2-10",
        "random;25",  "search:2",   "random:",    "random:101",  "random: 40",
        "random:+40", "random:4e1", "random:40 ", "random:1.2.", "random:0x10",
        "random:nan",
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(workload_parse(good[i][0], name, &error));
        assert_string_equal(name, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(workload_parse(bad[i], name, &error));
        assert_int_equal(error.status, STATUS_USAGE);
        assert_non_null(strstr(error.text, "games:LEAST-MOST"));
    }
}

static void too_few_positions_are_refused(void **state)
{
    (void)state;
    struct workload w;
    struct error error;
    for (enum list_kind kind = 0; kind < LIST_OF_PERFT_TASKS; kind++) {
        struct workload_request request = {
            "games", kind == LIST_OF_GAMES ? ALL : QUEEN, kind, 1u << 24, 1, "some.pgn"};
        assert_false(workload_make(&w, &request, &corpus, &error));
        assert_int_equal(error.status, STATUS_INPUT);
        assert_non_null(strstr(error.text, "some.pgn: "));
    }
}

/* Whichever allocation fails, nothing is left of the lists, and the error says so. */
static void without_memory_there_is_no_list(void **state)
{
    (void)state;
    static const struct workload_request requests[] = {
        {"random", QUEEN, LIST_OF_QUERIES, 64, 1, ""},
        {"games", QUEEN, LIST_OF_BOARDS, 64, 1, ""},
        {"games", ALL, LIST_OF_GAMES, 64, 1, ""},
        {"standard", ALL, LIST_OF_PERFT_TASKS, 64, 1, ""},
    };
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        for (long n = 0;; n++) {
            struct workload w;
            struct error error;
            scarce_after(n);
            bool ok = workload_make(&w, &requests[i], &corpus, &error);
            bool hit = scarce_hit();
            assert_int_equal(ok, !hit);
            if (ok) {
                assert_true(n >= 3);
                workload_free(&w);
                break;
            }
            assert_int_equal(error.status, STATUS_ENVIRONMENT);
            assert_non_null(strstr(error.text, "no memory for a list of 64 "));
        }
}

static void lists_are_possible_where_a_mode_can_walk_them(void **state)
{
    (void)state;
    static const char *const names[] = {"games",  "games:2-16", "gamer",
                                        "search", "random",     "standard"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (enum piece piece = 0; piece < ROW_PIECES; piece++) {
            const bool possible[LIST_KINDS] = {
                [LIST_OF_QUERIES] = piece != ALL,
                [LIST_OF_BOARDS] = piece != BOTH && i < 2,
                [LIST_OF_GAMES] = piece == ALL && i == 0,
                [LIST_OF_PERFT_TASKS] = piece == ALL && i == 5,
            };
            for (enum list_kind kind = 0; kind < LIST_KINDS; kind++)
                assert_int_equal(workload_possible(names[i], piece, kind), possible[kind]);
        }
}

static void memory_is_cleared_and_on_cache_lines(void **state)
{
    (void)state;
    for (size_t n = 0; n < 200; n++) {
        unsigned char *memory = list_memory(n, 3);
        assert_int_equal((uintptr_t)memory % 64, 0);
        for (size_t i = 0; i < 3 * n; i++)
            assert_int_equal(memory[i], 0);
        memset(memory, 1, 3 * n); /* sanitizers see its end */
        free(memory);
    }
}

/* As often as 1024 queries hold it. */
static void short_lists_are_repeated(void **state)
{
    (void)state;
    static const size_t lengths[][2] = {{1, 1024},   {7, 1022},  {341, 1023},  {342, 684},
                                        {512, 1024}, {513, 513}, {1024, 1024}, {1025, 1025}};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        size_t n = lengths[l][0];
        struct workload once = make("random", ROOK, N, 1), w = make("random", ROOK, n, 1);
        assert_int_equal(w.n, lengths[l][1]);
        assert_int_equal(w.distinct, n);
        for (size_t i = 0; i < w.n; i++) {
            assert_int_equal(w.square[i], once.square[i % n]);
            assert_int_equal(w.occupied[i], once.occupied[i % n]);
        }
        workload_free(&once);
        workload_free(&w);
    }
}

/* So many positions of a rook, by turns these two. */
static bool rooks_make_a_list(const char *one, const char *two, size_t positions, size_t n,
                              struct error *error)
{
    struct game games[64];
    struct corpus few = {.games = games, .game_count = positions, .position_count = positions};
    struct workload w;
    for (size_t i = 0; i < positions; i++) {
        games[i] = (struct game){.plies = 0};
        assert_true(fen_read(&games[i].start, i % 2 ? two : one, NULL, error));
    }
    struct workload_request request = {"games", ROOK, LIST_OF_QUERIES, n, 1, "few.epd"};
    bool ok = workload_make(&w, &request, &few, error);
    if (ok)
        workload_free(&w);
    return ok;
}

static void a_list_of_one_query_again_and_again_is_refused(void **state)
{
    (void)state;
    static const char a1[] = "8/7k/8/8/8/8/8/R3K3 w - - 0 1",
                      b1[] = "8/7k/8/8/8/8/8/1R2K3 w - - 0 1",
                      other[] = "8/6k1/8/8/8/8/8/R3K3 w - - 0 1",
                      both[] = "8/7k/8/8/8/8/8/RR2K3 w - - 0 1";
    struct error error;
    assert_true(rooks_make_a_list(a1, a1, 1, 1, &error));
    assert_true(rooks_make_a_list(a1, b1, 2, 2, &error));
    assert_true(rooks_make_a_list(a1, other, 2, 2, &error));  /* the same square */
    assert_true(rooks_make_a_list(both, both, 2, 2, &error)); /* the same board */
    assert_false(rooks_make_a_list(a1, a1, 2, 2, &error));
    assert_int_equal(error.status, STATUS_INPUT);
    assert_string_equal(error.text,
                        "few.epd: all 2 queries for rook are the same, expected different ones");
    assert_false(rooks_make_a_list(b1, b1, 3, 3, &error));
    assert_false(rooks_make_a_list(a1, both, 2, 9, &error));
    assert_string_equal(error.text,
                        "few.epd: 3 queries for rook among 2 positions, expected 9; "
                        "give more positions or --list-length 3");
    assert_false(rooks_make_a_list(a1, a1, 64, 64, &error));
}

static void what_no_list_can_answer_is_refused(void **state)
{
    (void)state;
    static struct workloads lists;
    struct error error;
    struct run_request options = {.list_length = 64};
    struct modes modes;
    const bool queen[ROW_PIECES] = {[QUEEN] = true};
    assert_true(modes_parse("setwise", &modes, &error));
    assert_true(matrix_parse("random", queen, &modes, &options.matrix, &error));
    assert_false(workloads_make(&lists, &options, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_non_null(strstr(error.text, "nothing to ask"));
    assert_true(modes_parse("setwise,latency", &modes, &error));
    assert_true(matrix_parse("random", queen, &modes, &options.matrix, &error));
    assert_true(workloads_make(&lists, &options, &error));
    assert_int_equal(lists.n, 1);
    workloads_free(&lists);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_give_a_full_list),
        cmocka_unit_test(sums_are_of_the_oracles_answers),
        cmocka_unit_test(same_seed_same_list),
        cmocka_unit_test(random_list_never_changes),
        cmocka_unit_test(search_lists_never_change),
        cmocka_unit_test(games_are_asked_for_each_slider),
        cmocka_unit_test(boards_have_all_sliders_of_the_side_to_move),
        cmocka_unit_test(densities_are_met),
        cmocka_unit_test(too_few_positions_are_refused),
        cmocka_unit_test(men_are_in_range),
        cmocka_unit_test(means_are_over_the_whole_list),
        cmocka_unit_test(a_search_asks_much_of_boards_alike),
        cmocka_unit_test(a_workload_has_one_name),
        cmocka_unit_test(without_memory_there_is_no_list),
        cmocka_unit_test(lists_are_possible_where_a_mode_can_walk_them),
        cmocka_unit_test(memory_is_cleared_and_on_cache_lines),
        cmocka_unit_test(short_lists_are_repeated),
        cmocka_unit_test(a_list_of_one_query_again_and_again_is_refused),
        cmocka_unit_test(what_no_list_can_answer_is_refused),
    };
    return cmocka_run_group_tests(tests, read_corpus, forget_corpus);
}
