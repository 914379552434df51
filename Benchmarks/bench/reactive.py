"""The reactive core: instructions per additional value or subscription, by callgrind."""

from statistics import median

import processes
from table import Row

COUNTS = {"value": (20_000, 1_000_000), "subscription": (1_000, 50_000)}
"""The values or subscriptions of a run that counts instructions, and of one that measures time."""


def rows(programs, wanted):
    for line in processes.output([programs.reactive]).splitlines():
        index, unit, bound, name = line.split("\t")
        if not wanted(name):
            continue
        run = [programs.reactive, index]
        counted, timed = COUNTS[unit]
        ours = difference(processes.instructions, run, counted) / counted
        nanoseconds = median(
            difference(lambda command: processes.cost(command)[0], run, timed) / timed * 1e9
            for _ in range(3))
        yield Row(
            name, ours / int(bound), 1, f"{ours:.0f} instr", f"{bound} instr", "exact",
            f"{nanoseconds:.0f} ns")


def difference(measure, run, count):
    """Returns the cost of `count` additional ones, without the cost of starting."""
    return measure([*run, str(2 * count)]) - measure([*run, str(count)])
