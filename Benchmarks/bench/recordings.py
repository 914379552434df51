"""Makes recordings of the same sound whose relation is known, with sox and ffmpeg."""

import os
import random
import subprocess

from programs import BUILD, ROOT

SOURCES = ["bbb.mp4", "coffee_vbr_art.mp3", "sonicpi-ambi_piano.flac", "pygame-house_lo.ogg", "freedesktop-complete.oga"]
"""Real sounds. Looped sound would have several true offsets, so excerpts in a seeded order are joined, each at
another pitch, with noise of another seed."""
EXCERPT = (1.0, 5.0)
"""The least and the greatest length of an excerpt in seconds."""


def path(name):
    folder = f"{BUILD}/recordings"
    os.makedirs(folder, exist_ok=True)
    return f"{folder}/{name}"


def sox(name, *arguments):
    """Makes a file with sox, unless it is there. sox adds no dither."""
    target = path(name)
    if not os.path.exists(target):
        part = path(f"part-{name}")
        words = [str(word) for word in arguments]
        place = words.index("OUT")
        words[place:place + 1] = ["-b", "24", part]
        subprocess.run(["sox", "-V1", "-D", *words], check=True)
        os.rename(part, target)
    return target


def ffmpeg(name, *arguments):
    """Makes a file with ffmpeg, unless it is there."""
    target = path(name)
    if not os.path.exists(target):
        part = path(f"part-{name}")
        subprocess.run(["ffmpeg", "-v", "error", "-y", *map(str, arguments), part], check=True)
        os.rename(part, target)
    return target


def sources(rate):
    """The sounds as sox reads them, with their lengths in seconds."""
    found = []
    for name in SOURCES:
        file = ffmpeg(
            f"source-{rate}-{name.split('.')[0]}.wav", "-i", f"{ROOT}/SampleMedia/{name}", "-vn", "-ac", "2",
            "-ar", rate, "-c:a", "pcm_s24le")
        length = subprocess.run(["soxi", "-D", file], check=True, stdout=subprocess.PIPE, text=True).stdout
        found.append((file, float(length)))
    return found


def base(seconds, seed, rate=48000):
    """Sound of this length: excerpts of real sounds in an order that the seed decides, with noise."""
    name = f"base-{rate}-{seconds}-{seed}.wav"
    if os.path.exists(path(name)):
        return path(name)
    numbers = random.Random(seed)
    files = sources(rate)
    pieces, length = [], 0.0
    while length < seconds:
        file, whole = numbers.choice(files)
        long = min(numbers.uniform(*EXCERPT), whole * 0.9)
        start = numbers.uniform(0, whole - long)
        pitch = 2 ** numbers.uniform(-0.5, 0.5)
        gain = numbers.uniform(-12, -4)
        pieces.append(
            f"|sox -V1 -D {file} -t f32 -r {rate} -c 2 - trim {start:.4f} {long:.4f} gain {gain:.1f} speed {pitch:.5f} "
            f"rate {rate} fade 0.01 {long / pitch:.4f} 0.01")
        length += long / pitch
    noise = path(f"noise-{rate}-{seconds}-{seed}.wav")
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "lavfi", "-i",
         f"anoisesrc=color=pink:amplitude=0.03:seed={seed}:r={rate}:d={seconds}", "-ac", "2", "-c:a", "pcm_s24le", noise],
        check=True)
    parts = []
    for first in range(0, len(pieces), 100):
        part = path(f"part-{seed}-{first}.wav")
        raw = [word for piece in pieces[first:first + 100]
               for word in ("-t", "f32", "-r", str(rate), "-c", "2", piece)]
        subprocess.run(["sox", "-V1", "-D", *raw, "-b", "24", part], check=True)
        parts.append(part)
    joined = path(f"joined-{seed}.wav")
    subprocess.run(["sox", "-V1", "-D", *parts, joined], check=True)
    sox(name, "-m", joined, "-v", "1", noise, "OUT", "gain", "-3", "trim", "0", f"{seconds * rate}s")
    for file in [*parts, joined, noise]:
        os.remove(file)
    return path(name)


def other(name, source, *, rate=48000, drift=0.0, skip=0, lead=0, lost=(), doubled=(), effects=()):
    """A recording of `source` whose relation is known.

    drift: by how many parts per million an interval is longer than in the source; lost, doubled: pairs of the first
    sample and the number of samples of the source that are left out, or are there twice; skip: the number of samples
    of the source before the recording; lead: the number of samples of silence before the sound.
    """
    if os.path.exists(path(name)):
        return path(name)
    cut = source
    changes = sorted([(first, count, True) for first, count in lost] + [(first, count, False) for first, count in doubled])
    if changes:
        pieces, start = [], 0
        for first, count, is_lost in changes:
            pieces.append((start, first if is_lost else first + count))
            start = first + count if is_lost else first
        pieces.append((start, None))
        words = []
        for first, end in pieces:
            trim = f"trim {first}s" + (f" ={end}s" if end else "")
            words += ["-t", "f32", "-r", str(rate), "-c", "2", f"|sox -V1 -D {source} -t f32 - {trim}"]
        cut = path(f"cut-{name}")
        subprocess.run(["sox", "-V1", "-D", *words, "-b", "24", cut], check=True)
    chain = []
    if skip:
        chain += ["trim", f"{skip}s"]
    if lead:
        chain += ["pad", f"{lead}s"]
    if drift:
        chain += ["speed", f"{1 / (1 + drift * 1e-6):.12f}", "rate", "-v", str(rate)]
    made = sox(name, cut, "OUT", *chain, *effects)
    if changes:
        os.remove(cut)
    return made
