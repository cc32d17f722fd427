/* SPDX-License-Identifier: MIT
 * init() and the self test of an exported scheme, included after its getters. The self test is a
 * checksum over all relevant occupancies of all squares, 102,400 of rooks and 5,248 of bishops. The
 * checksum is the same for all schemes. */
#include "board.h"

#ifdef HAS_TABLES
static ALIGNED(1) bool is_initialised;

static inline void init(void)
{
    fill_tables();
    is_initialised = true;
}
#else
static const bool is_initialised = 1; /* there is nothing to fill */

static inline void init(void)
{
}
#endif

/* Adds a word to a checksum. Different words lead to different sums. */
static inline uint64_t self_test_add(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return sum ^ sum >> 32;
}

/* Returns the squares in which `set`, a scheme's result for a set of sliders, differs from the
 * union of the attack sets that the getter `attacks` returns for each slider. */
static inline bitboard self_test_union(bitboard sliders, GETTER_ARGUMENT occupied, bitboard set,
                                       bitboard (*attacks)(unsigned, GETTER_ARGUMENT))
{
    for (bitboard united = 0;; sliders &= sliders - 1) {
        if (!sliders)
            return united ^ set;
        united |= attacks((unsigned)trailing_zeros(sliders), occupied);
    }
}

/* Returns about eight squares as a set of sliders. */
static inline bitboard self_test_sliders(uint64_t sum)
{
    return sum & sum >> 21 & sum >> 42;
}

/* Adds the attack sets of one square and one occupancy. */
static inline uint64_t self_test_sets(uint64_t sum, unsigned square, GETTER_ARGUMENT occupied)
{
    struct both sets = both_attacks(square, occupied);
    sum = self_test_add(sum, rook_attacks(square, occupied));
    sum = self_test_add(sum, bishop_attacks(square, occupied));
    sum = self_test_add(sum, queen_attacks(square, occupied));
    sum = self_test_add(sum, sets.rook);
    sum = self_test_add(sum, sets.bishop);
#ifdef rooks_attacks
    bitboard rooks = self_test_sliders(sum);
    sum ^= self_test_union(rooks, occupied, rooks_attacks(rooks, occupied), rook_attacks);
#endif
#ifdef bishops_attacks
    bitboard bishops = self_test_sliders(sum);
    sum ^= self_test_union(bishops, occupied, bishops_attacks(bishops, occupied), bishop_attacks);
#endif
#ifdef queens_attacks
    bitboard queens = self_test_sliders(sum);
    sum ^= self_test_union(queens, occupied, queens_attacks(queens, occupied), queen_attacks);
#endif
#ifdef sliders_attacks
    bitboard orthogonal = self_test_sliders(sum), diagonal = sum & sum >> 18 & sum >> 35;
    sum ^= sliders_attacks(orthogonal, diagonal, occupied) ^
           (self_test_union(orthogonal, occupied, 0, rook_attacks) |
            self_test_union(diagonal, occupied, 0, bishop_attacks));
#endif
    return sum;
}

/* Adds the attack sets of a square and an occupancy. If the scheme has a view, toggle() has changed
 * about half of its squares. */
static inline uint64_t self_test_occupancy(uint64_t sum, unsigned square, bitboard occupied)
{
#ifdef view
    view changed;
    set_view(&changed, occupied ^ sum);
    for (bitboard changes = sum; changes; changes &= changes - 1)
        toggle(&changed, (unsigned)trailing_zeros(changes));
    return self_test_sets(sum, square, &changed);
#else
    return self_test_sets(sum, square, occupied);
#endif
}

/* Adds the attack sets of all subsets of the relevant squares. The bits of the checksum so far are
 * the occupancy of the other squares. */
static inline uint64_t self_test_subsets(uint64_t sum, unsigned square, bitboard relevant)
{
    bitboard subset = 0;
    do {
        sum = self_test_occupancy(sum, square, subset | (sum & ~relevant));
        subset = next_subset(subset, relevant);
    } while (subset);
    return sum;
}

static inline uint64_t self_test_sum(void)
{
    uint64_t sum = 0;
    for (unsigned square = 0; square < 64; square++) {
        sum = self_test_subsets(sum, square, rook_relevant(square));
        sum = self_test_subsets(sum, square, bishop_relevant(square));
    }
    return sum;
}

/* The checksum of right attack sets. */
#define SELF_TEST_CHECKSUM UINT64_C(0xe13fc81e7b113c6e)

/* Returns whether the sets of all 107,648 occupancies are right; false before init(). */
static inline bool self_test(void)
{
    return is_initialised && self_test_sum() == SELF_TEST_CHECKSUM;
}
