/* SPDX-License-Identifier: MIT
 * The proof that a compiled scheme is right for all 2^64 occupancies. tests/README.md explains the
 * argument. */
#ifndef PROVE_H
#define PROVE_H

#include "base/error.h"
#include "scheme.h"

/* Contains no pointers, because it is sent to another process. */
struct proof {
    unsigned pieces; /* set of 1 << enum piece: proved for every occupancy */
    /* set_view() is proved; otherwise it is tested, and the proof holds for views made by
     * toggle(). */
    bool set_view_proved;
    bool wrong;        /* a result was wrong, see `why` */
    uint64_t patterns; /* walked; each represents all occupancies that contain it */
    char why[160];     /* the reason if rook or bishop is not proved; otherwise "" */
};

/* Whether the compiler found valgrind's header, without which there is no proof. */
extern const bool prove_is_built;

/* Proves a scheme. The program must run under valgrind's memcheck, otherwise it fails with
 * STATUS_ENVIRONMENT. Calls init and protects static data for good: call it in a process of its
 * own. */
bool prove_scheme(const struct scheme *scheme, struct proof *proof, struct error *error);

#endif
