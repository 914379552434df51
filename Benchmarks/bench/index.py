"""One large file, judged from its sample tables and by reading all of it."""

import os
import subprocess
import time

import programs as built
from table import of_pairs, percent

REACH = 0.25


def rows(programs, files, pairs):
    """Makes a file of 2 GB, and compares the two ways of reading it."""
    large = built.make(
        "two-gigabytes.mp4",
        ["-stream_loop", "-1", "-i", files.full_hd, "-c", "copy", "-fs", str(2 << 30)])
    whole = [programs.playhead, "analyze", "-f", "json", large]
    index = [programs.playhead, "analyze", "-f", "json", "--index", large]
    # Reads the file into the cache.
    measure(whole)
    cached = [measure(command)[0] for command in (index, whole)]
    measured = [
        [measure_uncached(command, large) for command in (index, whole)] for _ in range(pairs)]
    size = os.path.getsize(large)
    shares = [percent(result[1] / size) for result in measured[0]]
    yield of_pairs(
        "a file of 2 GB by --index, against reading it", REACH,
        [(one[0], other[0]) for one, other in measured], lambda seconds: f"{seconds:.2f} s",
        f"bytes read: {shares[0]}, {shares[1]}; in the cache: {cached[0]:.2f} s, {cached[1]:.2f} s")


def measure_uncached(command, path):
    """Measures a command after removing a file from the system's cache, as the files of an archive."""
    with open(path, "rb") as file:
        os.fsync(file)
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    return measure(command)


def measure(command):
    """Returns the seconds that a command needs, and the bytes that it reads."""
    # The counters of a process include those of the children that it waited for.
    script = '"$@" > /dev/null; cat /proc/$$/io'
    start = time.monotonic()
    told = subprocess.run(
        ["sh", "-c", script, "sh", *command], check=True, stdout=subprocess.PIPE,
        stdin=subprocess.DEVNULL, text=True).stdout
    return time.monotonic() - start, int(told.split()[1])
