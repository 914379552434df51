"""The reactive core: instructions per additional value, counted by callgrind."""

from statistics import median

import processes
from table import Row

COUNT = 20_000


def rows(programs, wanted):
    for line in processes.output([programs.reactive]).splitlines():
        index, bound, name = line.split("\t")
        if not wanted(name):
            continue
        run = [programs.reactive, index]
        ours = difference(processes.instructions, run, COUNT) / COUNT
        nanoseconds = median(
            difference(lambda command: processes.cost(command)[0], run, 1_000_000) * 1e3
            for _ in range(5))
        yield Row(
            name, ours / int(bound), 1, f"{ours:.0f} instr", f"{bound} instr", "exact",
            f"{nanoseconds:.0f} ns")


def difference(measure, run, count):
    """Returns the cost of `count` additional values, without the cost of starting."""
    return measure([*run, str(2 * count)]) - measure([*run, str(count)])
