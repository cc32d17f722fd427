/* SPDX-License-Identifier: MIT
 * The newest run of this CPU and build is found. */
#include "record/recorded_runs.h"
#include "machine/machine.h"
#include "support/within.h"
#include "target/isa_level.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/slidebench-recorded-XXXXXX", slug[64];

/* Makes a folder of its own, whose `results` and cache are empty. */
static int make_folder(void **state)
{
    (void)state;
    struct machine machine;
    if (!mkdtemp(folder) || chdir(folder) || setenv("XDG_CACHE_HOME", folder, 1))
        return -1;
    cpu_identify(&machine, 0);
    strcpy(slug, machine.slug);
    return 0;
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *ftw)
{
    (void)status, (void)kind, (void)ftw;
    return remove(path);
}

static int remove_folder(void **state)
{
    (void)state;
    return nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* A log in the folder `results` or in the cache. */
struct planted {
    const char *slug, *compiler, *level, *date; /* NULL: those of this program; a date is given */
    bool in_cache;
};

/* Writes the log of one row and three processes, as text. */
static void plant(struct planted log, size_t number)
{
    static const int cycles[] = {2, 1, 3};
    char path[256];
    snprintf(path, sizeof path, "%sresults/%s/%zu.jsonl.gz", log.in_cache ? "slidebench/" : "",
             slug, number);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(
        file,
        "{\"format\": 4, \"level\": \"%s\", \"compiler\": \"%s\","
        " \"date\": \"%sT01:02:03Z\", \"known_reference_ipc\": 0,"
        " \"options\": {\"arguments\": [], \"processes\": 3},"
        " \"pin\": {\"cpu\": 0, \"description\": \"\", \"warning\": \"\"},"
        " \"machine\": {\"slug\": \"%s\"},"
        " \"schemes\": [{\"name\": \"one\", \"family\": \"rays\", \"traits\": [],"
        " \"view_bytes\": 8, \"table_bytes\": {}, \"engine_bytes\": 0}],"
        " \"columns\": [{\"piece\": \"rook\", \"workload\": \"games\", \"mode\": \"throughput\","
        " \"list_length\": 9, \"mean_occupied\": 9, \"lookups_per_step\": null,"
        " \"checksum\": \"1\"}],"
        " \"rows\": [{\"scheme\": \"one\", \"piece\": \"rook\", \"workload\": \"games\","
        " \"mode\": \"throughput\"}]}\n",
        log.level ? log.level : level_name, log.compiler ? log.compiler : level_compiler, log.date,
        log.slug ? log.slug : slug);
    for (int p = 0; p < 3; p++)
        fprintf(file,
                "{\"process\": %d, \"reference_ipc\": 4, \"cycles\": [%d], \"ghz\": [4],"
                " \"samples\": [20], \"undisturbed\": [20]}\n",
                p + 1, cycles[p]);
    fclose(file);
}

static bool is_of_november(const struct recorded_run *run, const void *context)
{
    assert_string_equal(context, "the caller's");
    return gmtime(&run->report.began)->tm_mon == 10;
}

static struct recorded_run *find(void)
{
    return recorded_runs_find(is_of_november, "the caller's");
}

static void make_cpu_folders(void)
{
    char in_results[128], in_cache[200];
    snprintf(in_results, sizeof in_results, "results/%s", slug);
    snprintf(in_cache, sizeof in_cache, "slidebench/results/%s", slug);
    assert_int_equal(mkdir("results", 0777) | mkdir("slidebench/results", 0777), 0);
    assert_int_equal(mkdir(in_results, 0777) | mkdir(in_cache, 0777), 0);
}

static void newest_run_is_found(void **state)
{
    (void)state;
    static const struct planted others[] = {
        {.slug = "another-cpu", .date = "2026-11-30"},
        {.compiler = "tcc 1.0", .date = "2026-11-30"},
        {.level = "another-level", .date = "2026-11-30"},
        {.date = "2026-12-01"}, /* does not serve */
    };
    static const struct planted found[] = {
        {.date = "2026-11-18"}, {.date = "2026-11-19", .in_cache = true}, {.date = "2026-11-20"}};
    size_t number = 0;
    assert_null(find());
    make_cpu_folders();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        plant(others[i], number++);
    assert_null(find());
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        char date[16], name[32];
        snprintf(name, sizeof name, "/%zu.jsonl.gz", number);
        plant(found[i], number++);
        plant((struct planted){.date = "2026-11-17"}, number++); /* an older one */
        struct recorded_run *run = find();
        assert_non_null(run);
        strftime(date, sizeof date, "%Y-%m-%d", gmtime(&run->report.began));
        assert_string_equal(date, found[i].date);
        assert_non_null(strstr(run->report.saved, name));
        assert_within(run->run.row[0].cycles.mid, 2, 0); /* it is concluded */
        recorded_run_free(run);
    }
}

int main(void)
{
#define IN_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        IN_FOLDER(newest_run_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
