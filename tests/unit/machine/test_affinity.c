/* SPDX-License-Identifier: MIT
 * Tests of affinity.c and cpu_order.c. */
#include "machine/affinity.h"
#include "machine/sysfs.h"
#include "support/skip.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct affinity_request any = {.cpu = -1};

static void cpu_lists_are_formatted(void **state)
{
    (void)state;
    char text[64];
    assert_string_equal(cpu_list_text((int[]){0, 1, 2, 5, 7, 8}, 6, text, sizeof text),
                        "0-2,5,7-8");
    assert_string_equal(cpu_list_text((int[]){3}, 1, text, sizeof text), "3");
    assert_string_equal(cpu_list_text(NULL, 0, text, sizeof text), "");
    assert_string_equal(cpu_list_text((int[]){10, 12, 14}, 3, text, 4), "10,");
}

static void kernel_lists_are_parsed(void **state)
{
    (void)state;
    assert_int_equal(sysfs_list_count("0-3,8"), 5);
    assert_int_equal(sysfs_list_count("7"), 1);
    assert_int_equal(sysfs_list_count(""), -1);
    assert_int_equal(sysfs_list_count("-5"), -1);
    assert_int_equal(sysfs_list_count("0-9223372036854775807"), -1);
    assert_int_equal(sysfs_list_count("0-"), -1);
    assert_int_equal(sysfs_list_count("3-1"), -1);
    assert_int_equal(sysfs_list_count("1;2"), -1);
}

/* Checks the order with a given /proc/interrupts, or without one if it is NULL. */
static void expect_order(const char *interrupts, const int *given, const int *expected, size_t n)
{
    char root[] = "/tmp/slidebench-pin-XXXXXX", path[64];
    int cpus[8];
    assert_non_null(mkdtemp(root));
    snprintf(path, sizeof path, "%s/proc", root);
    assert_int_equal(mkdir(path, 0700), 0);
    if (interrupts) {
        snprintf(path, sizeof path, "%s/proc/interrupts", root);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(interrupts, file);
        fclose(file);
    }
    memcpy(cpus, given, n * sizeof *cpus);
    sysfs_root = root;
    cpu_order(cpus, n, true);
    sysfs_root = "";
    if (interrupts)
        unlink(path);
    snprintf(path, sizeof path, "%s/proc", root);
    rmdir(path);
    rmdir(root);
    assert_memory_equal(cpus, expected, n * sizeof *cpus);
}

static void last_cpu_is_first_and_cpu_0_last(void **state)
{
    (void)state;
    expect_order(NULL, (int[]){0, 1, 2, 3}, (int[]){3, 2, 1, 0}, 4);
    expect_order("", (int[]){4, 0}, (int[]){4, 0}, 2);
    expect_order("garbage\n1: x\n", (int[]){0, 1}, (int[]){1, 0}, 2);
}

/* One line has fewer counts than the header has CPUs, and two CPUs are busy. */
static void malformed_interrupts_are_accepted(void **state)
{
    (void)state;
    expect_order("CPU0 CPU1 CPU2\n 24: 5\n", (int[]){0, 1, 2}, (int[]){2, 1, 0}, 3);
    expect_order("CPU0 CPU1 CPU2 CPU3\n 24: 0 9 9 0 x disk\n", (int[]){2, 3, 1, 0},
                 (int[]){3, 0, 1, 2}, 4);
}

static void cpus_with_device_interrupts_are_last(void **state)
{
    (void)state;
    expect_order(
        "            CPU0       CPU1       CPU3\n"
        "  9:          5          0          0   IO-APIC   9-fasteoi   acpi\n"
        " 24:          1          7       9000   PCI-MSI  disk\n"
        " 25:      99999          0          0   GICv3  27 Level  arch_timer\n"
        "LOC:          1     123456          1   Local timer interrupts\n",
        (int[]){0, 1, 2, 3}, (int[]){2, 1, 0, 3}, 4);
}

#ifdef __linux__
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static void off_does_not_pin(void **state)
{
    (void)state;
    struct pin pin;
    struct error error;
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof before, &before);
    assert_true(affinity_set(&(struct affinity_request){.cpu = -1, .off = true}, &pin, &error));
    sched_getaffinity(0, sizeof after, &after);
    assert_memory_equal(&before, &after, sizeof before);
    assert_false(pin.pinned);
    assert_int_equal(pin.cpu, -1);
    assert_string_equal(pin.warning, "");
    assert_int_equal(affinity_candidates(&(struct affinity_request){.off = true}, &pin.cpu, 1), 0);
}

static void pins_and_restores(void **state)
{
    (void)state;
    struct pin pin;
    struct error error;
    int cpus[CPU_SETSIZE];
    cpu_set_t before, after;
    sched_getaffinity(0, sizeof before, &before);
    size_t n = affinity_candidates(&any, cpus, CPU_SETSIZE);
    assert_in_range(n, 1, CPU_COUNT(&before));
    assert_true(affinity_set(&any, &pin, &error));
    assert_true(pin.pinned);
    assert_int_equal(pin.cpu, cpus[0]);
    for (size_t i = 0; i < n; i++) { /* the mask of one call does not restrict the next one */
        assert_true(affinity_set(&(struct affinity_request){.cpu = cpus[i]}, &pin, &error));
        assert_int_equal(sched_getcpu(), cpus[i]);
        assert_int_equal(pin.cpu, cpus[i]);
        assert_string_equal(pin.warning, "");
        assert_true(pin.description[0]);
    }
    affinity_restore();
    sched_getaffinity(0, sizeof after, &after);
    assert_memory_equal(&before, &after, sizeof before);
}

static void inherited_mask_is_respected(void **state)
{
    (void)state;
    struct pin pin;
    struct error error;
    cpu_set_t before, one;
    sched_getaffinity(0, sizeof before, &before);
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        int chosen[2];
        if (!CPU_ISSET(cpu, &before))
            continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
        assert_int_equal(affinity_candidates(&any, chosen, 2), 1);
        assert_int_equal(chosen[0], cpu);
        assert_true(affinity_set(&any, &pin, &error));
        assert_int_equal(pin.cpu, cpu);
        assert_null(strstr(pin.description, "outside"));
        for (int other = 0; other < CPU_SETSIZE; other++) {
            if (other == cpu || !CPU_ISSET(other, &before))
                continue;
            assert_true(affinity_set(&(struct affinity_request){.cpu = other}, &pin, &error));
            assert_non_null(strstr(pin.description, "outside"));
            break;
        }
        affinity_restore();
    }
    sched_setaffinity(0, sizeof before, &before);
}

static void missing_cpu_is_an_error(void **state)
{
    (void)state;
    for (int cpu = CPU_SETSIZE - 1; cpu < 1000000; cpu += 77777) {
        struct pin pin;
        struct error error = {STATUS_OK, ""};
        assert_false(affinity_set(&(struct affinity_request){.cpu = cpu}, &pin, &error));
        assert_int_equal(error.status, STATUS_ENVIRONMENT);
        assert_non_null(strstr(error.text, "allowed: "));
        assert_false(pin.pinned);
    }
    affinity_restore();
}

/* Makes setting the affinity fail from now on, as in some containers. */
static void deny_binding(void)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, 2, &program))
        _exit(77);
}

static void sandbox_is_an_error_only_if_a_cpu_is_requested(void **state)
{
    (void)state;
    pid_t child = fork();
    if (child == 0) {
        struct pin pin;
        struct error error = {STATUS_OK, ""};
        deny_binding();
        bool fine = affinity_set(&any, &pin, &error) && !pin.pinned && pin.cpu == -1 &&
                    strstr(pin.warning, "not pinned") && strstr(pin.warning, "permitted");
        fine = fine && !affinity_set(&(struct affinity_request){.cpu = 0}, &pin, &error) &&
               error.status == STATUS_ENVIRONMENT && strstr(error.text, "CPU 0");
        affinity_restore();
        _exit(fine ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    if (WEXITSTATUS(status) == 77)
        SKIP("system calls cannot be filtered here");
    assert_int_equal(WEXITSTATUS(status), 0);
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cpu_lists_are_formatted),
        cmocka_unit_test(kernel_lists_are_parsed),
        cmocka_unit_test(last_cpu_is_first_and_cpu_0_last),
        cmocka_unit_test(cpus_with_device_interrupts_are_last),
        cmocka_unit_test(malformed_interrupts_are_accepted),
#ifdef __linux__
        cmocka_unit_test(off_does_not_pin),
        cmocka_unit_test(pins_and_restores),
        cmocka_unit_test(inherited_mask_is_respected),
        cmocka_unit_test(missing_cpu_is_an_error),
        cmocka_unit_test(sandbox_is_an_error_only_if_a_cpu_is_requested),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
