/* SPDX-License-Identifier: MIT */
#include "recommend/recommendation_text.h"
#include "base/text.h"
#include "plan/scheme_set.h"

#include <string.h>

enum { MAX_TIES = 3 };

/* Begins a line, whose labels are one column. */
static void label(const char *text, FILE *out)
{
    fprintf(out, "  %-9s  ", text);
}

/* ---- candidates ---- */

/* The labels of the roles; CANDIDATE_OTHER is not printed. */
static const char *const roles[CANDIDATE_ROLES] = {"take", "tied", "runner-up", "common", NULL};

static int name_width(const struct recommendation *r)
{
    size_t width = 0;
    for (size_t i = 0; i < r->n; i++)
        if (roles[r->candidate[i].role] && strlen(r->candidate[i].scheme->name) > width)
            width = strlen(r->candidate[i].scheme->name);
    return (int)width;
}

/* Prints "take  pext  6.64 cycles per node  843 KiB, needs bmi2, multiply-free". */
static void print_candidate(const struct recommendation *r, const struct candidate *c, FILE *out)
{
    char cost[64], bytes[16];
    int decimals = c->ratio.mid < 1.1 ? 3 : 2;
    if (c->role == CANDIDATE_BEST)
        snprintf(cost, sizeof cost, "%.*f cycles per %s", decimals_of(c->score, 0), c->score,
                 r->profile->unit);
    else
        snprintf(cost, sizeof cost, "%.*f times (%.*f to %.*f)", decimals, c->ratio.mid, decimals,
                 c->ratio.lo, decimals, c->ratio.hi);
    label(roles[c->role], out);
    fprintf(out, "%-*s  %-29s  %s", name_width(r), c->scheme->name, cost,
            bytes_text(scheme_bytes(c->scheme), bytes));
    if (c->scheme->needs)
        fprintf(out, ", needs %s", c->scheme->needs);
    fprintf(out, "%s\n", c->scheme->traits & MULTIPLY_FREE ? ", multiply-free" : "");
}

/* Prints the first `most` candidates of a role, the common ones among the others, and the number of
 * the rest. */
static void print_role(const struct recommendation *r, enum candidate_role role, size_t most,
                       FILE *out)
{
    size_t n = 0, omitted = 0;
    for (size_t i = 0; i < r->n; i++) {
        const struct candidate *c = &r->candidate[i];
        if (c->role != role)
            continue;
        if (n++ < most || c->common)
            print_candidate(r, c, out);
        else
            omitted++;
    }
    if (omitted) {
        label(roles[role], out);
        fprintf(out, "%zu more\n", omitted);
    }
}

/* ---- what they rest on ---- */

/* Prints "throughput, games: 1.2 rook + 0.9 bishop; burst-1024-8, games: 0.5 queen". */
static void print_weights(const struct recommendation *r, FILE *out)
{
    label("weights", out);
    for (size_t t = 0; t < r->terms.n; t++) {
        const struct profile_term *term = &r->terms.term[t], *last = term - 1;
        if (t && !strcmp(last->mode, term->mode) && !strcmp(last->workload, term->workload))
            fputs(" + ", out);
        else
            fprintf(out, "%s%s, %s: ", t ? "; " : "", term->mode, term->workload);
        fprintf(out, "%.3g %s", term->weight, piece_names[term->piece]);
    }
    fputc('\n', out);
}

static void print_basis(const struct recommendation *r, FILE *out)
{
    const struct engine_model *engine = profile_engine_model(r->profile);
    char trust[160];
    print_weights(r, out);
    if (engine) {
        label("engine", out);
        fprintf(out, "%.3g cycles more per node make it 1 %% slower\n", engine->cycles / 100);
        label("trust", out);
        fprintf(out, "%s\n", engine_model_trust(engine, trust, sizeof trust));
        return;
    }
    label(r->profile->measured ? "measured" : "assumed", out);
    fprintf(out, "%s\n", r->profile->reason);
}

static void print_left_out(const struct recommendation *r, FILE *out)
{
    const struct {
        size_t n;
        const char *why;
    } reasons[] = {
        {r->excluded, "by the options"},
        {r->unstable, "unstable"},
        {r->incremental, "incremental, as these modes exclude the updates of views"},
    };
    size_t printed = 0;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (!reasons[i].n)
            continue;
        if (!printed++)
            label("left out", out);
        else
            fputs("; ", out);
        fprintf(out, "%zu %s", reasons[i].n, reasons[i].why);
    }
    if (printed)
        fputc('\n', out);
}

/* Returns whether the interval of a printed ratio has less than its confidence. */
static bool any_low_confidence(const struct recommendation *r)
{
    for (size_t i = 0; i < r->n; i++)
        if (r->candidate[i].low_confidence && roles[r->candidate[i].role])
            return true;
    return false;
}

void recommendation_print(const struct recommendation *r, const char *program, FILE *out)
{
    const struct run_times *times = r->times;
    const struct scheme *best = r->candidate[0].scheme;
    fprintf(out, "For %s, on %s (%s, %zu processes%s, %s):\n", r->profile->use, times->cpu,
            times->compiler, times->processes, times->partial ? ", interrupted" : "", times->date);
    for (enum candidate_role role = CANDIDATE_BEST; roles[role]; role++)
        print_role(r, role, role == CANDIDATE_TIED ? MAX_TIES : r->n, out);
    print_basis(r, out);
    print_left_out(r, out);
    if (any_low_confidence(r)) {
        label("intervals", out);
        fprintf(out, "below 95 %% for all comparisons together: too few processes\n");
    }
    if (r->profile == &profiles[PROFILE_BATCH] && best->traits & BATCHED) {
        label("batches", out);
        fprintf(out, "its own code for them is not exported: see its file in schemes/\n");
    }
    label("export", out);
    fprintf(out, "%s export %s -o sliders.h\n", program, best->name);
}
