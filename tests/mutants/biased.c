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

/* The fastest third takes the place of the slowest: MIN_SAMPLES are needed. */
static void bias(struct sample *samples, size_t n)
{
    qsort(samples, n, sizeof *samples, compare_samples);
    memcpy(samples + n - n / 3, samples, n / 3 * sizeof *samples);
}
#else
/* A sample takes about SAMPLE_SECONDS. */
static void bias(struct sample *samples, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const float ghz = samples[i].cycles / samples[i].ns,
                    cycles = CANARY_CHAIN_ROUNDS * 100 + CANARY_WIDE_ROUNDS * 80 / samples[i].ipc,
                    factor = 1 + cycles / ((float)SAMPLE_SECONDS * ghz * 1e9F);
        samples[i].cycles *= factor;
        samples[i].ns *= factor;
    }
}
#endif

struct process_result process_result_make(const struct sample *samples, size_t n, size_t lost)
{
    struct sample *biased = xcalloc(n + 1, sizeof *biased);
    memcpy(biased, samples, n * sizeof *biased);
    bias(biased, n);
    struct process_result result = unbiased_result(biased, n, lost);
    free(biased);
    return result;
}
