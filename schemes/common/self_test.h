/* SPDX-License-Identifier: MIT
 * The self test of an exported scheme: a checksum over all relevant occupancies of all squares,
 * 102,400 of rooks and 5,248 of bishops. It is the same for all schemes; slidebench computes it
 * with its oracle. Included after the getters. */
#include "board.h"

/* Adds a word to a checksum. Different words lead to different sums. */
static inline uint64_t self_test_add(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

/* Returns the squares in which a set of sliders differs from the union over its members. */
static inline bitboard self_test_union(bitboard sliders, GETTER_ARGUMENT occupied, bitboard set,
                                       bitboard (*attacks)(unsigned, GETTER_ARGUMENT))
{
    for (bitboard united = 0;; sliders &= sliders - 1) {
        if (!sliders)
            return united ^ set;
        united |= attacks((unsigned)__builtin_ctzll(sliders), occupied);
    }
}

/* Adds the sets of one square and one occupancy. */
static uint64_t self_test_sets(uint64_t sum, unsigned square, GETTER_ARGUMENT occupied)
{
    struct both sets = both_attacks(square, occupied);
    sum = self_test_add(sum, rook_attacks(square, occupied));
    sum = self_test_add(sum, bishop_attacks(square, occupied));
    sum = self_test_add(sum, queen_attacks(square, occupied));
    sum = self_test_add(sum, sets.rook);
    sum = self_test_add(sum, sets.bishop);
#if defined(rooks_attacks) || defined(bishops_attacks) || defined(queens_attacks) ||               \
    defined(sliders_attacks)
    bitboard sliders = sum & sum >> 21 & sum >> 42; /* about eight */
#endif
#ifdef rooks_attacks
    sum ^= self_test_union(sliders, occupied, rooks_attacks(sliders, occupied), rook_attacks);
#endif
#ifdef bishops_attacks
    sum ^= self_test_union(sliders, occupied, bishops_attacks(sliders, occupied), bishop_attacks);
#endif
#ifdef queens_attacks
    sum ^= self_test_union(sliders, occupied, queens_attacks(sliders, occupied), queen_attacks);
#endif
#ifdef sliders_attacks
    bitboard diagonal = sum & sum >> 18 & sum >> 35;
    sum ^= sliders_attacks(sliders, diagonal, occupied) ^
           (self_test_union(sliders, occupied, 0, rook_attacks) |
            self_test_union(diagonal, occupied, 0, bishop_attacks));
#endif
    return sum;
}

/* Adds those of an occupancy. */
static uint64_t self_test_occupancy(uint64_t sum, unsigned square, bitboard occupied)
{
#ifdef view
    view changed; /* on about half of its squares */
    set_view(&changed, occupied ^ sum);
    for (bitboard changes = sum; changes; changes &= changes - 1)
        toggle(&changed, (unsigned)__builtin_ctzll(changes));
    return self_test_sets(sum, square, &changed);
#else
    return self_test_sets(sum, square, occupied);
#endif
}

/* Adds all subsets of the relevant squares. The checksum so far fills the rest of the board. */
static uint64_t self_test_subsets(uint64_t sum, unsigned square, bitboard relevant)
{
    bitboard subset = 0;
    do {
        sum = self_test_occupancy(sum, square, subset | (sum & ~relevant));
        subset = next_subset(subset, relevant);
    } while (subset);
    return sum;
}

static uint64_t self_test_sum(void)
{
    uint64_t sum = 0;
    for (unsigned square = 0; square < 64; square++) {
        sum = self_test_subsets(sum, square, rook_relevant(square));
        sum = self_test_subsets(sum, square, bishop_relevant(square));
    }
    return sum;
}

#ifdef SELF_TEST_CHECKSUM
static bool self_test(void)
{
    return self_test_sum() == SELF_TEST_CHECKSUM;
}
#endif
