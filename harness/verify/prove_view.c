/* SPDX-License-Identifier: MIT */
#include "verify/prove_view.h"
#include "base/subprocess.h"
#include "verify/memcheck_bits.h"

#include <stdlib.h>
#include <string.h>

static unsigned char *allocate(size_t bytes)
{
    size_t whole = (bytes + 63) & ~(size_t)63; /* for views of vectors */
    return memset(shared_with_child(aligned_alloc(64, whole)), 0, bytes);
}

static bool bit_at(const unsigned char *bytes, size_t bit)
{
    return bytes[bit / 8] >> bit % 8 & 1;
}

void view_flip(const struct view_layout *form, void *view, unsigned square)
{
    unsigned char *bytes = view;
    for (size_t i = 0; i < form->bytes; i++)
        bytes[i] ^= form->flips[square][i];
}

void view_bits_of(const struct view_layout *form, bitboard squares, unsigned char *mask)
{
    memset(mask, 0, form->bytes);
    for (; squares; squares &= squares - 1)
        for (size_t i = 0; i < form->bytes; i++)
            mask[i] |= form->flips[__builtin_ctzll(squares)][i];
}

/* With every other bit of the view undefined, bit `bit` comes out defined: so it depends on itself alone. */
static bool toggles_alone(const struct scheme *scheme, const struct view_layout *form,
                          unsigned square, size_t bit, bool value, unsigned char *view,
                          unsigned char *mask)
{
    memset(view, 0, form->bytes);
    memset(mask, 0xff, form->bytes);
    view[bit / 8] = (unsigned char)(value << bit % 8);
    mask[bit / 8] ^= (unsigned char)(1 << bit % 8);
    memcheck_bits_set(view, mask, form->bytes);
    scheme->toggle(view, square);
    memcheck_bits_get(view, mask, form->bytes);
    return !bit_at(mask, bit) && bit_at(view, bit) == (value ^ bit_at(form->flips[square], bit));
}

static bool prove_toggles(const struct scheme *scheme, const struct view_layout *form,
                          unsigned char *view, unsigned char *mask)
{
    for (unsigned square = 0; square < 64; square++)
        for (size_t bit = 0; bit < 8 * form->bytes; bit++)
            for (int value = 0; value < 2; value++)
                if (!toggles_alone(scheme, form, square, bit, value, view, mask))
                    return false;
    return true;
}

/* Squares one by one, all others undefined: a bit of the view that comes out defined depends on that square alone. Each
 * bit must do so for one square, be what the form says, and be flipped by no other square. */
static bool prove_builder(const struct scheme *scheme, const struct view_layout *form,
                          unsigned char *view, unsigned char *mask)
{
    unsigned char *settled = allocate(form->bytes), *others = allocate(form->bytes);
    bool right = true;
    for (unsigned square = 0; square < 64 && right; square++) {
        const bitboard own = (bitboard)1 << square, rest = ~own;
        view_bits_of(form, rest, others);
        unsigned char *settled_here[2] = {allocate(form->bytes), allocate(form->bytes)};
        for (int value = 0; value < 2; value++) {
            bitboard occupied = value ? own : 0;
            memcheck_bits_set(&occupied, &rest, sizeof rest);
            scheme->set_view(view, occupied);
            memcheck_bits_get(view, mask, form->bytes);
            for (size_t i = 0; i < form->bytes; i++) {
                unsigned char expected = form->empty[i] ^ (value ? form->flips[square][i] : 0);
                settled_here[value][i] = (unsigned char)~mask[i];
                right &= !(~mask[i] & ((view[i] ^ expected) | others[i]) & 0xff);
            }
        }
        for (size_t i = 0; i < form->bytes; i++)
            settled[i] |= settled_here[0][i] & settled_here[1][i];
        free(settled_here[0]);
        free(settled_here[1]);
    }
    for (size_t i = 0; i < form->bytes; i++)
        right &= settled[i] == 0xff;
    free(settled);
    free(others);
    return right;
}

bool view_layout_prove(const struct scheme *scheme, struct view_layout *form)
{
    form->bytes = scheme->view_bytes;
    form->empty = allocate(form->bytes);
    scheme->set_view(form->empty, 0);
    for (unsigned square = 0; square < 64; square++) {
        form->flips[square] = allocate(form->bytes);
        scheme->toggle(form->flips[square], square);
    }
    unsigned char *view = allocate(form->bytes), *mask = allocate(form->bytes);
    unsigned errors = memcheck_errors();
    bool proved = prove_toggles(scheme, form, view, mask) && memcheck_errors() == errors;
    form->builder_proved =
        proved && prove_builder(scheme, form, view, mask) && memcheck_errors() == errors;
    free(view);
    free(mask);
    return proved;
}
