/* SPDX-License-Identifier: MIT
 * Two CPUs with canaries that the test controls. */
#include "machine/affinity.h"
#include "support/shared_cores.h"
#include "support/skip.h"
#include "support/within.h"
#include "timing/cores.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static struct error error;

/* Finds two CPUs; the first one twice on a machine with one. */
static void two_cpus(int cpus[2])
{
    size_t n = affinity_candidates(&(struct affinity_request){.cpu = -1}, cpus, 2);
    if (n == 0)
        SKIP("threads cannot be bound to a CPU here");
    if (n == 1)
        cpus[1] = cpus[0];
}

static void expect(int percent, double together, bool separate, const char *words)
{
    int cpus[2];
    char text[64], expected[64];
    struct core_sharing sharing;
    two_cpus(cpus);
    shared_percent = percent;
    assert_true(core_sharing_measure(cpus[0], cpus[1], &sharing, &error));
    assert_true(sharing.alone > 0.99);
    assert_within(sharing.together, together, 0.12);
    assert_int_equal(core_sharing_separate(&sharing), separate);
    snprintf(expected, sizeof expected, "CPU %d and %d %s", cpus[0], cpus[1], words);
    assert_string_equal(core_sharing_text(&sharing, text), expected);
}

static void separate_cores_do_not_disturb_each_other(void **state)
{
    (void)state;
    expect(0, 1, true, "have separate cores");
    expect(10, 0.9, true, "have separate cores");
}

static void shared_core_is_detected(void **state)
{
    (void)state;
    expect(100, 0, false, "share a core");
}

static void floating_cpus_share_a_core_part_of_the_time(void **state)
{
    (void)state;
    expect(70, 0.3, false, "share a core most of the time");
    expect(38, 0.62, false, "share a core now and then");
}

static void missing_cpu_is_refused(void **state)
{
    (void)state;
    int cpus[2];
    struct core_sharing sharing;
    two_cpus(cpus);
    assert_false(core_sharing_measure(cpus[0], 1 << 19, &sharing, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_non_null(strstr(error.text, "cannot bind to CPU 524288"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separate_cores_do_not_disturb_each_other),
        cmocka_unit_test(shared_core_is_detected),
        cmocka_unit_test(floating_cpus_share_a_core_part_of_the_time),
        cmocka_unit_test(missing_cpu_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
