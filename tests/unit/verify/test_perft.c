/* SPDX-License-Identifier: MIT
 * perft by every scheme against published node counts; fuzz/positions.c compares with the oracle.
 * Usage: test_perft [long]; `long` counts hundreds of millions of nodes. */
#include "chess/notation.h"
#include "chess/position.h"
#include "plan/scheme_set.h"
#include "verify/verify.h"

#include <inttypes.h>

#include "support/test.h"

static bool is_long;

/* Checks each position of a suite in tests/data/perft/ by its deepest node count up to `limit`.
 * Returns the sum of these counts. */
static uint64_t check_suite(const char *name, uint64_t limit, const struct scheme *scheme)
{
    char path[4096], line[512];
    snprintf(path, sizeof path, PERFT_FOLDER "/%s", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s cannot be read", path);
    uint64_t sum = 0;
    while (fgets(line, sizeof line, file)) {
        struct position position;
        const char *rest;
        if (*line == '#')
            continue;
        line[strcspn(line, "\n")] = 0;
        if (!fen_read(&position, line, &rest, &error))
            fail_msg("%s: %s", line, error.text);
        unsigned depth = 0, next;
        uint64_t nodes = 0, more;
        int length;
        while (sscanf(rest, ";D%u %" SCNu64 "%n", &next, &more, &length) == 2 && more <= limit) {
            depth = next;
            nodes = more;
            rest += length;
        }
        uint64_t got = depth ? perft(scheme, &position, depth) : nodes;
        if (got != nodes)
            fail_msg("%s: depth %u: got %" PRIu64 " nodes", line, depth, got);
        sum += nodes;
    }
    fclose(file);
    return sum;
}

/* Long sequences of toggles keep a view right. */
TEST(every_scheme_counts_right)
{
    unsigned count = 0;
    for (const struct scheme *const *s = schemes; *s; s++) {
        if ((*s)->traits & MOCK || scheme_unsupported(*s))
            continue;
        if ((*s)->init)
            (*s)->init();
        assert_int_equal(check_suite("six.epd", is_long ? 20000000 : 500000, *s),
                         is_long ? 41812668 : 912983);
        assert_int_equal(check_suite("roce.epd", is_long ? 1000000 : 10000, *s),
                         is_long ? 28078420 : 533400);
        assert_int_equal(check_suite("rare.epd", UINT64_MAX, *s), 372650);
        count++;
    }
    assert_int_not_equal(count, 0);
}

TEST(suites_have_their_known_counts)
{
    const struct scheme *s = NULL;
    assert_ok(scheme_prepare(&s, &error));
    assert_int_equal(check_suite("six.epd", is_long ? UINT64_MAX : 6000000, s),
                     is_long ? 761234712 : 16046250);
    assert_int_equal(check_suite("roce.epd", is_long ? UINT64_MAX : 3000000, s),
                     is_long ? 4580923686 : 55384408);
    assert_int_equal(check_suite("chess960.epd", is_long ? UINT64_MAX : 1000000, s),
                     is_long ? 648895864 : 18575972);
}

int main(int argc, char **argv)
{
    is_long = argc > 1 && !strcmp(argv[1], "long");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
