/* SPDX-License-Identifier: MIT
 * Sources of the model numbers, all in Linux: arch/x86/include/asm/intel-family.h, bsp_init_amd()
 * in arch/x86/kernel/cpu/amd.c, and arch/arm64/include/asm/cputype.h. */
#include "machine/cpu_name.h"
#include "base/array.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/utsname.h>

/* ---- microarchitectures ---- */

/* A model number in the table of Intel if the family is not 6. Family 6 has plain numbers. */
#define FAMILY(family, model) ((family) << 8 | (model))

static const struct {
    const char *name;
    enum cpu_features max; /* of any CPU of these models */
    int min_stepping;
    int models[6];
} intel[] = {
    {"Core 2", CPU_PLAIN, 0, {0x0f, 0x16, 0x17, 0x1d}},
    {"Nehalem", CPU_PLAIN, 0, {0x1a, 0x1e, 0x1f, 0x2e}},
    {"Westmere", CPU_PLAIN, 0, {0x25, 0x2c, 0x2f}},
    {"Sandy Bridge", CPU_AVX, 0, {0x2a, 0x2d}},
    {"Ivy Bridge", CPU_AVX, 0, {0x3a, 0x3e}},
    {"Haswell", CPU_AVX2, 0, {0x3c, 0x3f, 0x45, 0x46}},
    {"Broadwell", CPU_AVX2, 0, {0x3d, 0x47, 0x4f, 0x56}},
    {"Skylake", CPU_AVX2, 0, {0x4e, 0x5e}},
    {"Cooper Lake", CPU_AVX512, 10, {0x55}},
    {"Cascade Lake", CPU_AVX512, 5, {0x55}},
    {"Skylake X", CPU_AVX512, 0, {0x55}},
    {"Kaby Lake", CPU_AVX2, 0, {0x8e, 0x9e}},
    {"Comet Lake", CPU_AVX2, 0, {0xa5, 0xa6}},
    {"Cannon Lake", CPU_AVX512, 0, {0x66}},
    {"Ice Lake", CPU_AVX512, 0, {0x6a, 0x6c, 0x7d, 0x7e, 0x9d}},
    {"Lakefield", CPU_PLAIN, 0, {0x8a}},
    {"Tiger Lake", CPU_AVX512, 0, {0x8c, 0x8d}},
    {"Rocket Lake", CPU_AVX512, 0, {0xa7}},
    {"Alder Lake", CPU_AVX512, 0, {0x97, 0x9a}},
    {"Raptor Lake", CPU_AVX2, 0, {0xb7, 0xba, 0xbf}},
    {"Meteor Lake", CPU_AVX2, 0, {0xaa, 0xac}},
    {"Arrow Lake", CPU_AVX2, 0, {0xb5, 0xc5, 0xc6}},
    {"Lunar Lake", CPU_AVX2, 0, {0xbd}},
    {"Panther Lake", CPU_AVX2, 0, {0xcc, 0xe5}},
    {"Wildcat Lake", CPU_AVX2, 0, {0xd5}},
    {"Bartlett Lake", CPU_AVX2, 0, {0xd7}},
    {"Nova Lake", CPU_APX, 0, {FAMILY(18, 0x01), FAMILY(18, 0x03)}},
    {"Sapphire Rapids", CPU_AMX, 0, {0x8f}},
    {"Emerald Rapids", CPU_AMX, 0, {0xcf}},
    {"Granite Rapids", CPU_AVX10, 0, {0xad, 0xae}},
    {"Diamond Rapids", CPU_APX, 0, {FAMILY(19, 0x01)}},
    {"Silvermont", CPU_PLAIN, 0, {0x37, 0x4a, 0x4d, 0x5a}},
    {"Airmont", CPU_PLAIN, 0, {0x4c, 0x75}},
    {"Goldmont", CPU_PLAIN, 0, {0x5c, 0x5f}},
    {"Goldmont Plus", CPU_PLAIN, 0, {0x7a}},
    {"Tremont", CPU_PLAIN, 0, {0x86, 0x96, 0x9c}},
    {"Gracemont", CPU_AVX2, 0, {0xbe}},
    {"Crestmont", CPU_AVX2, 0, {0xaf, 0xb6}},
    {"Darkmont", CPU_AVX2, 0, {0xdd}},
    {"Knights Landing", CPU_AVX512, 0, {0x57}},
    {"Knights Mill", CPU_AVX512, 0, {0x85}},
};

static const struct {
    int family, first, last; /* models */
    enum cpu_features max;
    const char *name;
} amd[] = {
    {0x10, 0x00, 0xff, CPU_PLAIN, "K10"},       {0x14, 0x00, 0xff, CPU_PLAIN, "Bobcat"},
    {0x15, 0x00, 0x01, CPU_AVX, "Bulldozer"},   {0x15, 0x02, 0x1f, CPU_AVX, "Piledriver"},
    {0x15, 0x30, 0x3f, CPU_AVX, "Steamroller"}, {0x15, 0x60, 0x7f, CPU_AVX2, "Excavator"},
    {0x16, 0x00, 0xff, CPU_AVX, "Jaguar"},      {0x17, 0x00, 0x2f, CPU_AVX2, "Zen"},
    {0x17, 0x50, 0x5f, CPU_AVX2, "Zen"},        {0x18, 0x00, 0x0f, CPU_AVX2, "Dhyana"},
    {0x17, 0x30, 0x4f, CPU_AVX2, "Zen 2"},      {0x17, 0x60, 0x7f, CPU_AVX2, "Zen 2"},
    {0x17, 0x90, 0x91, CPU_AVX2, "Zen 2"},      {0x17, 0xa0, 0xaf, CPU_AVX2, "Zen 2"},
    {0x19, 0x00, 0x0f, CPU_AVX2, "Zen 3"},      {0x19, 0x20, 0x5f, CPU_AVX2, "Zen 3"},
    {0x19, 0x10, 0x1f, CPU_AVX512, "Zen 4"},    {0x19, 0x60, 0xaf, CPU_AVX512, "Zen 4"},
    {0x1a, 0x00, 0x2f, CPU_AVX512, "Zen 5"},    {0x1a, 0x40, 0x4f, CPU_AVX512, "Zen 5"},
    {0x1a, 0x60, 0x7f, CPU_AVX512, "Zen 5"},    {0x1a, 0x50, 0x5f, CPU_AVX512, "Zen 6"},
    {0x1a, 0x80, 0xaf, CPU_AVX512, "Zen 6"},    {0x1a, 0xc0, 0xef, CPU_AVX512, "Zen 6"},
};

static const struct {
    int implementer, part; /* of MIDR_EL1 */
    const char *vendor, *name;
} arm[] = {
    {0x41, 0xc07, "ARM", "Cortex-A7"},        {0x41, 0xc08, "ARM", "Cortex-A8"},
    {0x41, 0xc09, "ARM", "Cortex-A9"},        {0x41, 0xc0f, "ARM", "Cortex-A15"},
    {0x41, 0xd03, "ARM", "Cortex-A53"},       {0x41, 0xd04, "ARM", "Cortex-A35"},
    {0x41, 0xd05, "ARM", "Cortex-A55"},       {0x41, 0xd06, "ARM", "Cortex-A65"},
    {0x41, 0xd07, "ARM", "Cortex-A57"},       {0x41, 0xd08, "ARM", "Cortex-A72"},
    {0x41, 0xd09, "ARM", "Cortex-A73"},       {0x41, 0xd0a, "ARM", "Cortex-A75"},
    {0x41, 0xd0b, "ARM", "Cortex-A76"},       {0x41, 0xd0c, "ARM", "Neoverse N1"},
    {0x41, 0xd0d, "ARM", "Cortex-A77"},       {0x41, 0xd0e, "ARM", "Cortex-A76AE"},
    {0x41, 0xd40, "ARM", "Neoverse V1"},      {0x41, 0xd41, "ARM", "Cortex-A78"},
    {0x41, 0xd42, "ARM", "Cortex-A78AE"},     {0x41, 0xd44, "ARM", "Cortex-X1"},
    {0x41, 0xd46, "ARM", "Cortex-A510"},      {0x41, 0xd47, "ARM", "Cortex-A710"},
    {0x41, 0xd48, "ARM", "Cortex-X2"},        {0x41, 0xd49, "ARM", "Neoverse N2"},
    {0x41, 0xd4a, "ARM", "Neoverse E1"},      {0x41, 0xd4b, "ARM", "Cortex-A78C"},
    {0x41, 0xd4c, "ARM", "Cortex-X1C"},       {0x41, 0xd4d, "ARM", "Cortex-A715"},
    {0x41, 0xd4e, "ARM", "Cortex-X3"},        {0x41, 0xd4f, "ARM", "Neoverse V2"},
    {0x41, 0xd80, "ARM", "Cortex-A520"},      {0x41, 0xd81, "ARM", "Cortex-A720"},
    {0x41, 0xd82, "ARM", "Cortex-X4"},        {0x41, 0xd83, "ARM", "Neoverse V3AE"},
    {0x41, 0xd84, "ARM", "Neoverse V3"},      {0x41, 0xd85, "ARM", "Cortex-X925"},
    {0x41, 0xd87, "ARM", "Cortex-A725"},      {0x41, 0xd89, "ARM", "Cortex-A720AE"},
    {0x41, 0xd8a, "ARM", "C1-Nano"},          {0x41, 0xd8b, "ARM", "C1-Pro"},
    {0x41, 0xd8c, "ARM", "C1-Ultra"},         {0x41, 0xd8e, "ARM", "Neoverse N3"},
    {0x41, 0xd8f, "ARM", "Cortex-A320"},      {0x41, 0xd90, "ARM", "C1-Premium"},
    {0x43, 0x0af, "Cavium", "ThunderX2"},     {0x46, 0x001, "Fujitsu", "A64FX"},
    {0x46, 0x003, "Fujitsu", "MONAKA"},       {0x48, 0xd01, "HiSilicon", "TSV110"},
    {0x48, 0xd02, "HiSilicon", "HIP09"},      {0x4e, 0x004, "NVIDIA", "Carmel"},
    {0x4e, 0x010, "NVIDIA", "Olympus"},       {0x51, 0x001, "Qualcomm", "Oryon"},
    {0x61, 0x022, "Apple", "M1 Icestorm"},    {0x61, 0x024, "Apple", "M1 Icestorm"},
    {0x61, 0x028, "Apple", "M1 Icestorm"},    {0x61, 0x023, "Apple", "M1 Firestorm"},
    {0x61, 0x025, "Apple", "M1 Firestorm"},   {0x61, 0x029, "Apple", "M1 Firestorm"},
    {0x61, 0x032, "Apple", "M2 Blizzard"},    {0x61, 0x034, "Apple", "M2 Blizzard"},
    {0x61, 0x038, "Apple", "M2 Blizzard"},    {0x61, 0x033, "Apple", "M2 Avalanche"},
    {0x61, 0x035, "Apple", "M2 Avalanche"},   {0x61, 0x039, "Apple", "M2 Avalanche"},
    {0x6d, 0xd49, "Microsoft", "Cobalt 100"}, {0xc0, 0xac3, "Ampere", "Ampere1"},
    {0xc0, 0xac4, "Ampere", "Ampere1A"},
};

static bool is_model(const struct machine *m, const int *models, size_t n)
{
    int model = m->family == 6 ? m->model : FAMILY(m->family, m->model);
    for (size_t i = 0; model && i < n; i++)
        if (models[i] == model)
            return true;
    return false;
}

/* Sets *inferred to true if the name comes from the features instead of the model number. */
static const char *intel_name(const struct machine *m, enum cpu_features shown, bool *inferred)
{
    for (size_t i = 0; i < COUNT(intel); i++) {
        if (!is_model(m, intel[i].models, COUNT(intel[i].models)) ||
            m->stepping < intel[i].min_stepping)
            continue;
        if (shown <= intel[i].max)
            return intel[i].name;
        /* A false model number. Only Granite Rapids has AVX10 or AMX_FP16 without APX. */
        *inferred = shown == CPU_AVX10;
        return *inferred ? "Granite Rapids" : "";
    }
    return "";
}

static const char *amd_name(const struct machine *m, enum cpu_features shown)
{
    for (size_t i = 0; i < COUNT(amd); i++)
        if (m->family == amd[i].family && m->model >= amd[i].first && m->model <= amd[i].last)
            return shown <= amd[i].max ? amd[i].name : "";
    return "";
}

void cpu_set_name(struct machine *m, enum cpu_features shown)
{
    const char *name = "";
    m->microarchitecture_inferred = false;
    if (strcmp(m->vendor, "GenuineIntel") == 0)
        name = intel_name(m, shown, &m->microarchitecture_inferred);
    else if (strcmp(m->vendor, "AuthenticAMD") == 0 || strcmp(m->vendor, "HygonGenuine") == 0)
        name = amd_name(m, shown);
    for (size_t i = 0; i < COUNT(arm) && !m->vendor[0]; i++)
        if (m->family == arm[i].implementer && m->model == arm[i].part) {
            SET_TEXT(m->vendor, "%s", arm[i].vendor);
            name = arm[i].name;
        }
    SET_TEXT(m->microarchitecture, "%s", name);
}

/* ---- names for files ---- */

/* Appends the words of a text in lower case, only letters and digits, joined by hyphens. */
static void append_words(char *slug, size_t size, const char *text)
{
    size_t used = strlen(slug);
    bool hyphen = used > 0;
    for (; *text && used + 2 < size; text++) {
        if (!isalnum((unsigned char)*text)) {
            hyphen = used > 0;
            continue;
        }
        if (hyphen)
            slug[used++] = '-';
        slug[used++] = (char)tolower((unsigned char)*text);
        hyphen = false;
    }
    slug[used] = '\0';
}

static bool is_noise(const char *word)
{
    static const char *const words[] = {"CPU", "Processor", "APU", "Genuine", "Gen"};
    const char *hyphen = strrchr(word, '-');
    for (size_t i = 0; i < COUNT(words); i++)
        if (strcasecmp(word, words[i]) == 0)
            return true;
    return (hyphen && strncasecmp(hyphen, "-core", 5) == 0) ||   /* "16-Core", "Eight-Core" */
           strcmp(word + strspn(word, "0123456789"), "th") == 0; /* "13th Gen"            */
}

void cpu_set_slug(struct machine *m)
{
    static const char *const marks[] = {"(R)", "(r)", "(TM)", "(tm)", "(C)"};
    static const char *const ends[] = {" @ ", " with ", " w/ ", " version "};
    char brand[sizeof m->cpu], *mark, *rest;
    struct utsname system = {.machine = "unknown"};
    if (!m->cpu[0])
        uname(&system);
    snprintf(brand, sizeof brand, "%s", m->cpu[0] ? m->cpu : system.machine);
    for (size_t i = 0; i < COUNT(marks); i++)
        while ((mark = strstr(brand, marks[i])))
            memset(mark, ' ', strlen(marks[i]));
    for (size_t i = 0; i < COUNT(ends); i++)
        if ((mark = strstr(brand, ends[i])))
            *mark = '\0';
    m->slug[0] = '\0';
    for (char *word = strtok_r(brand, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!is_noise(word))
            append_words(m->slug, sizeof m->slug, word);
    if (!m->cpu[0] || !strpbrk(m->slug, "0123456789")) {
        char more[64] = "";
        append_words(more, sizeof more, m->microarchitecture);
        if (!more[0] && m->family >= 0)
            snprintf(more, sizeof more, "family-%d-model-%d", m->family, m->model);
        if (!strstr(m->slug, more))
            append_words(m->slug, sizeof m->slug, more);
    }
    if (!m->slug[0])
        append_words(m->slug, sizeof m->slug, "unknown");
}
