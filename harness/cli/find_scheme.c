/* SPDX-License-Identifier: MIT */
#include "cli/find_scheme.h"
#include "plan/scheme_set.h"
#include "workload/list.h"

#include <string.h>

const struct scheme *find_scheme_or_default(const char *name, struct error *error)
{
    const struct scheme *found = NULL;
    for (const struct scheme *const *s = schemes; *s; s++) {
        bool better = !found || ((*s)->traits & BRANCHLESS && !(found->traits & BRANCHLESS));
        if (name ? !strcmp((*s)->name, name)
                 : better && !((*s)->traits & MOCK) && !scheme_unsupported(*s))
            found = *s;
    }
    if (!found) {
        fail(error, STATUS_ENVIRONMENT, "no scheme of this binary runs here");
        return NULL;
    }
    const char *why = scheme_unsupported(found);
    if (why) {
        fail(error, STATUS_ENVIRONMENT, "scheme %s does not run here: %s", name, why);
        return NULL;
    }
    if (found->init)
        found->init();
    return found;
}

void *scheme_new_view(const struct scheme *scheme, struct error *error)
{
    void *view = list_allocate(1, scheme->view_bytes);
    if (!view)
        fail(error, STATUS_ENVIRONMENT, "no memory for a view of %s", scheme->name);
    return view;
}
