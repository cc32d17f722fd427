/* SPDX-License-Identifier: MIT */
#include "plan/modes.h"
#include "support/test.h"

static struct modes modes;

static const struct machine zen = {
    .l1d_bytes = 48 << 10, .l2_bytes = 1 << 20, .l3_bytes = 32 << 20};
static const struct machine l1_only = {.l1d_bytes = 32 << 10};
static const struct machine huge = {.l3_bytes = UINT64_C(1) << 33};

/* Parses and resolves modes. Returns "NAME:KIB:QUERIES:CORES" of each, or the error. */
static const char *read_modes(const char *given, const struct machine *machine)
{
    if (!modes_parse(given, &modes, &error) || !modes_resolve(&modes, machine, &error))
        return error.text;
    FILE *out = capture();
    for (const struct mode_spec *mode = modes.mode; mode < modes.mode + modes.n; mode++)
        fprintf(out, "%s%s:%u:%u:%u", mode > modes.mode ? " " : "", mode->name, mode->kib,
                mode->queries, mode->cores);
    return captured();
}

TEST(every_mode_can_be_selected)
{
    for (enum mode mode = 0; mode < MODES; mode++) {
        assert_ok(modes_parse(mode_table[mode].name, &modes, &error));
        assert_int_equal(modes.n, mode == MODE_BURST ? 5 : 1);
        for (size_t i = 0; i < modes.n; i++) {
            assert_int_equal(modes.mode[i].kind, mode);
            assert_int_equal(modes_find(&modes, modes.mode[i].name), i);
        }
    }
    assert_int_equal(modes_find(&modes, "burst-0-2"), MAX_MODES);
    assert_ok(modes_parse("latency,processes-4,processes-shared-3", &modes, &error));
    assert_int_equal(modes_max_cores(&modes), 4);
    assert_int_equal(modes_max_cores(&(struct modes){.n = 0}), 1);
}

/* The help has each mode with what may follow its name. */
TEST(every_mode_is_named_for_the_help)
{
    static const char *const more[] = {"", "[-SIZE-LOOKUPS]", "[-N]"};
    FILE *out = capture();
    for (enum mode mode = 0; mode < MODES; mode++)
        fprintf(out, "%s%s%s", mode ? ", " : "", mode_table[mode].name,
                more[mode_table[mode].parameters]);
    assert_string_equal(MODE_NAMES, captured());
}

TEST(modes_are_explained_with_their_numbers)
{
    static const char *const cases[][2] = {
        {"latency", "Each query's square depends on the previous result."},
        {"burst-0-16", "16 queries at a time."},
        {"burst-0.5L2-8", "8 queries at a time, after 512 KiB of other memory was read."},
        {"processes-3",
         "3 processes at once, each with tables of its own. Cold bursts of 8 queries."},
    };
    char text[MODE_ABOUT];
    for (size_t i = 0; i < COUNT(cases); i++) {
        read_modes(cases[i][0], &zen);
        assert_string_equal(mode_about(modes.mode, text), cases[i][1]);
    }
}

TEST(names_select_modes_with_parameters)
{
    static const struct {
        const struct machine *machine;
        const char *given, *expected;
    } cases[] = {
        {&zen, "burst-0-1,latency,burst-65536-64",
         "burst-0-1:0:1:1 latency:0:0:1 burst-65536-64:65536:64:1"},
        {&zen, "latency,burst",
         "latency:0:0:1 burst-0-8:0:8:1 burst-L1-8:48:8:1 burst-0.5L2-8:512:8:1 "
         "burst-L2-8:1024:8:1 burst-16L2-8:16384:8:1"},
        {&zen, "burst-0.375L2-32", "burst-0.375L2-32:384:32:1"},
        {&zen, "burst-0.114L1-8,burst-0.115L1-8", "burst-0.114L1-8:5:8:1 burst-0.115L1-8:6:8:1"},
        {&zen, "burst-32L3-8,burst-64L1-8", "burst-32L3-8:1048576:8:1 burst-64L1-8:3072:8:1"},
        {&zen, "processes-shared-256,processes",
         "processes-shared-256:131072:8:256 processes-2:131072:8:2"},
        {&l1_only, "burst-0.03125L1-8", "burst-0.03125L1-8:1:8:1"},
        /* The expansion of `burst` gets sizes in KiB where a named size is an error. */
        {&l1_only, "burst",
         "burst-0-8:0:8:1 burst-L1-8:32:8:1 burst-512-8:512:8:1 burst-1024-8:1024:8:1 "
         "burst-16384-8:16384:8:1"},
        {&l1_only, "processes", "processes-2:131072:8:2"},
        {&huge, "processes", "processes-2:1048576:8:2"}, /* the limit */
        {&l1_only, "burst-L3-8",
         "--modes: burst-L3-8: the size of this CPU's L3 is unknown; name the size in KiB, as in "
         "burst-2048-8"},
        {&l1_only, "burst,burst-1024-8", "--modes: burst-1024-8 is given twice"},
        {&zen, "burst-0.02L1-8", "--modes: burst-0.02L1-8 is 0.96 KiB; expected 1 to 1048576"},
        {&zen, "burst-33L3-8", "--modes: burst-33L3-8 is 1.081e+06 KiB; expected 1 to 1048576"},
        {&zen, "latency,throughput,latency", "--modes: latency is given twice"},
        {&zen, "burst-L1-8,burst", "--modes: burst-L1-8 is given twice"},
        {&zen, "processes,processes-2", "--modes: processes-2 is given twice"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        assert_string_equal(read_modes(cases[i].given, cases[i].machine), cases[i].expected);
}

TEST(other_spellings_are_refused)
{
    static const char bad[] =
        " speed burst- burst-8 burst-8- burst-08-8 burst-8-08 burst-+8-8 burst-8-8x"
        " burst-8-0 burst-8-65 burst-8--8 burst-65537-8 burst-100000-8 "
        "processes- processes-0 processes-1 processes-257 processes-02 processes-2x "
        "processes-2000 burst-8-8-8 processes--2 processes-shared- latency, ,latency burst-8-100 "
        "burst-1L2-8 burst-2.0L2-8 burst-.5L2-8 burst-0L2-8 "
        "burst-65L2-8 burst--1L2-8 burst-infL2-8 burst-nanL1-8 burst-L0-8 burst-L4-8 "
        "burst-L-8 burst-l2-8 burst-L2 burst-L2- burst-8.5-8 burst-0x8-8 "
        "burst-1e1-8 burst-8-L2 processes-L2";
    char words[sizeof bad], *rest = words;
    memcpy(words, bad, sizeof words);
    while (rest) {
        const char *word = strsep(&rest, " ");
        read_modes(word, &zen);
        if (!strstr(error.text, "is unknown, ") && !strstr(error.text, "': expected "))
            fail_msg("'%s' is taken", word);
        assert_int_equal(error.status, STATUS_USAGE);
    }
    assert_string_equal(read_modes("througput", &zen),
                        "--modes: 'througput' is unknown, did you mean throughput?");
    HAS(read_modes("speed", &zen), "is unknown, expected one of thr");
    HAS(read_modes("burst-65537-8", &zen),
        "'burst-65537-8': expected burst-SIZE-N, with a SIZE of");
    HAS(read_modes("processes-0", &zen),
        "'processes-0': expected processes-N, with 2 to 256 cores");
    HAS(read_modes("processes-shared-257", &zen), "257': expected processes-shared-N, with 2");
}

TEST(number_of_modes_is_limited)
{
    char text[16 * (MAX_MODES + 1)] = "throughput";
    for (int i = 1; i < MAX_MODES; i++)
        sprintf(text + strlen(text), ",burst-%d-1", i);
    assert_ok(modes_parse(text, &modes, &error));
    assert_int_equal(modes.n, MAX_MODES);
    strcat(text, ",latency");
    assert_string_equal(read_modes(text, &zen), "--modes: more than 32");
}

RUN_TESTS(NULL, NULL)
