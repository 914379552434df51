"""Passing bytes through: `--through` against `cat`, to the same consumer."""

import subprocess
import time

import processes
from table import milliseconds, of_pairs

COPIES = 20


def rows(programs, files, pairs):
    """The consumer only counts the bytes. With a slower one, both take its time."""
    ours = [programs.playhead, "--through", "-q", "--log", "/dev/null", "-i", "60", "-"]
    stream = files.lengths[-1]
    times = [(seconds(stream, ours), seconds(stream, ["cat"])) for _ in range(pairs)]
    yield of_pairs("through into wc, to cat", 1.01, times, milliseconds)


def seconds(stream, command):
    """Returns the time in which the copies of a stream pass, and the pipeline ends."""
    null = subprocess.DEVNULL
    start = time.monotonic()
    source = subprocess.Popen(["cat", *COPIES * [stream]], stdin=null, stdout=subprocess.PIPE)
    passing = subprocess.Popen(command, stdin=source.stdout, stdout=subprocess.PIPE)
    end = subprocess.Popen(["wc", "-c"], stdin=passing.stdout, stdout=null)
    # Otherwise a program would not notice that the next one has ended.
    source.stdout.close()
    passing.stdout.close()
    statuses = [child.wait() for child in (source, passing, end)]
    if any(statuses):
        raise processes.Failure(f"{' '.join(command)}: {statuses}")
    return time.monotonic() - start
