/* SPDX-License-Identifier: MIT */
#include "output/saver.h"
#include "analysis/conclude.h"
#include "base/json_memory.h"
#include "base/progress.h"
#include "output/csv.h"
#include "output/json.h"

#include <errno.h>
#include <inttypes.h>

static bool save(const struct report *report, struct result_file *result, struct error *error)
{
    if (!result_file_create_files(result, error))
        return false;
    char crc[9];
    bool ok = csv_write(report, result->csv);
    snprintf(crc, sizeof crc, "%08" PRIx32, result_file_csv_crc32(result));
    if (!ok || !json_write(report, crc, result->json)) {
        if (!ok || !json_memory_ok())
            errno = ENOMEM;
        else if (!ferror(result->json))
            errno = EILSEQ; /* JSON cannot contain one of the texts */
        return result_file_fail(result, error);
    }
    return result_file_commit(result, report->partial, error);
}

void saver_save_partial(void *context)
{
    struct saver *saver = context;
    struct report report = saver->report;
    struct run so_far;
    struct error error;
    bool saved = false;
    if (conclude_so_far(report.run, saver->best_ipc, &so_far, &error)) {
        report.run = &so_far;
        report.partial = true;
        saved = save(&report, &saver->result, &error);
        conclude_free(&so_far);
    }
    if (!saved && !saver->has_warned) {
        saver->has_warned = true;
        progress_note(error.text);
    }
}

bool saver_save(struct saver *saver, struct error *error)
{
    struct result_file *result = &saver->result;
    struct error first, second;
    if (save(&saver->report, result, &first)) {
        fprintf(stderr, "saved %s and .json\n", result->saved.csv);
        return true;
    }
    if (result_file_use_cache_folder(result, saver->report.machine->slug) &&
        save(&saver->report, result, &second))
        return fail(error, first.status, "%.200s; saved %.250s and .json instead", first.text,
                    result->saved.csv);
    return fail(error, first.status, "%.200s", first.text);
}
