/* SPDX-License-Identifier: MIT
 * Verification on lists of random queries: timed loops, batches and whole boards. */
#include "verify/verify_kernels.h"
#include "base/random.h"
#include "base/subprocess.h"
#include "chess/oracle.h"
#include "kernels/queries.h"
#include "plan/mode_info.h"
#include "workload/list.h"

#include <stdlib.h>
#include <string.h>

/* Random queries and their attack sets by the oracle, for ROOK, BISHOP and QUEEN. */
struct checked_list {
    uint8_t squares[VERIFY_LIST_LENGTH];
    bitboard occupied[VERIFY_LIST_LENGTH], sets[BOTH][VERIFY_LIST_LENGTH];
    bitboard got[VERIFY_LIST_LENGTH]; /* results of a batch */
    char *views;
};

static void make_list(struct checked_list *list, const struct scheme *scheme)
{
    struct random random = {4};
    list->views = check_new_views(scheme, VERIFY_LIST_LENGTH);
    for (unsigned i = 0; i < VERIFY_LIST_LENGTH; i++) {
        unsigned square = list->squares[i] = (uint8_t)random_below(&random, 64);
        list->occupied[i] = random_next(&random) & random_next(&random);
        scheme->set_view(list->views + i * scheme->view_bytes, list->occupied[i]);
        list->sets[ROOK][i] = oracle_rook(square, list->occupied[i]);
        list->sets[BISHOP][i] = oracle_bishop(square, list->occupied[i]);
        list->sets[QUEEN][i] = list->sets[ROOK][i] | list->sets[BISHOP][i];
    }
}

/* Returns the sum of a piece's results over the first n queries. */
static bitboard expected_sum(const struct checked_list *list, enum piece piece, size_t n)
{
    bitboard sum = 0;
    for (size_t i = 0; i < n; i++) {
        enum piece query_piece = list_query_piece(piece, i);
        const bitboard both[] = {list->sets[ROOK][i], list->sets[BISHOP][i]};
        sum +=
            piece_checksum(query_piece, query_piece == BOTH ? both : &list->sets[query_piece][i]);
    }
    return sum;
}

/* Returns whether the kernel runs over queries, as its modes do. */
static bool takes_queries(enum kernel kernel)
{
    enum mode mode = 0;
    while (mode_table[mode].kernel != kernel)
        mode++;
    return mode_table[mode].list == LIST_OF_QUERIES;
}

/* Checks the sums of the timed loops over at most that many queries: of a mix, whole groups. */
static void check_sums(struct check *check, const struct checked_list *list, size_t most)
{
    for (enum piece piece = 0; piece < ROW_PIECES; piece++)
        for (enum kernel k = 0; k < KERNEL_KINDS; k++) {
            kernel_fn *kernel = check->scheme->kernel[k][piece];
            size_t n = most - most % list_group(piece);
            struct queries queries = {.n = n, .square = list->squares, .views = list->views};
            if (kernel && takes_queries(k))
                check_expect(check, "sum of a timed loop", list->squares[n - 1],
                             list->occupied[n - 1], expected_sum(list, piece, n), kernel(&queries));
        }
}

/* Checks each result of batches and whole boards. The lengths of batches include all remainders
 * by a vector width. */
static void verify_batches(struct check *check, struct checked_list *list, enum piece piece)
{
    const struct piece_code *code = &check->scheme->piece[piece];
    bitboard *got = list->got;
    for (size_t n = VERIFY_LIST_LENGTH - 16; code->batch && n <= VERIFY_LIST_LENGTH; n++) {
        memset(got, 0, sizeof list->got);
        code->batch(n, list->squares, list->views, got);
        for (unsigned i = 0; i < VERIFY_LIST_LENGTH; i++)
            check_expect(check, "set of a batch", list->squares[i], list->occupied[i],
                         i < n ? list->sets[piece][i] : 0, got[i]);
    }
    for (unsigned i = 0; code->board && i < VERIFY_LIST_LENGTH; i += 32) {
        _Alignas(64) bitboard sets[64];
        code->board(list->views + i * check->scheme->view_bytes, sets);
        for (unsigned square = 0; square < 64; square++) {
            bitboard rook = piece == BISHOP ? 0 : oracle_rook(square, list->occupied[i]);
            bitboard bishop = piece == ROOK ? 0 : oracle_bishop(square, list->occupied[i]);
            check_expect(check, "set of a board", square, list->occupied[i], rook | bishop,
                         sets[square]);
        }
    }
}

bool verify_kernels(struct check *check)
{
    struct checked_list *list = require_in_child(malloc(sizeof *list)); /* the stack may be small */
    make_list(list, check->scheme);
    for (enum piece piece = ROOK; piece <= QUEEN; piece++)
        verify_batches(check, list, piece);
    /* Sums come last: a wrong set is a clearer finding. The odd length leaves a remainder with
     * every vector width. */
    check_sums(check, list, VERIFY_LIST_LENGTH);
    check_sums(check, list, VERIFY_LIST_LENGTH - 1);
    free(list->views);
    free(list);
    return check->finding.correct;
}
