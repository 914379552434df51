"""Measures every claim together with its floor, in one run, and prints a table.

Usage: python3 Benchmarks/bench [WORD...]   WORD: a group, or part of the name of a reactive row

The group `build` needs an hour, and only runs if it is named. BASE=COMMIT is what it compares with.

Environment: QUICK=1 fewer and shorter runs; STRICT=1 exit status 1 if a row exceeds its limit;
JSON=FILE also writes the rows to a file.
"""

import dataclasses
import itertools
import json
import os
import platform
import sys
import time

import aligning
import archive
import attaching
import building
import following
import index
import ipc
import jobs
import machines
import media
import mpris
import passing
import playing
import processes
import programs
import reactive
import sound
import table
import timecode


def groups(built, files, is_quick, wanted):
    """Yields each group's name and a function that measures its rows."""
    pairs = 2 if is_quick else 5
    yield "start", lambda: playing.start(built, files, 3 * pairs)
    counts = {0.01: 100, 0.1: 20} if is_quick else {0.01: 400, 0.1: 60}
    yield "lateness", lambda: playing.lateness(built, files, pairs, counts)
    yield "drift", lambda: playing.drift(built, files, 10 if is_quick else 60)
    # These two need few runs, because each measures for seconds.
    runs = 2 if is_quick else 3
    yield "cpu", lambda: playing.cpu(built, files, runs, 3 if is_quick else 10)
    yield "idle", lambda: playing.idle(built, files, 3 if is_quick else 10)
    yield "players", lambda: playing.many(built, files, runs, 3 if is_quick else 10)
    calls = (200, 3) if is_quick else (2000, 10)
    yield "ipc", lambda: itertools.chain(
        ipc.rows(built, files, runs, *calls), mpris.rows(built, files, *calls))
    yield "through", lambda: passing.rows(built, files, pairs + 2)
    yield "media", lambda: media.rows(built, files, pairs + 2)
    yield "archive", lambda: itertools.chain(
        archive.rows(built, files, runs, is_quick), index.rows(built, files, runs))
    yield "audio", lambda: sound.rows(built, files, is_quick)
    yield "attach", lambda: attaching.rows(built, is_quick)
    yield "follow", lambda: itertools.chain(
        machines.rows(built, files, is_quick), following.rows(built, is_quick))
    yield "jobs", lambda: jobs.rows(built, files, is_quick)
    yield "align", lambda: aligning.rows(built, is_quick)
    yield "timecode", lambda: timecode.rows(built, files, is_quick)
    yield "reactive", lambda: reactive.rows(built, wanted)
    yield "build", building.rows


def machine():
    with open("/proc/cpuinfo") as file:
        model = next((line.split(":")[1].strip() for line in file if "model name" in line), "?")
    return {
        "processor": model, "cores": os.cpu_count(), "kernel": platform.release(),
        "load": round(os.getloadavg()[0], 2)}


def main(words):
    is_quick, is_strict = (os.environ.get(name) == "1" for name in ("QUICK", "STRICT"))
    named = {
        "start", "lateness", "drift", "cpu", "idle", "players", "ipc", "through",
        "media", "archive", "audio", "attach", "follow", "jobs", "align", "timecode", "reactive",
        "build"}.intersection(words)
    others = set(words) - named

    def wanted(name):
        return "reactive" in named or not words or any(word in name for word in others)

    built, files = programs.Programs(), programs.Files()
    told = machine()
    print(", ".join(f"{key} {value}" for key, value in told.items()))
    print(table.line(table.HEAD), table.line(["-"] * len(table.HEAD)), sep="\n")
    rows = []
    for name, measure in groups(built, files, is_quick, wanted):
        if name not in named and (words or name == "build") and not (name == "reactive" and others):
            continue
        start = time.monotonic()
        for row in measure():
            rows.append(row)
            print(table.line(table.cells(row)), flush=True)
        print(f"{name}: {time.monotonic() - start:.0f} s", file=sys.stderr)
    if path := os.environ.get("JSON"):
        with open(path, "w") as file:
            json.dump(
                {"machine": told, "quick": is_quick,
                 "rows": [{**dataclasses.asdict(row), "reached": row.is_reached} for row in rows]},
                file, indent=1, ensure_ascii=False)
    missed = [row.name for row in rows if not row.is_reached]
    if missed:
        print(f"{len(missed)} of {len(rows)} rows fall short: {'; '.join(missed)}")
    return 1 if missed and is_strict else 0


try:
    sys.exit(main(sys.argv[1:]))
except processes.Failure as failure:
    sys.exit(f"bench: {failure}")
