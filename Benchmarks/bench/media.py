"""Reading, reporting and printing, compared with C loops over the same packets."""

from statistics import median

import processes
from table import megabytes, milliseconds, of_pairs, Row, spread

MEMORY = 1.25
"""7.5 MB of the resident memory of the scan are pages of its executable. Its anonymous memory is 1.1 times that of the
loop."""
COMMAND_MEMORY = 1.3
"""Of the command, 10 MB of the resident memory are pages of its executable, which its processes share and the system
can drop. Its heap is as large as that of the loop."""
REPORT = {"MP4": 1.38, "Matroska": 1.5}
"""A report judges the times of each packet by those around it, which the loop does not: that takes 1.31 and 1.35 × its
instructions."""
CONSTANT = 1 << 20


def rows(programs, files, pairs):
    for container, file in ("MP4", files.ten_minutes), ("Matroska", files.ten_minutes_matroska):
        loop = programs.reference("read-packets")
        probe = ["ffprobe", "-v", "error", "-show_packets", file]
        yield from compare(
            f"scanning packets, {container}", 1.1, [programs.scan, file], [loop, file], pairs, probe)
        yield from compare(
            f"whole timing report, {container}", REPORT[container],
            [programs.playhead, "analyze", "-f", "json", file], [loop, file], pairs, probe,
            COMMAND_MEMORY)
        yield from compare(
            f"timeline as CSV, {container}", 1.05, [programs.playhead, "timeline", file],
            [loop, file, "csv"], pairs, [*probe, "-of", "csv"], COMMAND_MEMORY)
    yield memory_by_length(programs.playhead, files)


def compare(name, reach, ours, floor, count, peer, memory=MEMORY):
    """Compares CPU time, instructions and memory of two commands."""
    pairs = [(processes.cost(ours), processes.cost(floor)) for _ in range(count)]
    times = [(one[0], other[0]) for one, other in pairs]
    counted = processes.instructions(ours) / processes.instructions(floor)
    yield of_pairs(
        f"{name}: CPU", reach, times, milliseconds, against(peer, times),
        f"{counted:.2f} × the instructions")
    yield of_pairs(
        f"{name}: peak memory", memory, [(one[1], other[1]) for one, other in pairs], megabytes)


def against(command, times):
    if not processes.is_installed(command[0]):
        return f"no {command[0]}"
    ratio = processes.cost(command)[0] / median(floor for _, floor in times)
    return f"{command[0]} {ratio:.1f} × the floor"


def memory_by_length(playhead, files):
    """The peak must not grow with the file, in a container without an index that FFmpeg keeps."""
    peaks = [processes.cost([playhead, "analyze", file])[1] for file in files.lengths]
    return Row(
        "whole timing report: peak memory, 100 minutes to 1", peaks[2] / peaks[0],
        1 + CONSTANT / peaks[0], megabytes(peaks[2]), megabytes(peaks[0]),
        spread([peak / peaks[0] for peak in peaks]), f"10 minutes {megabytes(peaks[1])}")
