/* SPDX-License-Identifier: MIT */
#include "chess/search.h"
#include "workload/list.h"

#include <string.h>

enum {
    MAX_CHANGES = 4, /* castling: king and rook leave, king and rook arrive */
    MAX_CHANGES_BEFORE_MOVE = 255,

    /* The most lookups of one piece that a search makes on one board: the 30 sliders of both sides,
     * the sliders of the side to move once more, and three times the king's lines. */
    MAX_LOOKUPS_AFTER_MOVE = 48
};

struct recorder {
    struct list *list;
    size_t written;    /* lookups of all scripts so far */
    uint8_t *next;     /* of the current script */
    unsigned unmade;   /* groups of squares that change back, in this script */
    bitboard occupied; /* of the current board */

    /* The next move: squares that changed since the move before, and squares of its lookups. */
    unsigned changes, lookups[BOTH]; /* numbers of squares */
    uint8_t changed[MAX_CHANGES_BEFORE_MOVE], square[BOTH][MAX_LOOKUPS_AFTER_MOVE];

    /* Of a search: */
    bool made;      /* the next move has been made; false: only moves before it were unmade */
    unsigned moves; /* made so far */
};

/* Allocates an empty list of games, with room for `games` games, `moves` moves in all of them
 * together, and `lookups` lookups after each move. */
static void replay_allocate(struct list *list, size_t games, size_t moves, size_t lookups)
{
    struct game_list *g = &list->games;
    size_t bytes_per_move = MOVE_HEADER + lookups + 2 * MAX_CHANGES + 1; /* made and unmade */
    list->n = 0;
    list->occupied = list_allocate(moves, sizeof *list->occupied);
    g->script = list_allocate(games * SCRIPT_HEADER + moves * bytes_per_move, 1);
    g->script_at = list_allocate(games + 1, sizeof *g->script_at);
    g->moves_before = list_allocate(games + 1, sizeof *g->moves_before);
    g->starts = list_allocate(games, sizeof *g->starts);
}

/* ---- the next move ---- */

static void change_board(struct recorder *r, bitboard occupied)
{
    for (bitboard changed = r->occupied ^ occupied; changed; changed &= changed - 1)
        r->changed[r->changes++] = (uint8_t)lowest_square(changed);
    r->occupied = occupied;
}

static void add_lookup(struct recorder *r, enum piece piece, unsigned square)
{
    r->square[piece][r->lookups[piece]++] = (uint8_t)square;
}

/* ---- the parts of a script ---- */

static void begin_script(struct recorder *r, const struct position *start)
{
    struct list *list = r->list;
    struct game_list *games = &list->games;
    uint8_t *script = games->script + games->script_at[list->n];
    r->occupied = games->starts[list->n] = position_occupied(start);
    games->moves_before[list->n + 1] = games->moves_before[list->n];
    script[SCRIPT_SQUARE] =
        (uint8_t)lowest_square(start->pieces[KING] & start->colours[start->side]);
    r->next = script + SCRIPT_HEADER;
    r->unmade = 0;
}

/* Writes n squares, sets n to 0, and returns how many squares these were. */
static uint8_t put_squares(struct recorder *r, const uint8_t *squares, unsigned *n)
{
    uint8_t written = (uint8_t)*n;
    memcpy(r->next, squares, written);
    r->next += written;
    *n = 0;
    return written;
}

static void put_move(struct recorder *r)
{
    struct list *list = r->list;
    uint8_t *header = r->next;
    list->occupied[list->games.moves_before[list->n + 1]++] = r->occupied;
    r->next += MOVE_HEADER;
    header[MOVE_CHANGES] = put_squares(r, r->changed, &r->changes);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++) {
        r->written += r->lookups[piece];
        header[MOVE_LOOKUPS + piece] = put_squares(r, r->square[piece], &r->lookups[piece]);
    }
}

static void put_unmade(struct recorder *r)
{
    uint8_t *changes = r->next++;
    *changes = put_squares(r, r->changed, &r->changes);
    r->unmade++;
}

static void put_number(uint8_t *out, size_t number)
{
    out[0] = (uint8_t)number;
    out[1] = (uint8_t)(number >> 8);
}

static void end_script(struct recorder *r)
{
    struct list *list = r->list;
    uint8_t *script = list->games.script + list->games.script_at[list->n];
    put_number(script + SCRIPT_MOVES, list_steps(list, list->n, list->n + 1));
    put_number(script + SCRIPT_UNMADE, r->unmade);
    list->n++;
    list->games.script_at[list->n] = (size_t)(r->next - list->games.script);
}

/* ---- games ---- */

/* Two bytes of a script can count the moves: a game has at most MAX_PLIES (chess/pgn.h). */
static void put_game(struct recorder *r, const struct game *game, const chess_move *moves)
{
    const struct game_list *games = &r->list->games;
    const bitboard *start = &games->starts[r->list->n],
                   *after = r->list->occupied + games->moves_before[r->list->n];
    struct position p = game->start;
    begin_script(r, &p);
    for (size_t ply = 0; ply < game->plies; ply++) {
        make_move(&p, moves[game->first_move + ply]);
        change_board(r, position_occupied(&p));
        for (enum piece piece = ROOK; piece <= QUEEN; piece++)
            for (bitboard own = p.colours[p.side] & p.pieces[piece]; own; own &= own - 1)
                add_lookup(r, piece, lowest_square(own));
        put_move(r);
    }
    for (size_t ply = game->plies; ply-- > 0;) {
        change_board(r, ply ? after[ply - 1] : *start);
        put_unmade(r);
    }
    end_script(r);
}

static void put_games(struct recorder *r, const struct corpus *corpus, size_t wanted)
{
    enum { SLIDERS = 15 }; /* all pieces of a side but the king */
    size_t games = corpus->game_count;
    replay_allocate(r->list, games, corpus->position_count - games, SLIDERS);
    for (size_t i = 0; i < games && r->written < wanted; i++)
        put_game(r, &corpus->games[i], corpus->moves);
}

/* ---- searches ---- */

enum { MOVES_PER_ROOT = 128, LOOKUPS_PER_ROOT = 1024 /* about */ };

static bool record_lookup(void *context, enum piece piece, unsigned square, bitboard occupied)
{
    struct recorder *r = context;
    if (r->made && occupied == r->occupied)
        add_lookup(r, piece, square);
    return true;
}

/* At most some 75 plies, 45 of them with quiet moves, are unmade before a move: 160 changes. */
static bool record_move(void *context, const struct position *position, bool made)
{
    struct recorder *r = context;
    if (made && r->moves == MOVES_PER_ROOT)
        return false; /* the move is not recorded, and unmaking it will change no square */
    if (r->made)
        put_move(r);
    change_board(r, position_occupied(position));
    r->made = made;
    r->moves += made;
    return true;
}

static void put_search(struct recorder *r, const struct position *root)
{
    begin_script(r, root);
    r->moves = 0;
    search(root, SEARCH_DEPTH, &(struct search_observer){record_lookup, record_move, r});
    put_unmade(r);
    end_script(r);
}

static void put_searches(struct recorder *r, const struct corpus *corpus, size_t wanted)
{
    size_t roots = wanted / LOOKUPS_PER_ROOT + 1;
    struct corpus_walk walk = corpus_roots(corpus, roots);
    replay_allocate(r->list, 2 * roots, 2 * roots * MOVES_PER_ROOT, MAX_LOOKUPS_AFTER_MOVE);
    while (r->written < wanted && corpus_next(&walk))
        put_search(r, &walk.position);
}

size_t replay_list_fill(struct list *list, const struct corpus *corpus)
{
    struct recorder r = {.list = list};
    if (list->spec.kind == WORKLOAD_SEARCH)
        put_searches(&r, corpus, list->n);
    else
        put_games(&r, corpus, list->n);
    size_t moves = list_steps(list, 0, list->n);
    list->distinct = list->n;
    list->mean_lookups = moves ? (double)r.written / (double)moves : 0;
    return r.written;
}
