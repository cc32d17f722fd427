/* SPDX-License-Identifier: MIT
 * Games replayed as an engine plays them: the view is kept from move to move. A template without
 * include guard, part of kernels.h; struct queries describes a script. */

/* Keeps the view in memory: an engine has it in its position, and some schemes read bytes of it. */
#ifdef view
#define KEEP_VIEW(v) HIDE_IN_MEMORY(v)
#else
#define KEEP_VIEW(v) DO_NOT_OPTIMIZE(v)
#endif

static inline const uint8_t *replay_toggles(view *v, const uint8_t *next, unsigned n)
{
    NO_UNROLL
    for (; n; n--)
        toggle(v, *next++);
    KEEP_VIEW(*v);
    return next;
}

#define REPLAY_LOOKUPS(piece)                                                                      \
    static inline const uint8_t *replay_##piece##s(bitboard *sum, GETTER_ARGUMENT v,               \
                                                   const uint8_t *next, unsigned n)                \
    {                                                                                              \
        NO_UNROLL                                                                                  \
        for (; n; n--)                                                                             \
            *sum += set_checksum(piece##_attacks(*next++, v));                                     \
        return next;                                                                               \
    }

REPLAY_LOOKUPS(rook)
REPLAY_LOOKUPS(bishop)
REPLAY_LOOKUPS(queen)

/* upkeep and lookups are constants after inlining. */
static inline bitboard replay(const struct queries *queries, bool upkeep, bool lookups)
{
    const uint8_t *next = queries->script;
    const view *views = (const view *)queries->views;
    bitboard sum = 0;
    for (size_t game = 0; game < queries->n; game++) {
        view v = views[upkeep ? game : 0];
        unsigned square = next[SCRIPT_SQUARE],
                 moves = next[SCRIPT_MOVES] | (unsigned)next[SCRIPT_MOVES + 1] << 8,
                 unmade = next[SCRIPT_UNMADE] | (unsigned)next[SCRIPT_UNMADE + 1] << 8;
        next += SCRIPT_HEADER;
        for (unsigned move = 0; move < moves; move++) {
            const uint8_t *counts = next + MOVE_LOOKUPS;
            unsigned changes = next[MOVE_CHANGES], rooks = counts[ROOK], bishops = counts[BISHOP],
                     queens = counts[QUEEN];
            const view *now = upkeep ? &v : views++;
            next += MOVE_HEADER;
            next = upkeep ? replay_toggles(&v, next, changes) : next + changes;
            if (lookups) {
                next = replay_rooks(&sum, VIEW_AT(now), next, rooks);
                next = replay_bishops(&sum, VIEW_AT(now), next, bishops);
                next = replay_queens(&sum, VIEW_AT(now), next, queens);
            } else {
                next += rooks + bishops + queens;
            }
        }
        for (; unmade; unmade--) {
            unsigned changes = *next++;
            next = upkeep ? replay_toggles(&v, next, changes) : next + changes;
        }
        if (upkeep)
            sum += set_checksum(queen_attacks(square, VIEW_AT((const view *)&v)));
    }
    return sum;
}

FLATTEN static bitboard all_replay(const struct queries *queries)
{
    return replay(queries, true, true);
}

FLATTEN static bitboard all_upkeep(const struct queries *queries)
{
    return replay(queries, true, false);
}

FLATTEN static bitboard all_lookups(const struct queries *queries)
{
    return replay(queries, false, true);
}
