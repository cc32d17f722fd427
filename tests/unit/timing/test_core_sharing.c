/* SPDX-License-Identifier: MIT
 * Two CPUs, of which the canaries tell what the test decides. */
#include "timing/core_sharing.h"
#include "machine/affinity.h"
#include "support/shared_cores.h"
#include "support/skip.h"
#include "support/within.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

static struct error error;

/* The first CPU twice, where there is but one. */
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

static void separate_cores_leave_each_other_whole(void **state)
{
    (void)state;
    expect(0, 1, true, "have separate cores");
    expect(10, 0.9, true, "have separate cores");
}

static void one_core_is_found_out(void **state)
{
    (void)state;
    expect(100, 0, false, "share a core");
}

static void cpus_that_float_share_a_core_part_of_the_time(void **state)
{
    (void)state;
    expect(70, 0.3, false, "share a core most of the time");
    expect(38, 0.62, false, "share a core now and then");
}

static void a_cpu_that_is_not_there_is_refused(void **state)
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
        cmocka_unit_test(separate_cores_leave_each_other_whole),
        cmocka_unit_test(one_core_is_found_out),
        cmocka_unit_test(cpus_that_float_share_a_core_part_of_the_time),
        cmocka_unit_test(a_cpu_that_is_not_there_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
