/* SPDX-License-Identifier: MIT */
#include "workload/replay_lists.h"
#include "chess/search.h"
#include "workload/replay_script.h"

static void add_changes(struct replay_move *move, bitboard squares)
{
    for (; squares; squares &= squares - 1)
        move->changed[move->changes++] = (uint8_t)__builtin_ctzll(squares);
}

static void add_lookup(struct replay_move *move, enum piece piece, unsigned square)
{
    move->square[piece][move->lookups[piece]++] = (uint8_t)square;
}

static void put_game_move(struct replay_writer *writer, const struct position *p, bitboard before)
{
    struct replay_move move = {.changes = 0};
    add_changes(&move, position_occupied(p) ^ before);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        for (bitboard own = p->colours[p->side] & p->pieces[piece]; own; own &= own - 1)
            add_lookup(&move, piece, (unsigned)__builtin_ctzll(own));
    replay_put_move(writer, &move, position_occupied(p));
}

/* A line of the corpus, and so a game, has far fewer moves than 2^16. */
static void put_game(struct replay_writer *writer, const struct game *game)
{
    const struct game_list *games = &writer->list->games;
    const bitboard *start = &games->starts[writer->list->n],
                   *after = writer->list->occupied + games->moves_before[writer->list->n];
    struct position p = game->start;
    replay_begin(writer, &p);
    for (size_t ply = 0; ply < game->plies; ply++) {
        make_move(&p, game->moves[ply]);
        put_game_move(writer, &p, ply ? after[ply - 1] : *start);
    }
    for (size_t ply = game->plies; ply-- > 0;) {
        struct replay_move back = {.changes = 0};
        add_changes(&back, after[ply] ^ (ply ? after[ply - 1] : *start));
        replay_put_unmade(writer, &back);
    }
    replay_end(writer);
}

static bool fill_games(struct replay_writer *writer, const struct corpus *corpus, size_t wanted)
{
    enum { SLIDERS = 15 }; /* all pieces of a side but the king */
    size_t games = corpus->game_count;
    if (!replay_allocate(writer->list, games, corpus->position_count - games, SLIDERS))
        return false;
    for (size_t i = 0; i < games && writer->lookups < wanted; i++)
        put_game(writer, &corpus->games[i]);
    return true;
}

enum { MOVES_PER_ROOT = 128, LOOKUPS_PER_ROOT = 1024 /* about */ };

struct recorder {
    struct replay_writer writer;
    struct replay_move move; /* being recorded: changes since the last one, and its lookups */
    bitboard occupied;       /* of the board in the search */
    bool made;               /* whether `move` has been made, or only others unmade before it */
    unsigned moves;          /* of this search */
};

static bool record_query(void *context, enum piece piece, unsigned square, bitboard occupied)
{
    struct recorder *r = context;
    if (r->made && occupied == r->occupied)
        add_lookup(&r->move, piece, square);
    return true;
}

/* At most some 75 plies are unmade at once, 45 of them with quiet moves: 160 changes. */
static bool record_move(void *context, const struct position *position, bool made)
{
    struct recorder *r = context;
    if (made && r->moves == MOVES_PER_ROOT)
        return false; /* to unmake it will change nothing */
    if (r->made) {
        replay_put_move(&r->writer, &r->move, r->occupied);
        r->move = (struct replay_move){.changes = 0};
    }
    add_changes(&r->move, position_occupied(position) ^ r->occupied);
    r->occupied = position_occupied(position);
    r->made = made;
    r->moves += made;
    return true;
}

static void put_search(struct replay_writer *writer, struct position *root)
{
    struct recorder r = {.writer = *writer, .occupied = position_occupied(root)};
    replay_begin(&r.writer, root);
    search(root, SEARCH_DEPTH, &(struct search_observer){record_query, record_move, &r});
    replay_put_unmade(&r.writer, &r.move);
    replay_end(&r.writer);
    *writer = r.writer;
}

static bool fill_search(struct replay_writer *writer, const struct corpus *corpus, size_t wanted)
{
    size_t roots = wanted / LOOKUPS_PER_ROOT + 1;
    struct corpus_walk walk = corpus_roots(corpus, roots);
    if (!replay_allocate(writer->list, 2 * roots, 2 * roots * MOVES_PER_ROOT,
                         MAX_LOOKUPS_AFTER_MOVE))
        return false;
    while (writer->lookups < wanted && corpus_next(&walk))
        put_search(writer, &walk.position);
    return true;
}

bool replay_list_fill(struct list *list, const struct corpus *corpus, size_t *found)
{
    struct replay_writer writer = {.list = list};
    size_t wanted = list->n;
    bool ok = list->spec.kind == WORKLOAD_SEARCH ? fill_search(&writer, corpus, wanted)
                                                 : fill_games(&writer, corpus, wanted);
    if (!ok)
        return false;
    size_t moves = list_steps(list, 0, list->n);
    *found = writer.lookups;
    list->distinct = list->n;
    list->mean_lookups = moves ? (double)*found / (double)moves : 0;
    return true;
}
