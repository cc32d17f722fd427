/* SPDX-License-Identifier: MIT
 * Checks of every scheme that runs here what `slidebench verify` does not check: its kernels, and
 * the published bytes of its tables. */
#include "chess/oracle.h"
#include "plan/modes.h"
#include "plan/scheme_set.h"
#include "workload/list.h"

#include "support/games.h"

enum { N = 2000 };

static bitboard expected_sum(const struct list *w, enum mode mode)
{
    return (mode == MODE_REPLAY_UPKEEP ? 0 : w->expected.prefix_sums[w->n]) +
           (mode == MODE_REPLAY || mode == MODE_REPLAY_UPKEEP ? w->expected.game_end_sums[w->n]
                                                              : 0);
}

static void run(const struct scheme *scheme, enum mode mode, const struct list *w)
{
    size_t views;
    const bitboard *boards = list_boards(w, mode_table[mode].views, &views);
    struct queries q = list_queries(w, 0, w->n);
    void *memory = list_views(scheme, boards, views);
    q.views = memory;
    bitboard got = scheme->kernel[mode_table[mode].kernel][w->piece](&q);
    if (got != expected_sum(w, mode))
        fail_msg("%s %s %s", scheme->name, piece_names[w->piece], mode_table[mode].name);
    free(memory);
}

static bool runs_here(const struct scheme *scheme)
{
    return !(scheme->traits & MOCK || scheme_unsupported(scheme));
}

#define for_each_scheme_here(s)                                                                    \
    for (const struct scheme *const *s = schemes; *s; s++)                                         \
        if (runs_here(*s))

/* Reads the games, and prepares the schemes. */
static int prepare(void **state)
{
    for_each_scheme_here (s)
        if ((*s)->init)
            (*s)->init();
    return read_corpus(state);
}

static bitboard oracle_checksum(enum piece piece, unsigned square, bitboard occupied)
{
    bitboard sets[2];
    oracle_attacks(piece, square, occupied, sets);
    return piece_checksum(piece, sets);
}

/* With ones in `zero`, whose value is hidden from the compiler, a result moves the next query to
 * another rank. */
TEST(latency_depends_on_previous_result)
{
    enum { RANK = 070 };
    struct queries q = {.n = N, .zero = RANK};
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct list w = list_of("random", piece, LIST_OF_QUERIES, N, 1);
        bitboard sum = 0, result = 0;
        for (size_t i = 0; i < N; i++) {
            w.square[i] &= 07;
            result = oracle_checksum(piece, w.square[i] + (unsigned)(result & RANK), w.occupied[i]);
            sum += result;
        }
        q.square = w.square;
        for_each_scheme_here (s) {
            void *views = list_views(*s, w.occupied, N);
            q.views = views;
            if ((*s)->kernel[KERNEL_LATENCY][piece](&q) != sum)
                fail_msg("%s %s does not depend on the previous result", (*s)->name,
                         piece_names[piece]);
            free(views);
        }
        list_free(&w);
    }
}

/* With a one in `zero`, a result may move the next query to a second array of views. There each
 * board is that of the next query. */
TEST(latency_of_occupancy_depends_on_previous_result)
{
    for (enum piece piece = 0; piece < PIECES; piece++) {
        struct list w = list_of("random", piece, LIST_OF_QUERIES, N, 1);
        for_each_scheme_here (s) {
            size_t bytes = (*s)->view_bytes, second = 1;
            while (second < N * bytes)
                second *= 2;
            char *views = list_allocate(second + N * bytes, 1);
            bitboard sum = 0, result = 0;
            for (size_t i = 0; i < N - 1; i++) {
                bool moved = result & second;
                (*s)->set_view(views + i * bytes, w.occupied[i]);
                (*s)->set_view(views + second + i * bytes, w.occupied[i + 1]);
                result = oracle_checksum(piece, w.square[i], w.occupied[i + moved]);
                sum += result;
            }
            struct queries q = {.n = N - 1, .square = w.square, .views = views, .zero = second};
            if ((*s)->kernel[KERNEL_LATENCY_OCCUPANCY][piece](&q) != sum)
                fail_msg("%s %s does not depend on the previous result", (*s)->name,
                         piece_names[piece]);
            free(views);
        }
        list_free(&w);
    }
}

TEST(replay_and_its_parts)
{
    for (int searches = 0; searches < 2; searches++) {
        struct list w = list_of(searches ? "search" : "games", ALL, LIST_OF_GAMES, N, 1);
        for (enum mode mode = MODE_REPLAY; mode <= MODE_REPLAY_LOOKUPS; mode++)
            for_each_scheme_here (s)
                run(*s, mode, &w);
        list_free(&w);
    }
}

/* Returns the bytes of the tables that lookups read. */
static size_t bytes_of_tables(const struct scheme *scheme)
{
    size_t bytes = 0;
    for (size_t i = 0; i < MAX_TABLES && scheme->tables[i].name; i++)
        if (strcmp(scheme->tables[i].name, "toggles"))
            bytes += scheme->tables[i].bytes;
    return bytes;
}

/* No lookup reads more than the tables, and the lookups together read all of them. An engine
 * carries the same tables, whichever build was timed. */
TEST(published_bytes_are_those_of_the_tables)
{
    for (const struct scheme *const *s = schemes; *s; s++) {
        const size_t *by_piece = (*s)->table_bytes, bytes = bytes_of_tables(*s);
        for (enum piece piece = ROOK; bytes && piece < PIECES; piece++)
            if (by_piece[piece] > bytes)
                fail_msg("%s: a %s reads %zu bytes of %zu", (*s)->name, piece_names[piece],
                         by_piece[piece], bytes);
        size_t together = by_piece[ROOK] + by_piece[BISHOP] + by_piece[QUEEN];
        if (together < bytes)
            fail_msg("%s: its lookups read %zu bytes of %zu", (*s)->name, together, bytes);
        const struct scheme *batched = scheme_batch_build(*s);
        if (batched)
            assert_int_equal(scheme_bytes(batched), scheme_bytes(*s));
    }
}

RUN_TESTS(prepare, free_corpus)
