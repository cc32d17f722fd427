/* SPDX-License-Identifier: MIT
 * The proof that a compiled scheme is right for all 2^64 occupancies. tests/README.md explains the
 * argument. */
#ifndef PROVE_H
#define PROVE_H

#include "base/error.h"
#include "scheme.h"

enum proof_status {
    PROOF_UNSUPPORTED, /* not run: this machine does not support the scheme */
    PROOF_WRONG,
    PROOF_UNPROVED, /* no wrong result, but no proof either, although it should be possible */
    /* Only verified, because the instructions or traits of the scheme make a proof impossible. */
    PROOF_VERIFIED,
    PROOF_PROVED, /* for rook and bishop at least */
    PROOF_STATUSES
};

/* Contains no pointers, because it is sent to another process. */
struct proof {
    enum proof_status status;
    unsigned pieces; /* set of 1 << enum piece: proved for every occupancy */
    /* Whether set_view() is proved, too. If not, set_view() is only tested, and the proof holds for
     * views that toggle() has made. */
    bool set_view_proved;
    uint64_t patterns; /* that were tried; each stands for all occupancies that contain it */
    char why[200];     /* the reason if rook or bishop is not proved; otherwise "" */
};

/* Returns whether a proof is possible. Fails with STATUS_ENVIRONMENT if valgrind is not installed
 * or the program was built without support for it. */
bool prove_possible(struct error *error);

/* Proves a scheme, and writes its struct proof to fd. Fails with STATUS_ENVIRONMENT unless the
 * program runs under valgrind's memcheck. Call it in a process of its own, because it calls init()
 * and protects static data for good. */
bool prove_scheme(const struct scheme *scheme, int fd, struct error *error);

#endif
