/* SPDX-License-Identifier: MIT
 * Constant expressions, types and initialisers. Objects and the source that declares them come from
 * the same tokens. */
#include "export/source/split.h"
#include "export/tables/constants.h"
#include "export/tables/finish.h"
#include "export/tables/initialisers.h"
#include "export/tables/read_declarations.h"
#include "support/failing_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#define DECLARED(text, ...) __VA_ARGS__ static const char text[] = #__VA_ARGS__

static const char macros[] =
    "#define FIELDS 3 /* a comment */\n"
    "#define WIDTH(bits) ((bits) / FIELDS)\n"
    "#define LAST(bits, relevant) \\\n"
    "    (1 << ((relevant) - (FIELDS - 1) * WIDTH(bits)))\n"
    "#define ENDLESS ENDLESS\n"
    "#define BARE 1 + 1\n"
    "#define SPACED (FIELDS)\n"
    "#define FIVE(a, b, c, d, e) (a)\n"
    "enum line { RANK_LINE, FILE_LINE, LINES = 4, AFTER };\n"
    "typedef uint64_t bitboard;\n"
    "struct pair { uint8_t one; bitboard two[3]; };\n"
    "static struct pair pairs[LINES];\n"
    "static int function(int local) { enum { HIDDEN = 1 }; return 2; }\n";

static bool evaluate(const char *text, int64_t *value)
{
    struct declarations *declarations = declarations_read(macros);
    size_t n;
    struct token *tokens = tokens_scan(text, &n);
    assert_true(declarations && tokens);
    bool ok = constant_evaluate(declarations, (struct span){tokens, tokens + n}, value);
    free(tokens);
    declarations_free(declarations);
    return ok;
}

static void constant_expressions_have_their_values(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t value;
    } expressions[] = {
        {"64", 64},
        {"0x40u", 64},
        {"1ull << 40", 1ll << 40},
        {"2 + 3 * 4", 14},
        {"(2 + 3) * 4", 20},
        {"20 - 5 - 4", 11},
        {"64 * 2 << 3", 1024},
        {"17 / 4 % 3", 1},
        {"~0 & 0xff ^ 1 | 0x100", 0x1fe},
        {"1 << 3 > 7 == 1", 1},
        {"6 >> 1 <= 3 && 2 >= 3 || 4 != 4", 0},
        {"FIELDS == 2 ? 10 : FIELDS > 2 ? 20 : 30", 20},
        {"-1 + !0", 0},
        {"SPACED", 3},
        {"LINES", 4},
        {"AFTER", 5},
        {"WIDTH(4 + 5)", 3},
        {"LAST(17, 15) + 1", 33},
        {"sizeof(bitboard)", 8},
        {"sizeof(struct pair)", 32},
        {"sizeof pairs / sizeof *pairs", 4},
    };
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        int64_t value;
        if (!evaluate(expressions[i].text, &value))
            fail_msg("%s has no value", expressions[i].text);
        if (value != expressions[i].value)
            fail_msg("%s is %lld", expressions[i].text, (long long)value);
    }
}

static void other_expressions_are_not_constant(void **state)
{
    (void)state;
    static const char *const expressions[] = {
        "",        "1 +",   "1 2",     "UNKNOWN",       "(1",
        "1)",      "1 / 0", "1 % 0",   "1 << 64",       "BARE",
        "1 << -1", "WIDTH", "WIDTH()", "WIDTH(1, 2)",   "ENDLESS",
        "HIDDEN",  "1 ? 2", "sizeof",  "sizeof(float)", "sizeof(pairs",
        "\"1\"",   "1.5",   "0x1g",    "LAST(1)",       "FIVE(1, 2, 3, 4, 5)"};
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++) {
        int64_t value;
        if (evaluate(expressions[i], &value))
            fail_msg("%s is %lld", expressions[i], (long long)value);
    }
}

/* ---- types ---- */

#define SIZE(object)                                                                               \
    {                                                                                              \
        sizeof(object), #object                                                                    \
    }

static const struct declaration *object(const struct declarations *declarations, const char *name)
{
    struct token token = {.kind = TOKEN_IDENTIFIER, .text = name, .length = strlen(name)};
    return declaration_find(declarations, OBJECT, &token);
}

static void sizes_are_the_compilers(void **state)
{
    (void)state;
    DECLARED(
        types, typedef uint64_t set; enum {ROWS = 2}; struct two { set rook, bishop; };
        typedef struct { set board[4]; } boards; union ranks {
            set board;
            uint8_t byte[8];
        };
        static set plain __attribute__((aligned(64)));
        static uint8_t bytes[ROWS][3] __attribute__((aligned(64))), more_bytes[7];
        static struct two pair, pairs[2][ROWS + 1]; static boards toggles[3]; static struct padded {
            uint8_t a;
            set b;
            uint16_t c;
            const set *d[2];
            bool e;
        } padded[2];
        static struct on_lines {
            uint8_t a __attribute__((aligned(32)));
            uint8_t b;
        } on_lines[2];
        static struct __attribute__((aligned(64))) line { struct two both; } lines[2];
        static union ranks ranks[2]; static const set *starts[3];
        static enum {NONE, SOME} state_of[2]; static int32_t wide; static int16_t narrow;);
    static const struct {
        size_t bytes;
        const char *name;
    } sizes[] = {SIZE(plain),   SIZE(bytes),    SIZE(more_bytes), SIZE(pair),  SIZE(pairs),
                 SIZE(toggles), SIZE(padded),   SIZE(on_lines),   SIZE(lines), SIZE(ranks),
                 SIZE(starts),  SIZE(state_of), SIZE(wide),       SIZE(narrow)};
    struct declarations *declarations = declarations_read(types);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const struct declaration *found = object(declarations, sizes[i].name);
        if (!found || !found->type)
            fail_msg("%s: %s", sizes[i].name, found ? found->unreadable : "not declared");
        if (found->type->size != sizes[i].bytes)
            fail_msg("%s has %zu bytes", sizes[i].name, found->type->size);
    }
    const struct member *e =
        object(declarations, "padded")->type->element->members->next->next->next->next;
    assert_int_equal(e->offset, offsetof(struct padded, e));
    declarations_free(declarations);
}

/* ---- initialisers ---- */

static struct scheme made_up; /* with one or more tables */

/* Writes a table of the made-up scheme. Returns the text, to be freed; NULL if it fails. */
static char *written(const char *source, const char *table, struct error *error)
{
    struct declarations *declarations = declarations_read(source);
    char *text;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool ok = initialiser_write(&made_up, table, declarations,
                                &(struct table_names){"sliders_", "NULL"}, out, error);
    fclose(out);
    declarations_free(declarations);
    if (ok)
        return text;
    free(text);
    return NULL;
}

static void expect_text(const char *source, const char *table, const char *expected)
{
    struct error error;
    char *text = written(source, table, &error);
    if (!text)
        fail_msg("%s", error.text);
    assert_string_equal(text, expected);
    free(text);
}

DECLARED(scalars, static uint64_t sets[6] = {1, 0x8000000000000000};
         static uint8_t bytes8[2][3] = {{0, 1, 255}, {7, 8, 9}};
         static uint16_t many[40] = {65535, [39] = 1}; static uint32_t steps[2] = {0xdeadbeef};
         static int16_t negative[2] = {-32768, 32767};
         static int32_t wide_negative[1] = {-2147483647 - 1};
         static bool flags[2] = {false, true};);

static void scalars_are_written(void **state)
{
    (void)state;
    made_up = (struct scheme){.name = "made_up",
                              .tables = {TABLE(sets), TABLE(bytes8), TABLE(many), TABLE(steps),
                                         TABLE(negative), TABLE(wide_negative), TABLE(flags)}};
    expect_text(
        scalars, "sets",
        "{\n"
        "    0x0000000000000001, 0x8000000000000000, 0x0000000000000000, 0x0000000000000000,\n"
        "    0x0000000000000000, 0x0000000000000000\n"
        "}");
    expect_text(scalars, "bytes8", "{{0, 1, 255}, {7, 8, 9}}");
    expect_text(scalars, "many",
                "{\n"
                "    65535, 0, 0, 0, 0, 0, 0, 0,\n"
                "    0, 0, 0, 0, 0, 0, 0, 0,\n"
                "    0, 0, 0, 0, 0, 0, 0, 0,\n"
                "    0, 0, 0, 0, 0, 0, 0, 0,\n"
                "    0, 0, 0, 0, 0, 0, 0, 1\n"
                "}");
    expect_text(scalars, "steps", "{0xdeadbeef, 0x00000000}");
    expect_text(scalars, "negative", "{-32768, 32767}");
    expect_text(scalars, "wide_negative", "{-2147483648}");
    expect_text(scalars, "flags", "{false, true}");
}

static void first_member_of_a_union_is_written(void **state)
{
    (void)state;
    made_up = (struct scheme){.name = "made_up", .tables = {TABLE(sets)}};
    expect_text(
        "union halves { uint64_t half[2]; __m128i whole; uint8_t byte[16]; };"
        "static union halves sets[3];",
        "sets",
        "{\n"
        "    {{0x0000000000000001, 0x8000000000000000}}, {{0x0000000000000000, "
        "0x0000000000000000}},\n"
        "    {{0x0000000000000000, 0x0000000000000000}}\n"
        "}");
}

DECLARED(
    pointers, static uint64_t flat[100]; static uint64_t grid[2][4]; static struct part {
        uint8_t shift;
        uint64_t set[2];
    } parts[3];
    static struct leader {
        const uint64_t *to;
        const struct part *part;
        uint8_t shift;
    } leaders[5],
    later;
    static uint64_t last[1];);

static const char leaders_written[] =
    "{\n"
    "    {sliders_flat, sliders_parts, 9},\n"
    "    {sliders_flat + 99, sliders_parts + 2, 0},\n"
    "    {&sliders_grid[1][3], NULL, 0},\n"
    "    {&sliders_parts[2].set[1], NULL, 0},\n"
    "    {NULL, NULL, 255}\n"
    "}";

static void fill_leaders(void)
{
    made_up = (struct scheme){.name = "made_up",
                              .tables = {TABLE(flat), TABLE(grid), TABLE(parts), TABLE(leaders),
                                         TABLE(last), TABLE(later)}};
    leaders[0] = (struct leader){flat, parts, 9};
    leaders[1] = (struct leader){flat + 99, parts + 2, 0};
    leaders[2] = (struct leader){&grid[1][3], NULL, 0};
    leaders[3] = (struct leader){&parts[2].set[1], NULL, 0};
    leaders[4] = (struct leader){NULL, NULL, 255};
}

static void pointers_are_names_and_offsets(void **state)
{
    (void)state;
    fill_leaders();
    expect_text(pointers, "leaders", leaders_written);
}

static void expect_failure(const char *source, const char *table, const char *reason)
{
    struct error error;
    char expected[256], *text = written(source, table, &error);
    if (text)
        fail_msg("written: %s", text);
    snprintf(expected, sizeof expected, "--tables const: table %s of made_up: %s", table, reason);
    assert_string_equal(error.text, expected);
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
}

static void pointers_that_fail(void **state)
{
    (void)state;
    fill_leaders();
    static const uint64_t outside[1];
    leaders[4].to = outside;
    expect_failure(pointers, "leaders", "a pointer leads out of the scheme's tables");
    leaders[4].to = last;
    expect_failure(pointers, "leaders", "a pointer leads to a table that is declared later");
    leaders[4].to = (const uint64_t *)((const char *)flat + 4);
    expect_failure(pointers, "leaders", "a pointer leads to no element of its type");
    leaders[4].to = (const uint64_t *)(const void *)&parts[1];
    expect_failure(pointers, "leaders", "a pointer leads to no element of its type");
}

static void pointers_between_adjacent_tables_name_the_right_one(void **state)
{
    (void)state;
    static uint64_t both[4];
    static const uint64_t *to[3];
    made_up = (struct scheme){
        .name = "made_up",
        .tables = {{"low", both, sizeof both / 2}, {"high", both + 2, sizeof both / 2}, TABLE(to)}};
    to[0] = both + 1;
    to[1] = both + 2;
    expect_text("static uint64_t low[2]; static uint64_t high[2]; static const uint64_t *to[3];",
                "to", "{sliders_low + 1, sliders_high, NULL}");
}

static void declarations_that_fail(void **state)
{
    (void)state;
    static uint64_t table[4], *open[1];
    open[0] = table;
    made_up = (struct scheme){.name = "made_up", .tables = {TABLE(table), TABLE(open)}};
    const char *type = "a type that slidebench does not read",
               *dimension = "a dimension is not a constant expression that slidebench reads",
               *member = "a member has no name or a type that slidebench does not read";
    expect_failure("static uint64_t other[4];", "table", "no declaration in the source");
    expect_failure("static uint64_t other[4];", "other", "not in .tables of the scheme");
    expect_failure("static uint64_t table[3];", "table",
                   "24 bytes by its declaration, but the object has 32");
    expect_failure("static uint32_t table[4];", "table",
                   "16 bytes by its declaration, but the object has 32");
    expect_failure("static float table[4];", "table", type);
    expect_failure("static uint64_t table[N];", "table", dimension);
    expect_failure("static uint64_t table[];", "table", dimension);
    expect_failure("static uint64_t table[-4];", "table", dimension);
    expect_failure("static struct unknown table[4];", "table", "an unknown struct or union");
    expect_failure("struct x { float y; }; static struct x table[4];", "table", type);
    expect_failure("static __m128i table[2];", "table",
                   "a vector that is not a later member of a union with integers");
    expect_failure("static struct { struct { int x; }; } table[4];", "table", member);
    expect_failure("static struct { int x : 3; } table[4];", "table",
                   "a member is not a scalar, struct, array or pointer to a named type");
    expect_failure("static uint64_t table[4], *open[1];", "open",
                   "a pointer to a table is not to const");
}

/* ---- all tables of a source ---- */

static uint64_t filled[2], unused[2];

static void fill(void)
{
    filled[0] = 7;
}

/* Puts all items of a source but the last into a part, and gives them their initialisers. */
static bool finish(const char *source, struct items *items, struct error *error)
{
    char *text = strdup(source);
    made_up =
        (struct scheme){.name = "made_up", .init = fill, .tables = {TABLE(filled), TABLE(unused)}};
    if (!text || !items_split(text, items))
        return false;
    for (size_t i = 0; i + 1 < items->count; i++)
        items->items[i].part = PART_LOOKUP;
    return finish_tables(&made_up, items, &(struct table_names){"", "nullptr"}, error);
}

static void objects_without_values_are_finished(void **state)
{
    (void)state;
    struct error error;
    struct items items;
    assert_true(
        finish("enum { N = 2 };\n"
               "static const int done[2] = {1, 2};\n"
               "static uint64_t filled[N] __attribute__((aligned(64)));\n"
               "static int function(void) { return done[0]; }\n"
               "static uint64_t unused[2];\n",
               &items, &error));
    for (size_t i = 0; i < items.count; i++)
        if (i == 2)
            assert_string_equal(items.items[i].initialiser,
                                "{0x0000000000000007, 0x0000000000000000}");
        else
            assert_null(items.items[i].initialiser);
    items_free(&items);
}

static void objects_that_cannot_be_finished(void **state)
{
    (void)state;
    struct error error;
    struct items items;
    assert_false(finish("static uint64_t filled[2], unused[2];\nenum { LAST };\n", &items, &error));
    assert_string_equal(error.text,
                        "--tables const: table unused of made_up: shares a declaration "
                        "with another");
    items_free(&items);
    assert_false(
        finish("static uint64_t filled[2];\nstatic int state;\nenum { LAST };\n", &items, &error));
    assert_string_equal(error.text,
                        "--tables const: table state of made_up: not in .tables of the scheme");
    items_free(&items);
}

static void without_memory(void **state)
{
    (void)state;
    bool has_failed = true;
    for (long n = 0; has_failed; n++) {
        struct error error = {.status = STATUS_OK};
        struct items items;
        allocations_fail_after(n);
        bool ok = finish("static uint64_t filled[2];\nenum { LAST };\n", &items, &error);
        has_failed = allocation_failed();
        assert_int_equal(ok, !has_failed);
        assert_true(ok || !error.status || error.status == STATUS_ENVIRONMENT);
        items_free(&items);
    }
}

static void limits_of_sizes_are_enforced(void **state)
{
    (void)state;
    struct error error;
    made_up = (struct scheme){.name = "made_up",
                              .built = true,
                              .init = fill,
                              .tables = {{"one", sets, 1 << 19}, {"two", sets, 1 << 19}}};
    assert_true(initialisers_allowed(&made_up, false, &error));
    made_up.tables[2] = (struct scheme_table){"three", sets, 1 << 20};
    assert_true(initialisers_allowed(&made_up, true, &error));
    assert_false(initialisers_allowed(&made_up, false, &error));
    assert_int_equal(error.status, STATUS_USAGE);
    assert_string_equal(error.text,
                        "--tables const: made_up has 2048 KiB of tables, more than 1024; use "
                        "--tables init, or --force for a large header");
    made_up.needs = "some_isa";
    made_up.built = false;
    assert_false(initialisers_allowed(&made_up, true, &error));
    assert_int_equal(error.status, STATUS_ENVIRONMENT);
    assert_string_equal(
        error.text,
        "--tables const: made_up cannot fill its tables here: needs some_isa; use --tables init");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_expressions_have_their_values),
        cmocka_unit_test(other_expressions_are_not_constant),
        cmocka_unit_test(sizes_are_the_compilers),
        cmocka_unit_test(scalars_are_written),
        cmocka_unit_test(first_member_of_a_union_is_written),
        cmocka_unit_test(pointers_are_names_and_offsets),
        cmocka_unit_test(pointers_that_fail),
        cmocka_unit_test(pointers_between_adjacent_tables_name_the_right_one),
        cmocka_unit_test(declarations_that_fail),
        cmocka_unit_test(objects_without_values_are_finished),
        cmocka_unit_test(objects_that_cannot_be_finished),
        cmocka_unit_test(without_memory),
        cmocka_unit_test(limits_of_sizes_are_enforced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
