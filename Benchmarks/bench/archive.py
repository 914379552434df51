"""Many files: the rate of analyzing them, and the memory for a long list."""

import os
import shutil
import subprocess

import processes
from index import measure
from table import megabytes, of_pairs, Row

SAMPLES = ("bbb_small.mp4", "mediafile.opus", "bbb_chapters.mkv", "mediafile-cbr.mp3")
MEMORY = 64 << 20


def rows(programs, files, pairs, is_quick):
    count = 200 if is_quick else 2_000
    folder = f"{files.folder}/archive"
    names = small_files(folder, f"{os.path.dirname(files.sample)}", count)
    with open(f"{folder}/list", "w") as file:
        file.writelines(name + "\n" for name in names)
    playhead = [programs.playhead, "analyze", "-q", "--files-from", f"{folder}/list", "-o", "/dev/null"]
    one, two = ([*playhead, "-j", str(jobs)] for jobs in (1, 2))
    if processes.is_installed("ffprobe"):
        probe = ["sh", "-c", f"xargs -P 2 -n 1 ffprobe -v error -show_packets < {folder}/list"]
        yield against(f"{count} small files, 2 at a time, against xargs -P 2 ffprobe", 0.5, two, probe,
                      pairs, count)
    yield scaling(f"{count} small files, 2 at a time, against 1", 0.75, two, one, pairs, count)
    yield memory(programs.playhead, folder, 100_000 if is_quick else 1_000_000)


def small_files(folder, samples, count):
    """Makes files with different names, which share the blocks of a few samples."""
    os.makedirs(folder, exist_ok=True)
    names = []
    for number in range(count):
        sample = SAMPLES[number % len(SAMPLES)]
        names.append(f"{folder}/{number}-{sample}")
        if not os.path.exists(names[-1]):
            first = names[number % len(SAMPLES)]
            if first == names[-1]:
                shutil.copy(f"{samples}/{sample}", first)
            else:
                os.link(first, names[-1])
    return names


def against(name, reach, ours, other, pairs, count):
    measured = [(measure(ours), measure(other)) for _ in range(pairs)]
    read = [megabytes(one[1]) for one in measured[0]]
    return of_pairs(
        name, reach, [(first[0], second[0]) for first, second in measured],
        lambda seconds: f"{count / seconds:.0f} files/s", f"bytes read: {read[0]}, {read[1]}")


def scaling(name, reach, two, one, pairs, count):
    """Of readers that do not impede each other, two need half the time of one."""
    times = [
        [processes.unqueued_seconds(command, "playhead-read") for command in (two, one)]
        for _ in range(pairs)]
    cpu = [processes.cost(command)[0] for command in (two, one)]
    return of_pairs(
        name, reach, times, lambda seconds: f"{count / seconds:.0f} files/s",
        f"without waits for a core; CPU {cpu[0]:.2f} s, {cpu[1]:.2f} s")


def memory(playhead, folder, count):
    """The peak for a list of missing files, and for the same list when all of them are recorded."""
    with open(f"{folder}/long-list", "w") as file:
        file.writelines(f"/archive/folder/a-file-that-is-missing-{number}.mp4\n" for number in range(count))
    records = f"{folder}/records.jsonl"
    if os.path.exists(records):
        os.remove(records)
    peaks = []
    for _ in range(2):
        child = subprocess.Popen(
            [playhead, "analyze", "-q", "--files-from", f"{folder}/long-list", "-o", records,
             "--skip-recorded"], stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(child.pid, 0)
        child.returncode = 0
        peaks.append(usage.ru_maxrss * 1024)
    os.remove(records)
    return Row(
        f"{count} files, all of them recorded: peak memory", max(peaks) / MEMORY, 1,
        megabytes(peaks[1]), megabytes(MEMORY), peer=f"none recorded {megabytes(peaks[0])}")
