"""The rows of the table, and their format."""

import dataclasses
from statistics import median


@dataclasses.dataclass
class Row:
    """The measurement of one claim."""

    name: str
    ratio: float
    """Ours divided by the floor, or by the goal if there is no floor."""
    reach: float
    """The greatest permitted ratio."""
    ours: str
    floor: str
    noise: str = ""
    """The least, median and greatest ratio of the pairs, and their number."""
    peer: str = ""

    @property
    def is_reached(self):
        return self.ratio <= self.reach


def of_pairs(name, reach, pairs, show, peer="", note=""):
    """Returns a row with the median ratio of interleaved pairs, which load affects equally."""
    ratios = sorted(ours / floor for ours, floor in pairs)
    return Row(
        name, median(ratios), reach, show(median(ours for ours, _ in pairs)),
        show(median(floor for _, floor in pairs)), spread(ratios), "; ".join(filter(None, [peer, note])))


def spread(ratios):
    return f"{min(ratios):.2f} {median(ratios):.2f} {max(ratios):.2f} of {len(ratios)}"


def milliseconds(seconds):
    return f"{seconds * 1e3:.1f} ms"


def microseconds(seconds):
    return f"{seconds * 1e6:.0f} µs"


def megabytes(count):
    return f"{count / 1e6:.1f} MB"


def percent(share):
    return f"{share * 100:.2f} %"


HEAD = ("ratio", "reach", "row", "ours", "floor", "min med max of pairs", "peers, notes")


def cells(row):
    return (
        f"{row.ratio:.3f}", f"{row.reach:g}{'' if row.is_reached else ' MISSED'}", row.name,
        row.ours, row.floor, row.noise, row.peer)


def line(texts):
    widths = (6, 11, 58, 10, 10, 20, 0)
    return "| " + " | ".join(f"{text:<{width}}" for text, width in zip(texts, widths)) + " |"
