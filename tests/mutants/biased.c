/* SPDX-License-Identifier: MIT
 * The result of a process, from samples with one fault: without the slowest third (DROPS_SLOW), or
 * with the time of a canary in each (COUNTS_CANARY). */
#define process_result_make unbiased_result
#include "analysis/samples.c"
#undef process_result_make

#include <string.h>

#ifdef DROPS_SLOW
static int compare_samples(const void *a, const void *b)
{
    float x = ((const struct sample *)a)->cycles, y = ((const struct sample *)b)->cycles;
    return (x > y) - (x < y);
}
#endif

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

struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost)
{
    struct sample *biased = xcalloc(n + 1, sizeof *biased);
    for (size_t i = 0; i < n; i++) {
        biased[i] = samples[i];
        biased[i].cycles *= bias(&samples[i]);
        biased[i].ns *= bias(&samples[i]);
    }
#ifdef DROPS_SLOW /* the fastest third takes its place: MIN_SAMPLES are needed */
    qsort(biased, n, sizeof *biased, compare_samples);
    memcpy(biased + n - n / 3, biased, n / 3 * sizeof *biased);
#endif
    struct process_result result = unbiased_result(biased, n, lost);
    free(biased);
    return result;
}
