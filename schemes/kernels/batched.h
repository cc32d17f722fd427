/* SPDX-License-Identifier: MIT
 * The kernels in which vectors may hold several queries, by the compiler or by the scheme's own
 * code. A template without include guard, part of kernels.h. */

#if (defined(rook_batch) || defined(bishop_batch) || defined(queen_batch)) && !defined(BATCH_WIDTH)
#error "define BATCH_WIDTH: the queries of one call"
#endif

/* Batches by the compiler: one plain loop over n queries, the form that it can vectorise best. */
#define BATCH_BY_COMPILER(piece)                                                                   \
    static void piece##_batch_getter(size_t n, const uint8_t *squares, const void *list,           \
                                     bitboard *sets)                                               \
    {                                                                                              \
        const view *views = list;                                                                  \
        for (size_t i = 0; i < n; i++)                                                             \
            sets[i] = piece##_attacks(squares[i], VIEW_AT(views + i));                             \
    }                                                                                              \
                                                                                                   \
    FLATTEN static bitboard piece##_batch_kernel(const struct queries *queries)                    \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = q.views;                                                               \
        bitboard sum = 0;                                                                          \
        for (size_t i = 0; i < q.n; i++)                                                           \
            sum += piece##_attacks(q.square[i], VIEW_AT(views + i));                               \
        return sum;                                                                                \
    }

/* Batches by the scheme: BATCH_WIDTH queries at once, and the remaining queries one by one. */
#define BATCH_BY_HAND(piece)                                                                       \
    static void piece##_batch_getter(size_t n, const uint8_t *squares, const void *list,           \
                                     bitboard *sets)                                               \
    {                                                                                              \
        const view *views = list;                                                                  \
        size_t i = 0;                                                                              \
        for (; i + BATCH_WIDTH <= n; i += BATCH_WIDTH)                                             \
            piece##_batch(squares + i, views + i, sets + i);                                       \
        for (; i < n; i++)                                                                         \
            sets[i] = piece##_attacks(squares[i], VIEW_AT(views + i));                             \
    }                                                                                              \
                                                                                                   \
    FLATTEN static bitboard piece##_batch_kernel(const struct queries *queries)                    \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = q.views;                                                               \
        bitboard sums[BATCH_WIDTH] = {0}, sum = 0;                                                 \
        size_t i = 0;                                                                              \
        for (; i + BATCH_WIDTH <= q.n; i += BATCH_WIDTH) {                                         \
            bitboard sets[BATCH_WIDTH];                                                            \
            piece##_batch(q.square + i, views + i, sets);                                          \
            for (size_t j = 0; j < BATCH_WIDTH; j++)                                               \
                sums[j] += sets[j];                                                                \
        }                                                                                          \
        for (; i < q.n; i++)                                                                       \
            sum += piece##_attacks(q.square[i], VIEW_AT(views + i));                               \
        for (size_t j = 0; j < BATCH_WIDTH; j++)                                                   \
            sum += sums[j];                                                                        \
        return sum;                                                                                \
    }

#ifdef rook_batch
BATCH_BY_HAND(rook)
#else
BATCH_BY_COMPILER(rook)
#endif
#ifdef bishop_batch
BATCH_BY_HAND(bishop)
#else
BATCH_BY_COMPILER(bishop)
#endif
#ifdef queen_batch
BATCH_BY_HAND(queen)
#else
BATCH_BY_COMPILER(queen)
#endif

#define BOARD_BY_COMPILER(piece)                                                                   \
    static inline void piece##_board(GETTER_ARGUMENT v, bitboard *sets)                            \
    {                                                                                              \
        for (unsigned square = 0; square < 64; square++)                                           \
            sets[square] = piece##_attacks(square, v);                                             \
    }

#ifndef rook_board
BOARD_BY_COMPILER(rook)
#endif
#ifndef bishop_board
BOARD_BY_COMPILER(bishop)
#endif
#ifndef queen_board
BOARD_BY_COMPILER(queen)
#endif

/* The kernel of boards: writes all 64 sets of each board to memory, and sums up one of them. */
#define BOARD_KERNEL(piece)                                                                        \
    static void piece##_board_getter(const void *v, bitboard *sets)                                \
    {                                                                                              \
        piece##_board(VIEW_AT((const view *)v), sets);                                             \
    }                                                                                              \
                                                                                                   \
    FLATTEN static bitboard piece##_board_kernel(const struct queries *queries)                    \
    {                                                                                              \
        const struct queries q = *queries;                                                         \
        const view *views = q.views;                                                               \
        bitboard sum = 0;                                                                          \
        for (size_t i = 0; i < q.n; i++) {                                                         \
            _Alignas(64) bitboard sets[64];                                                        \
            piece##_board(VIEW_AT(views + i), sets);                                               \
            __asm__ volatile("" : : "r"(sets) : "memory");                                         \
            sum += sets[q.square[i]];                                                              \
        }                                                                                          \
        return sum;                                                                                \
    }

BOARD_KERNEL(rook)
BOARD_KERNEL(bishop)
BOARD_KERNEL(queen)

#define PIECE_CODE(piece_name, of_set)                                                             \
    {                                                                                              \
        .attacks = piece_name##_getter, .attacks_of_set = of_set,                                  \
        .batch = piece_name##_batch_getter, .board = piece_name##_board_getter                     \
    }

#define SCHEME_KERNELS                                                                             \
    .attacks_of_side = SIDE_GETTER,                                                                \
    .piece = {[ROOK] = PIECE_CODE(rook, rooks_getter),                                             \
              [BISHOP] = PIECE_CODE(bishop, bishops_getter),                                       \
              [QUEEN] = PIECE_CODE(queen, queens_getter),                                          \
              [BOTH] = {.attacks = both_getter}},                                                  \
    .kernel = {[KERNEL_BATCH] = {[ROOK] = rook_batch_kernel,                                       \
                                 [BISHOP] = bishop_batch_kernel,                                   \
                                 [QUEEN] = queen_batch_kernel},                                    \
               [KERNEL_BOARD] = {[ROOK] = rook_board_kernel,                                       \
                                 [BISHOP] = bishop_board_kernel,                                   \
                                 [QUEEN] = queen_board_kernel}}
