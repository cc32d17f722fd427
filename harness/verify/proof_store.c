/* SPDX-License-Identifier: MIT
 * The file: a line "slidebench-proofs 1 <hash>", then a line "<scheme> <verdict> <set of pieces>" each. */
#include "verify/proof_store.h"
#include "output/cache_folder.h"

#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_KEPT = 1024 };

static struct kept {
    char scheme[64], verdict[16];
    unsigned pieces;
} kept[MAX_KEPT];
static size_t kept_count;

bool proof_store_path(char path[static 4096])
{
    ssize_t length = readlink("/proc/self/exe", path, 4095);
    path[length > 0 ? length : 0] = 0;
    return length > 0 && length < 4095;
}

/* 64-bit FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv) of the program as it runs, which may not be what lies under
 * its name by now; 0: unreadable. */
static uint64_t program_hash(void)
{
    static uint64_t hash;
    FILE *program = hash ? NULL : fopen("/proc/self/exe", "rb");
    if (program) {
        unsigned char bytes[4096];
        hash = 0xcbf29ce484222325u;
        for (size_t n; (n = fread(bytes, 1, sizeof bytes, program));)
            for (size_t i = 0; i < n; i++)
                hash = (hash ^ bytes[i]) * 0x100000001b3u;
        if (ferror(program))
            hash = 0;
        fclose(program);
    }
    return hash;
}

/* Verdicts lie beside the program or, where a package has put that out of reach, in the user's cache. */
enum place { BESIDE, IN_CACHE, PLACES };

enum { LONGEST_PATH = 3 * 4096 };

/* false: this place is not known. What is missing of the cache's folders is made. */
static bool kept_at(enum place place, char path[static LONGEST_PATH])
{
    char program[4096];
    if (!proof_store_path(program))
        return false;
    if (place == BESIDE) {
        snprintf(path, LONGEST_PATH, "%s.proofs", program);
        return true;
    }
    if (!cache_folder(path, 2 * 4096))
        return false;
    strcat(strcat(path, strrchr(program, '/')), ".proofs");
    return true;
}

/* Of a file that is damaged, what stands before the damage counts. */
static void load_from(const char *path)
{
    uint64_t hash;
    FILE *file = fopen(path, "r");
    if (!file)
        return;
    if (fscanf(file, "slidebench-proofs 1 %16" SCNx64, &hash) == 1 && hash == program_hash())
        while (kept_count < MAX_KEPT &&
               fscanf(file, "%63s %15s %u", kept[kept_count].scheme, kept[kept_count].verdict,
                      &kept[kept_count].pieces) == 3)
            kept_count++;
    fclose(file);
}

static void load(void)
{
    static bool loaded;
    char path[LONGEST_PATH];
    for (enum place place = BESIDE; place < PLACES && !loaded && !kept_count; place++)
        if (kept_at(place, path))
            load_from(path);
    loaded = true;
}

static struct kept *find(const char *scheme)
{
    load();
    for (size_t i = 0; i < kept_count; i++)
        if (!strcmp(kept[i].scheme, scheme))
            return &kept[i];
    return NULL;
}

const char *proof_store_verdict(const char *scheme)
{
    const struct kept *found = find(scheme);
    return found ? found->verdict : "";
}

const char *proof_store_piece_verdict(const char *scheme, enum piece piece)
{
    const struct kept *found = find(scheme);
    if (!found)
        return "";
    if (found->pieces & 1u << piece)
        return "proved";
    return strcmp(found->verdict, "proved") ? found->verdict : "verified";
}

static bool write_all(FILE *file)
{
    fprintf(file, "slidebench-proofs 1 %016" PRIx64 "\n", program_hash());
    for (size_t i = 0; i < kept_count; i++)
        fprintf(file, "%s %s %u\n", kept[i].scheme, kept[i].verdict, kept[i].pieces);
    bool ok = fflush(file) == 0 && fsync(fileno(file)) == 0;
    return (fclose(file) == 0) & ok;
}

static bool save_to(const char *path, struct error *error)
{
    char hidden[LONGEST_PATH + 32];
    snprintf(hidden, sizeof hidden, "%s.%ld", path, (long)getpid());
    FILE *file = fopen(hidden, "w");
    if (file && write_all(file) && rename(hidden, path) == 0)
        return true;
    fail(error, STATUS_OUTPUT, "%s: the verdicts could not be kept: %s", path, strerror(errno));
    unlink(hidden);
    return false;
}

bool proof_store_save(const struct proof_verdict *verdicts, size_t n, struct error *error)
{
    char path[LONGEST_PATH];
    for (size_t i = 0; i < n; i++) {
        struct kept *place = find(verdicts[i].scheme);
        if (!place && kept_count < MAX_KEPT)
            place = &kept[kept_count++];
        if (place) {
            snprintf(place->scheme, sizeof place->scheme, "%s", verdicts[i].scheme);
            snprintf(place->verdict, sizeof place->verdict, "%s", verdicts[i].verdict);
            place->pieces = verdicts[i].pieces;
        }
    }
    if (!program_hash() || !kept_at(BESIDE, path))
        return fail(error, STATUS_OUTPUT,
                    "the verdicts cannot be kept: this system does not say where the program lies");
    return save_to(path, error) || (kept_at(IN_CACHE, path) && save_to(path, error));
}
