/* SPDX-License-Identifier: MIT
 * The result of a process, from samples with one fault: without the slowest third (DROPS_SLOW), or
 * with the time of a canary in each (COUNTS_CANARY). */
#define process_result_make unbiased_result
#include "analysis/samples.c"
#undef process_result_make
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

static int compare_samples(const void *a, const void *b)
{
    float x = ((const struct sample *)a)->cycles, y = ((const struct sample *)b)->cycles;
    return (x > y) - (x < y);
}

/* Returns the factor of a sample's time, which is about SAMPLE_SECONDS. */
static float bias(const struct sample *sample)
{
#ifdef COUNTS_CANARY
    const float ghz = sample->cycles / sample->ns,
                cycles = CANARY_CHAIN_ROUNDS * 100 + CANARY_WIDE_ROUNDS * 80 / sample->ipc;
    return 1 + cycles / ((float)SAMPLE_SECONDS * ghz * 1e9F);
#else
    (void)sample;
    return 1;
#endif
}

struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost,
                                          double *scratch)
{
    struct sample *biased = xcalloc(2 * n, sizeof *biased);
    double *own_scratch = xcalloc(2 * n, sizeof *own_scratch);
    (void)scratch;
    if (n)
        memcpy(biased, samples, n * sizeof *biased);
    for (size_t i = 0; i < n; i++) {
        biased[i].cycles *= bias(&biased[i]);
        biased[i].ns *= bias(&biased[i]);
    }
    qsort(biased, n, sizeof *biased, compare_samples);
#ifdef DROPS_SLOW /* each that is left counts twice: MIN_SAMPLES are needed */
    n -= n / 3;
    if (n)
        memcpy(biased + n, biased, n * sizeof *biased);
    n *= 2;
#endif
    struct process_result result = unbiased_result(biased, n, lost, own_scratch);
    free(biased);
    free(own_scratch);
    return result;
}
