/* SPDX-License-Identifier: MIT
 * Names of workloads. */
#include "workload/workload_spec.h"
#include "support/test.h"

TEST(each_workload_has_one_name)
{
    static const char *const good[][2] = {
        {"games", "games"},
        {"search", "search"},
        {"random", "random"},
        {"random:25.0", "random"},
        {"random:0", "random:0"},
        {"random:.5", "random:0.5"},
        {"random:033.30", "random:33.3"},
        {"random:33.3333333333", "random:33.333"},
        {"random:0.0004", "random:0"},
        {"random:99.9996", "random:100"},
        {"random:100.", "random:100"},
    };
    struct workload_spec spec, again;
    char name[WORKLOAD_NAME];
    for (size_t i = 0; i < COUNT(good); i++) {
        assert_ok(workload_parse(good[i][0], &spec, &error));
        assert_string_equal(workload_name(&spec, name), good[i][1]);
        assert_ok(workload_parse(name, &again, &error));
        assert_true(workload_equal(&spec, &again));
    }
}

TEST(other_names_are_rejected)
{
    static const char *const bad[] = {
        "",           "g",          "games:",     "games:2-10",  "search:2",    "random:",
        "random:101", "random: 40", "random:+40", "random:4e1",  "random:40 ",  "random:1.2.",
        "random:nan", "chess",      "perft",      "random:0x10", "perft-suite", "random;25",
    };
    static const char *const near[] = {"game", "gamer", "gmaes", "randm:40", "searches"};
    struct workload_spec spec;
    for (size_t i = 0; i < COUNT(bad); i++)
        assert_fails(workload_parse(bad[i], &spec, &error), STATUS_USAGE, "--workloads: ");
    for (size_t i = 0; i < COUNT(near); i++)
        assert_fails(workload_parse(near[i], &spec, &error), STATUS_USAGE,
                     "is unknown, did you mean ");
}

RUN_TESTS(NULL, NULL)
