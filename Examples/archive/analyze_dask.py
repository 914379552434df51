#!/usr/bin/env python3
"""Analyzes the files of a list on the workers of a Dask cluster.

Each line of LIST is a path that all workers see, or a URL. OUTPUT gets the records of `playhead
analyze`, as JSON Lines or, if its name ends with .parquet, as Parquet. Files that a JSON Lines OUTPUT
has a record of are skipped, so that an interrupted run can be repeated.
"""

import argparse
import json
import os
import subprocess
import sys

from dask import bag
from distributed import Client, as_completed


def analyze(names):
    """Returns the records of these files. Runs on a worker."""
    run = subprocess.run(
        ["playhead", "analyze", "--quiet", "--format", "json", "--null", "--files-from", "-"],
        input="\0".join(names).encode(errors="surrogateescape"), stdout=subprocess.PIPE)
    # Status 1 means that a file cannot be read, and its record says why. After any other failure,
    # Dask runs the task again.
    if run.returncode not in (0, 1):
        raise RuntimeError(f"playhead ended with status {run.returncode}")
    return run.stdout.splitlines(keepends=True)


def recorded_files(path):
    """Returns the names in a file of records, without an incomplete last line."""
    with open(path, "a+b") as file:
        file.seek(0)
        names, end = set(), 0
        for line in file:
            if line.endswith(b"\n"):
                names.add(json.loads(line)["file"])
                end += len(line)
        file.truncate(end)
    return names


def write_parquet(records, path):
    import duckdb  # Not on the workers.
    duckdb.execute(
        f"COPY (FROM read_json({records!r}, format = 'newline_delimited', sample_size = -1))"
        f" TO {path!r} (FORMAT parquet)")
    os.remove(records)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("list", metavar="LIST")
    parser.add_argument("output", metavar="OUTPUT")
    parser.add_argument("--scheduler-file", help="of a cluster (default: this machine alone)")
    parser.add_argument("--batch", type=int, default=100, help="files per task (100)")
    options = parser.parse_args()
    is_parquet = options.output.endswith(".parquet")
    records = options.output + ".jsonl" if is_parquet else options.output
    done, failed = recorded_files(records), 0
    with open(options.list, encoding="utf-8", errors="surrogateescape") as file:
        names = [name for name in file.read().split("\n") if name and name not in done]
    with Client(scheduler_file=options.scheduler_file) as client, open(records, "ab") as output:
        tasks = bag.from_sequence(names, partition_size=options.batch).map_partitions(analyze)
        futures = client.compute(tasks.to_delayed() if names else [], retries=3)
        for future, lines in as_completed(futures, with_results=True, raise_errors=False):
            if future.status == "finished":
                output.writelines(lines)
            else:
                failed += 1
            future.release()
    if is_parquet and not failed:
        write_parquet(records, options.output)
    sys.exit(f"{failed} tasks failed; run the command again" if failed else 0)


if __name__ == "__main__":
    main()
