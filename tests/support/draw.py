# SPDX-License-Identifier: MIT
"""What the long tests run: a part of their items, drawn by a seed that is the day's date, or all items.

SLIDEBENCH_LONG=1, which `scripts/test --long` sets, selects the long forms. SLIDEBENCH_ALL=1 switches drawing off;
SLIDEBENCH_SEED=20261122 repeats the draw of that day.
"""

import os
import random
from datetime import date

LONG = bool(os.environ.get("SLIDEBENCH_LONG"))
ALL = bool(os.environ.get("SLIDEBENCH_ALL"))
SEED = int(os.environ.get("SLIDEBENCH_SEED") or f"{date.today():%Y%m%d}")
JOBS = int(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL") or os.cpu_count() or 1)  # jobs that a test may run at a time
LISTED = 6  # items that a note may name

notes = []  # lines that pytest prints at the end


def draw(items, n, what):
    """Returns n of the items in their order, or all. Two draws of one seed are independent if `what` differs."""
    items = list(items)
    n = len(items) if ALL else min(n, len(items))
    places = sorted(random.Random(f"{SEED} {what}").sample(range(len(items)), n))
    drawn = [items[place] for place in places]
    names = [" ".join(item) if isinstance(item, tuple) else str(item) for item in drawn]
    notes.append(f"drawn by {SEED}: {n} of {len(items)} {what}" + (f": {', '.join(names)}" if n <= LISTED else ""))
    return drawn
