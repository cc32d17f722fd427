/* SPDX-License-Identifier: MIT
 * Sources, all in Linux: arch/x86/include/asm/intel-family.h, bsp_init_amd() in
 * arch/x86/kernel/cpu/amd.c, and arch/arm64/include/asm/cputype.h. */
#include "machine/cpu_names.h"

#include <string.h>

/* Family 6. */
static const struct {
    const char *name;
    enum cpu_features most; /* of any CPU of these models */
    int min_stepping;
    unsigned char models[6];
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
    {"Ice Lake", CPU_AVX512, 0, {0x6a, 0x6c, 0x7d, 0x7e}},
    {"Tiger Lake", CPU_AVX512, 0, {0x8c, 0x8d}},
    {"Rocket Lake", CPU_AVX512, 0, {0xa7}},
    {"Alder Lake", CPU_AVX512, 0, {0x97, 0x9a}},
    {"Raptor Lake", CPU_AVX2, 0, {0xb7, 0xba, 0xbf}},
    {"Meteor Lake", CPU_AVX2, 0, {0xaa, 0xac}},
    {"Arrow Lake", CPU_AVX2, 0, {0xb5, 0xc5, 0xc6}},
    {"Lunar Lake", CPU_AVX2, 0, {0xbd}},
    {"Panther Lake", CPU_AVX2, 0, {0xcc}},
    {"Sapphire Rapids", CPU_AMX, 0, {0x8f}},
    {"Emerald Rapids", CPU_AMX, 0, {0xcf}},
    {"Granite Rapids", CPU_AVX10, 0, {0xad, 0xae}},
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
    enum cpu_features most;
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
    {0x1a, 0x60, 0x7f, CPU_AVX512, "Zen 5"},
};

static const struct {
    int implementer, part; /* of MIDR_EL1 */
    const char *vendor, *name;
} arm[] = {
    {0x41, 0xc07, "ARM", "Cortex-A7"},     {0x41, 0xc08, "ARM", "Cortex-A8"},
    {0x41, 0xc09, "ARM", "Cortex-A9"},     {0x41, 0xc0f, "ARM", "Cortex-A15"},
    {0x41, 0xd03, "ARM", "Cortex-A53"},    {0x41, 0xd04, "ARM", "Cortex-A35"},
    {0x41, 0xd05, "ARM", "Cortex-A55"},    {0x41, 0xd07, "ARM", "Cortex-A57"},
    {0x41, 0xd08, "ARM", "Cortex-A72"},    {0x41, 0xd09, "ARM", "Cortex-A73"},
    {0x41, 0xd0a, "ARM", "Cortex-A75"},    {0x41, 0xd0b, "ARM", "Cortex-A76"},
    {0x41, 0xd0c, "ARM", "Neoverse N1"},   {0x41, 0xd0d, "ARM", "Cortex-A77"},
    {0x41, 0xd40, "ARM", "Neoverse V1"},   {0x41, 0xd41, "ARM", "Cortex-A78"},
    {0x41, 0xd44, "ARM", "Cortex-X1"},     {0x41, 0xd46, "ARM", "Cortex-A510"},
    {0x41, 0xd47, "ARM", "Cortex-A710"},   {0x41, 0xd48, "ARM", "Cortex-X2"},
    {0x41, 0xd49, "ARM", "Neoverse N2"},   {0x41, 0xd4d, "ARM", "Cortex-A715"},
    {0x41, 0xd4e, "ARM", "Cortex-X3"},     {0x41, 0xd4f, "ARM", "Neoverse V2"},
    {0x41, 0xd80, "ARM", "Cortex-A520"},   {0x41, 0xd81, "ARM", "Cortex-A720"},
    {0x41, 0xd82, "ARM", "Cortex-X4"},     {0x41, 0xd84, "ARM", "Neoverse V3"},
    {0x41, 0xd85, "ARM", "Cortex-X925"},   {0x41, 0xd87, "ARM", "Cortex-A725"},
    {0x43, 0x0af, "Cavium", "ThunderX2"},  {0x46, 0x001, "Fujitsu", "A64FX"},
    {0x48, 0xd01, "HiSilicon", "TSV110"},  {0x51, 0x001, "Qualcomm", "Oryon"},
    {0x61, 0x022, "Apple", "M1 Icestorm"}, {0x61, 0x023, "Apple", "M1 Firestorm"},
    {0x61, 0x032, "Apple", "M2 Blizzard"}, {0x61, 0x033, "Apple", "M2 Avalanche"},
    {0xc0, 0xac3, "Ampere", "Ampere1"},    {0xc0, 0xac4, "Ampere", "Ampere1A"},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

const char *cpu_intel_name(int family, int model, int stepping, enum cpu_features shown)
{
    for (size_t i = 0; i < COUNT(intel) && family == 6; i++) {
        if (model == 0 || !memchr(intel[i].models, model, sizeof intel[i].models) ||
            stepping < intel[i].min_stepping)
            continue;
        if (shown <= intel[i].most)
            return intel[i].name;
        /* The model number is false. Only Granite Rapids has AVX10 and AMX_FP16 without APX. */
        return shown == CPU_AVX10 ? "Granite Rapids" : "";
    }
    return "";
}

bool cpu_intel_inferred(int family, int model, int stepping, enum cpu_features shown)
{
    const char *name = cpu_intel_name(family, model, stepping, shown);
    return *name && strcmp(name, cpu_intel_name(family, model, stepping, CPU_PLAIN)) != 0;
}

const char *cpu_amd_name(int family, int model, enum cpu_features shown)
{
    for (size_t i = 0; i < COUNT(amd); i++)
        if (family == amd[i].family && model >= amd[i].first && model <= amd[i].last)
            return shown <= amd[i].most ? amd[i].name : "";
    return "";
}

const char *cpu_arm_name(int implementer, int part, const char **vendor)
{
    for (size_t i = 0; i < COUNT(arm); i++)
        if (implementer == arm[i].implementer && part == arm[i].part) {
            *vendor = arm[i].vendor;
            return arm[i].name;
        }
    *vendor = "";
    return "";
}
