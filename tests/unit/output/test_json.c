/* SPDX-License-Identifier: MIT
 * The first line of a log, and the JSON of a run: every member, from made-up runs of two
 * processes. */
#include "analysis/columns.h"
#include "output/output.h"
#include "record/run_log.h"

#include "support/planted_run.h"

static const struct machine machine = {.slug = "some-cpu"};
static struct given_option given[] = {{"full", NULL}, {"seed", "15"}};
static struct run_request options = {
    .processes = 11,
    .spread_over = 12.5,
    .seconds = 13.5,
    .list_length = 14,
    .seed = 15,
    .given = given,
    .given_count = COUNT(given),
    .positions = "some.pgn",
    .huge_pages = true,
};
static struct pin pin = {
    .pinned = true, .cpu = 16, .description = "CPU 16", .warning = "not pinned"};
static struct result result = {
    .request = &options,
    .run = &run,
    .machine = &machine,
    .pin = &pin,
    .build = {"0.9", "c0ffee", "x86-64-v9", "tcc 1", "-O9", NULL},
    .resumed = {{1, 2}, 2},
    .began = 1795391999,
    .known_reference_ipc = 4.25,
};

/* Expects the text of a member, such as "columns.0.twins", with single quotes for double ones. */
static void expect(const char *path, const char *expected)
{
    char name[64];
    const char *rest = path;
    json_t *head = log_head(&result);
    result.head = head; /* the first line of the log is written before */
    json_write(&result, capture());
    json_decref(head);
    json_t *root = json_loads(captured(), 0, NULL), *json = root;
    for (int used; sscanf(rest, "%63[^.]%n", name, &used) == 1; rest += used + (rest[used] == '.'))
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(name))
                                   : json_object_get(json, name);
    char *text = json_dumps(json, JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(6));
    for (char *quote; text && (quote = strchr(text, '"'));)
        *quote = '\'';
    if (!text || strcmp(text, expected))
        fail_msg("%s: %s, expected %s", path, text ? text : "none", expected);
    free(text);
    json_decref(root);
}

TEST(every_member_of_the_run)
{
    static const char *const members[][2] = {
        {"format", "4"},
        {"partial", "false"},
        {"processes_requested", "2"},
        {"processes_ended", "2"},
        {"resumed_after", "[1,2]"},
        {"slidebench", "'0.9'"},
        {"commit", "'c0ffee'"},
        {"date", "'2026-11-22T23:59:59Z'"},
        {"level", "'x86-64-v9'"},
        {"compiler", "'tcc 1'"},
        {"flags", "'-O9'"},
        {"options",
         "{'arguments':['--full','--seed','15'],'custom_positions':true,'processes':11,"
         "'spread_over':12.5,'seconds':13.5,'list_length':14,'seed':15,'huge_pages':true}"},
        {"pin",
         "{'pinned':true,'cpu':16,'smt_shared':false,'description':'CPU 16',"
         "'warning':'not pinned'}"},
        {"machine.slug", "'some-cpu'"},
        {"known_reference_ipc", "4.25"},
        {"cycles_source", "'canary'"},
        {"reference_ipc", "4.0"},
        {"rules",
         "{'margin':0.01,'confidence':0.95,'canary_tolerance':0.04,"
         "'close':{'nnue':1.25,'hce':1.25},'sent_processes':12}"},
        {"undisturbed_share", "1.0"},
        {"interval_confidence", "0.5"},
    };
    plant_and_conclude(2, "loop: 5");
    for (size_t i = 0; i < COUNT(members); i++)
        expect(members[i][0], members[i][1]);
}

#define TIES                                                                                       \
    "loop: 10 10.6; pext: 10 10.4; magic: 20; rays: 30 36; pext_2: 10.1 10.4;"                     \
    "pext_2 queen games latency: 1"
#define ROLES_OF                                                                                   \
    "floor: 1; loop: 40; vector: 12; rays: 20; magic: 16; magic queen games latency: 2; branchy: " \
    "18;"                                                                                          \
    "pext: 10; pext_twin: 9.95; rotated: 8"
#define THREE "pext: 10; magic: 11; rays: 12"

static const struct {
    size_t processes;
    const char *rows, *path, *expected;
} cases[] = {
    {2, TIES, "columns.0.choices.0",
     "{'role':'best','scheme':'pext','tied':['loop','pext_2'],'ratio':[1.0,1.0,1.0]}"},
    {2, TIES, "columns.0.choices.3",
     "{'role':'branchless','scheme':'pext','tied':['pext_2'],'ratio':[1.0,1.0,1.0]}"},
    {2, TIES, "columns.0.choices.6",
     "{'role':'within-64-kib','scheme':'pext_2','tied':['loop'],'ratio':[1.005,1.0,1.01]}"},
    {2, TIES, "columns.0.comparisons.1",
     "{'roles':['no-extension-multiply-free','no-extension-multiplies'],"
     "'schemes':['loop','magic'],'ratio':[0.51478,0.5,0.53],'verdict':'faster'}"},
    {2, TIES, "columns.0.comparisons.2",
     "{'roles':['branchless','branchy'],'schemes':['pext','loop'],'ratio':[0.99052,0.98113,1.0],"
     "'verdict':'tied'}"},
    {12, ROLES_OF, "columns.0.choices",
     "[{'role':'best','scheme':'pext','tied':[],'ratio':[1.0,1.0,1.0]},"
     "{'role':'multiplies','scheme':'magic','tied':[],'ratio':[1.6,1.6,1.6]},"
     "{'role':'multiply-free','scheme':'pext','tied':[],'ratio':[1.0,1.0,1.0]},"
     "{'role':'branchless','scheme':'pext','tied':[],'ratio':[1.0,1.0,1.0]},"
     "{'role':'branchy','scheme':'branchy','tied':[],'ratio':[1.8,1.8,1.8]},"
     "{'role':'no-tables','scheme':'loop','tied':[],'ratio':[4.0,4.0,4.0]},"
     "{'role':'within-64-kib','scheme':'vector','tied':[],'ratio':[1.2,1.2,1.2]},"
     "{'role':'no-bmi2','scheme':'vector','tied':[],'ratio':[1.2,1.2,1.2]},"
     "{'role':'no-extension','scheme':'magic','tied':[],'ratio':[1.6,1.6,1.6]},"
     "{'role':'no-extension-multiplies','scheme':'magic','tied':[],'ratio':[1.6,1.6,"
     "1.6]},{'role':'no-extension-multiply-free','scheme':'rays','tied':[],"
     "'ratio':[2.0,2.0,2.0]},{'role':'incremental','scheme':'rotated','tied':[],"
     "'ratio':[0.8,0.8,0.8]}]"},
    {12, ROLES_OF, "columns.0.confidence", "0.992857"},
    {12, ROLES_OF, "columns.0.corrected_for", "7"},
    {12, ROLES_OF, "columns.0.comparisons",
     "[{'roles':['multiply-free','multiplies'],'schemes':['pext','magic'],"
     "'ratio':[0.625,0.625,0.625],'verdict':'faster'},"
     "{'roles':['no-extension-multiply-free','no-extension-multiplies'],"
     "'schemes':['rays','magic'],'ratio':[1.25,1.25,1.25],'verdict':'slower'},"
     "{'roles':['branchless','branchy'],'schemes':['pext','branchy'],"
     "'ratio':[0.55556,0.55556,0.55556],'verdict':'faster'}]"},
    {12, ROLES_OF, "columns.0.rows.1.ratio_to_best", "[4.0,4.0,4.0]"},
    {12, ROLES_OF, "columns.0.rows.7.ratio_to_best", "[0.995,0.995,0.995]"},
    {12, ROLES_OF, "columns.0.twins",
     "[{'scheme':'pext_twin','ratio':[0.995,0.995,0.995],'apart':false}]"},
    {12, "pext: 10; pext_twin: 10.2", "columns.0.twins.0.apart", "true"},
    {12, "delayed: 11; delayed_20: 20.7", "columns.0.controls",
     "[{'scheme':'delayed','cycles':10,'measured':[10.0,10.0,10.0],'wrong':false},"
     "{'scheme':'delayed_20','cycles':10,'measured':[9.7,9.7,9.7],'wrong':true}]"},
    /* A replay pays for views, so that incremental schemes compete. */
    {12, "pext all games replay: 10; rotated all games replay: 9", "columns.0.rows.0.ratio_to_best",
     "[1.1111,1.1111,1.1111]"},
    {12, "pext all games replay: 10", "columns.0.streams_views", "false"},
    {12, "pext all games replay-upkeep: 10", "columns.0.streams_views", "false"},
    {12, "pext: -; magic: 16", "columns.0.choices.1",
     "{'role':'multiplies','scheme':'magic','tied':[],'ratio':[1.0,1.0,1.0]}"},
    {12, "pext: -; magic: 16", "columns.0.corrected_for", "0"},
    /* An engine has the tables of all pieces. */
    {12, "rays rook: 10; branchy rook: 20", "columns.0.choices.5",
     "{'role':'within-64-kib','scheme':'branchy','tied':[],'ratio':[2.0,2.0,2.0]}"},
    /* The interval of five processes is the range of their ratios. */
    {5, "pext: 10; rays: 20 20 20 18 20; magic: 30", "columns.0.choices.5",
     "{'role':'no-extension','scheme':'rays','tied':[],'ratio':[2.0,1.8,2.0]}"},
    /* The scheme of a role is the one with the lowest median, whichever ranks are possible. */
    {5, "rays: 19; magic: 20; magic_2: 18 25 21 21 17", "columns.0.choices.1.scheme", "'magic'"},
    {5, THREE, "columns.0.confidence", "0.9375"},
    {5, THREE, "columns.0.corrected_for", "0"},
    {6, THREE, "columns.0.corrected_for", "1"},
    {7, THREE, "columns.0.corrected_for", "2"},
    {8, THREE, "columns.0.corrected_for", "2"},
    {1, THREE, "columns.0.choices", "[]"},
    {1, THREE, "interval_confidence", "null"},
    /* The share is that of all samples: 180 of 180 and 42 of 90. */
    {6, "loop: 5; pext: 3*- .", "undisturbed_share", "0.822333"},
    {6, "loop: crashed", "undisturbed_share", "null"},
    {12, "pext: 10", "columns.0.about", "'Independent queries, warm caches.'"},
    {6, "floor: 5; floor bishop games burst-L2-8: 5", "columns.1",
     "{'piece':'bishop','workload':'games','mode':'burst-L2-8','unit':'lookup',"
     "'list_length':2,'mean_occupied':31.44,'lookups_per_step':4.126,"
     "'checksum':'0fedcba987654321','working_set_kib':512,"
     "'about':'8 queries at a time, after 512 KiB of other memory was read.',"
     "'streams_views':true,'choices':[],"
     "'comparisons':[],'twins':[],'rows':[{'scheme':'floor','status':'ok',"
     "'cycles':[5.0,5.0,5.0],'ns':[1.6667,1.6667,1.6667],'precise':true,'ghz':3.0,'processes':6,"
     "'samples':180,'undisturbed_share':1.0}]}"},
    {6, "loop: 5; pext: -; magic: crashed", "columns.0.rows",
     "[{'scheme':'loop','status':'ok','cycles':[5.0,5.0,5.0],'ns':[1.6667,1.6667,"
     "1.6667],'precise':true,'ghz':3.0,'rank':[1,1],'tied_with_best':true,'ratio_to_best':[1.0,"
     "1.0,1.0],'processes':6,'samples':180,'undisturbed_share':1.0},{'scheme':'pext',"
     "'status':'unstable','reason':'0 of 6 processes had 15 undisturbed samples',"
     "'in_doubt':true,'processes':0,'samples':180,'undisturbed_share':0.467},"
     "{'scheme':'magic','status':'crashed','reason':'as planted'}]"},
};

TEST(figures_follow_from_processes)
{
    for (size_t c = 0; c < COUNT(cases); c++) {
        plant_and_conclude(cases[c].processes, cases[c].rows);
        expect(cases[c].path, cases[c].expected);
    }
}

TEST(every_counter_has_its_member)
{
    const struct process_result process = {30, 30, 5, 2, 2.5, {0.5, 1.5, NAN, 3.5, 4.5}};
    plant(0, "loop: 0");
    run_add_process(&run, &process, 4);
    conclude(&run, 0);
    expect("columns.0.rows.0",
           "{'scheme':'loop','status':'ok','cycles':[5.0,null,null],'ns':[2.0,null,null],"
           "'precise':false,'ghz':2.5,'counted_cycles':0.5,'instructions':1.5,'l1_misses':3.5,"
           "'llc_misses':4.5,'processes':1,'samples':30,'undisturbed_share':1.0}");
    expect("cycles_source", "'counter'");
}

TEST(schemes_of_the_run)
{
    plant(2, "pext: 10; pext all games replay: 10; magic: 10");
    expect("schemes",
           "[{'name':'pext','family':'pext','title':'PEXT','author':'A','year':'2000','source':'S',"
           "'needs':'bmi1 bmi2','traits':['branchless','multiply-free'],'view_bytes':8,"
           "'engine_bytes':99008,'table_bytes':{'queen':99000,'all':99000}},"
           "{'name':'magic','family':'magic',"
           "'title':'','author':'','year':'','source':'','needs':'',"
           "'traits':['branchless'],'view_bytes':0,'engine_bytes':70000,"
           "'table_bytes':{'queen':70000}}]");
}

RUN_TESTS(NULL, NULL)
