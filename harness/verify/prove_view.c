/* SPDX-License-Identifier: MIT */
#include "verify/prove_view.h"
#include "base/subprocess.h"
#include "verify/memcheck_bits.h"
#include "workload/list_memory.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *allocate(size_t bytes)
{
    return require_in_child(list_allocate(1, bytes));
}

static bool bit_at(const unsigned char *bytes, size_t bit)
{
    return bytes[bit / 8] >> bit % 8 & 1;
}

void view_flip(const struct view_layout *layout, void *view, unsigned square)
{
    unsigned char *bytes = view;
    for (size_t i = 0; i < layout->bytes; i++)
        bytes[i] ^= layout->flips[square][i];
}

void view_bits_of(const struct view_layout *layout, bitboard squares, unsigned char *mask)
{
    memset(mask, 0, layout->bytes);
    for (; squares; squares &= squares - 1)
        for (size_t i = 0; i < layout->bytes; i++)
            mask[i] |= layout->flips[__builtin_ctzll(squares)][i];
}

/* Returns true if toggle() maps a bit as the layout states, with every other bit of the view
 * undefined: the new bit then depends on the old one only. */
static bool bit_is_independent(const struct scheme *scheme, const struct view_layout *layout,
                               unsigned square, size_t bit, bool value, unsigned char *view,
                               unsigned char *mask)
{
    memset(view, 0, layout->bytes);
    memset(mask, 0xff, layout->bytes);
    view[bit / 8] = (unsigned char)(value << bit % 8);
    mask[bit / 8] ^= (unsigned char)(1 << bit % 8);
    memcheck_bits_set(view, mask, layout->bytes);
    scheme->toggle(view, square);
    memcheck_bits_get(view, mask, layout->bytes);
    return !bit_at(mask, bit) && bit_at(view, bit) == (value ^ bit_at(layout->flips[square], bit));
}

static bool prove_toggles(const struct scheme *scheme, const struct view_layout *layout,
                          unsigned char *view, unsigned char *mask)
{
    for (unsigned square = 0; square < 64; square++)
        for (size_t bit = 0; bit < 8 * layout->bytes; bit++)
            for (int value = 0; value < 2; value++)
                if (!bit_is_independent(scheme, layout, square, bit, value, view, mask))
                    return false;
    return true;
}

/* Defines one square at a time: a bit of the view that is then defined depends on that square
 * only. Each bit must do so for one square, match the layout, and not be flipped by another
 * square. */
static bool prove_set_view(const struct scheme *scheme, const struct view_layout *layout,
                           unsigned char *view, unsigned char *mask)
{
    unsigned char *settled = allocate(layout->bytes), *others = allocate(layout->bytes);
    bool ok = true;
    for (unsigned square = 0; square < 64 && ok; square++) {
        const bitboard own = (bitboard)1 << square, rest = ~own;
        view_bits_of(layout, rest, others);
        unsigned char *settled_here[2] = {allocate(layout->bytes), allocate(layout->bytes)};
        for (int value = 0; value < 2; value++) {
            bitboard occupied = value ? own : 0;
            memcheck_bits_set(&occupied, &rest, sizeof rest);
            scheme->set_view(view, occupied);
            memcheck_bits_get(view, mask, layout->bytes);
            for (size_t i = 0; i < layout->bytes; i++) {
                unsigned char expected = layout->empty[i] ^ (value ? layout->flips[square][i] : 0);
                settled_here[value][i] = (unsigned char)~mask[i];
                ok &= !(~mask[i] & ((view[i] ^ expected) | others[i]) & 0xff);
            }
        }
        for (size_t i = 0; i < layout->bytes; i++)
            settled[i] |= settled_here[0][i] & settled_here[1][i];
        free(settled_here[0]);
        free(settled_here[1]);
    }
    for (size_t i = 0; i < layout->bytes; i++)
        ok &= settled[i] == 0xff;
    free(settled);
    free(others);
    return ok;
}

bool view_layout_prove(const struct scheme *scheme, struct view_layout *layout)
{
    layout->bytes = scheme->view_bytes;
    layout->empty = allocate(layout->bytes);
    scheme->set_view(layout->empty, 0);
    for (unsigned square = 0; square < 64; square++) {
        layout->flips[square] = allocate(layout->bytes);
        scheme->toggle(layout->flips[square], square);
    }
    unsigned char *view = allocate(layout->bytes), *mask = allocate(layout->bytes);
    unsigned errors = memcheck_errors();
    bool proved = prove_toggles(scheme, layout, view, mask) && memcheck_errors() == errors;
    layout->set_view_proved =
        proved && prove_set_view(scheme, layout, view, mask) && memcheck_errors() == errors;
    free(view);
    free(mask);
    return proved;
}
