/* SPDX-License-Identifier: MIT
 * Hashing dictionaries: a line's masked occupancy is the key under which a dictionary stores the
 * attack set; one dictionary for each line of each square.
 * Sam Tannous, "Avoiding Rotated Bitboards with Direct Lookup", ICGA Journal 30(2), 2007,
 * https://arxiv.org/abs/0704.3773, with Python's built-in dictionaries. In C: open addressing with
 * linear probing, half full, by Knuth's multiplicative hash (The Art of Computer Programming, 6.4).
 * Cost: rook and bishop 2 multiplications, at least 10 loads, and a jump to predict for each key
 * compared; 216 KiB. Branchy. */
#include "board.h"

/* Keys of all dictionaries together. */
enum { BISHOP_KEYS = 1664, ROOK_KEYS = 5120 };

static ALIGNED(64) struct entry {
    bitboard key, attacks; /* attacks 0: free */
} entries[2 * (BISHOP_KEYS + ROOK_KEYS)];

static ALIGNED(64) struct dictionary {
    bitboard relevant;
    uint16_t start, last; /* in entries; index of its last entry, relative to start */
    uint8_t shift;        /* yields as many bits of a hash as `last` has */
} dictionaries[LINES][64];

static inline unsigned hash(bitboard key, unsigned shift)
{
    return (unsigned)(key * 0x9e3779b97f4a7c15u >> shift); /* 2^64 divided by the golden ratio */
}

/* The empty line is a dictionary's first key and hashes to its first entry. So the keys of free
 * entries, which are 0 as well, are never found in its place. */
static inline void init(void)
{
    unsigned start = 0;
    for (enum line line = 0; line < LINES; line++)
        for (unsigned square = 0; square < 64; square++) {
            bitboard relevant = relevant_on_line(line, square), subset = 0;
            unsigned bits = (unsigned)count_bits(relevant) + 1, last = (1u << bits) - 1;
            struct dictionary dictionary = {relevant, (uint16_t)start, (uint16_t)last,
                                            (uint8_t)(64 - bits)};
            dictionaries[line][square] = dictionary;
            do {
                unsigned slot = hash(subset, 64 - bits);
                while (entries[start + slot].attacks && entries[start + slot].key != subset)
                    slot = (slot + 1) & last;
                entries[start + slot].key = subset;
                entries[start + slot].attacks = reference_line_attacks(line, square, subset);
            } while ((subset = next_subset(subset, relevant)));
            start += last + 1;
        }
}

static inline bitboard look_up(const struct dictionary *dictionary, bitboard occupied)
{
    const struct entry *entry = entries + dictionary->start;
    bitboard key = occupied & dictionary->relevant;
    unsigned slot = hash(key, dictionary->shift);
    while (UNLIKELY(entry[slot].key != key))
        slot = (slot + 1) & dictionary->last;
    return entry[slot].attacks;
}

static inline bitboard rook_attacks(unsigned square, bitboard occupied)
{
    return look_up(&dictionaries[RANK_LINE][square], occupied) |
           look_up(&dictionaries[FILE_LINE][square], occupied);
}

static inline bitboard bishop_attacks(unsigned square, bitboard occupied)
{
    return look_up(&dictionaries[DIAGONAL][square], occupied) |
           look_up(&dictionaries[ANTIDIAGONAL][square], occupied);
}

#include "kernels.h"

/* A bishop reads half of the dictionaries, a rook the other half. */
#define DICTIONARY_BYTES(keys) (2 * (keys) * sizeof *entries + sizeof dictionaries / 2)

const struct scheme SCHEME = {
    SCHEME_CODE,
    .title = "Hashing dictionaries",
    .author = "Sam Tannous",
    .year = "2007",
    .source = "https://arxiv.org/abs/0704.3773",
    .table_bytes = BYTES(DICTIONARY_BYTES(ROOK_KEYS), DICTIONARY_BYTES(BISHOP_KEYS),
                         sizeof entries + sizeof dictionaries),
    .init = init,
    .tables = {TABLE(entries), TABLE(dictionaries)},
};
