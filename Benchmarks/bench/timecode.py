"""The group `timecode`: when timecode arrives or is heard, compared with the position of playback.

Linear timecode is read from what the device has played, with libltc's decoder and GStreamer; messages as a
receiver gets them.
"""

import array
import collections
import contextlib
import ctypes
import math
import os
import re
import socket
import statistics
import struct
import subprocess
import tempfile
import time
import wave

import hearing
import processes
import programs as made
from table import Row, milliseconds

RATE = hearing.RATE
FRAME = RATE // 25
"""The samples of a frame."""
OFFSET = 3_600
"""The seconds of the timecode of position zero."""

Frame = collections.namedtuple("Frame", "number label sample")


def rows(programs, files, is_quick):
    seconds = 10 if is_quick else 60
    media = files.hour
    yield from linear(programs, media, seconds)
    yield arrivals(programs, media, "MIDI timecode", quarter_frames, seconds)
    yield arrivals(programs, media, "ArtTimeCode", art_timecodes, seconds)
    yield time_tags(programs, media, seconds)
    yield hour(programs, media)


def quantile(values, share):
    return sorted(values)[math.ceil(len(values) * share) - 1]


@contextlib.contextmanager
def playing(programs, media, place):
    """Plays without sound and with a record each second, and yields a function that returns the instant and
    the position at the start, when playback has begun."""
    with tempfile.TemporaryFile("w+") as errors, processes.running(
            [programs.playhead, "-f", "csv", "--precision", "9", "-i", "1", "--fields",
             "host_time_ns,position,cause", "--timecode-rate", "25", "--timecode-offset", "01:00:00:00",
             "--timecode-out", place, media],
            stdout=subprocess.PIPE, stderr=errors, text=True) as child:

        def start():
            for line in child.stdout:
                instant, position, cause = line.strip().split(",")
                if cause == "started":
                    return int(instant), float(position)
            errors.seek(0)
            raise processes.Failure(f"playhead: did not play; {errors.read()}")

        yield start


# Linear timecode.

def linear(programs, media, seconds):
    """The first three seconds are not compared: until then the clock of the device is not known well."""
    path = f"{made.BUILD}/timecode.raw"
    with hearing.Device(programs, keeps_samples=True) as device:
        first = int(device.ask("start"))
        with playing(programs, media, "ltc:default") as start:
            instant, position = start()
            time.sleep(seconds + 3)
            device.ask("samples", path)
        late = device.late(instant)
    with open(path, "rb") as file:
        samples = array.array("h", file.read())[::2]
    os.remove(path)
    found = [frame for frame in decoded(samples) if frame.sample > (instant - first) / 1e9 * RATE + 3 * RATE]
    reference = {frame.number: frame.sample for frame in decoded(encoded(found[0].number - 2, len(found) + 4))}
    errors = [frame.sample - reference[frame.number] for frame in found if frame.number in reference]
    middle = statistics.median(errors)
    greatest = max(abs(error - middle) for error in errors)
    place = statistics.median(
        (frame.sample / RATE - (instant - first) / 1e9) - (frame.number / 25 - OFFSET - position) for frame in found)
    yield Row(
        f"LTC on a device, {seconds} s: farthest from its place", greatest, 1, f"{greatest:.0f} samples",
        "1", "", f"{len(errors)} frames; constant offset {place * 1e3:.2f} ms; device late {len(late)} times")
    missing = found[-1].number - found[0].number + 1 - len({frame.number for frame in found})
    yield Row(f"LTC on a device, {seconds} s: frames missing", missing, 0, str(missing), "0")
    if processes.is_installed("gst-launch-1.0"):
        # It stamps pictures of a source that runs in time.
        part = [frame for frame in found if frame.sample < found[0].sample + min(seconds, 10) * RATE]
        stamps = stamped(samples[part[0].sample:part[-1].sample], len(part))
        labels = [frame.label for frame in part]
        # The first pictures have to wait for a frame, and the last frame is not whole.
        wrong = sum(label not in labels for label in stamps if label >= "01") + len(
            set(labels[5:-2]) - set(stamps))
        yield Row(
            "LTC on a device: values that GStreamer reads differently", wrong, 0, str(wrong), "0", "",
            f"{len(stamps)} stamps of timecodestamper, {stamps[-1] if stamps else 'none'} the last one")


def hour(programs, media):
    """On a manual clock, at a rate whose frames are no whole number of samples."""
    path = f"{made.BUILD}/hour-timecode.wav"
    subprocess.run(
        [programs.playhead, "--instant", "-i", "600", "--timecode-rate", "29.97", "--timecode-out",
         f"ltc:{path}", media], check=True, stdout=subprocess.DEVNULL)
    with open(path, "rb") as file:
        file.seek(44)
        samples = array.array("h", file.read())
    os.remove(path)
    length = RATE * 1001 / 30000
    found = decoded(samples, round(length))
    drift = abs((found[-1].sample - found[1].sample) - (len(found) - 2) * length)
    # Decoded places are whole samples.
    return Row(
        "LTC at 29.97 frames/s, an hour with --instant: drift", drift / 1, 1, f"{drift:.1f} samples", "1", "",
        f"{len(found)} frames, the last one {found[-1].label}")


class Library:
    def __init__(self):
        try:
            self.functions = ctypes.CDLL("libltc.so.11")
        except OSError as error:
            raise processes.Failure(f"timecode: {error}") from None
        for name in ("ltc_decoder_create", "ltc_encoder_create"):
            getattr(self.functions, name).restype = ctypes.c_void_p
        self.functions.ltc_encoder_create.argtypes = [
            ctypes.c_double, ctypes.c_double, ctypes.c_int, ctypes.c_int]
        self.functions.ltc_decoder_write_s16.argtypes = [
            ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_longlong]
        self.functions.ltc_decoder_read.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        self.functions.ltc_decoder_free.argtypes = [ctypes.c_void_p]
        self.functions.ltc_encoder_set_frame.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
        self.functions.ltc_encoder_encode_frame.argtypes = [ctypes.c_void_p]
        self.functions.ltc_encoder_free.argtypes = [ctypes.c_void_p]
        self.functions.ltc_encoder_get_bufferptr.argtypes = [
            ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p), ctypes.c_int]


def decoded(samples, length=FRAME):
    """Returns the frames that libltc finds in samples of 16 bits."""
    functions = Library().functions
    decoder = functions.ltc_decoder_create(length, 65_536)
    frames, extent = [], ctypes.create_string_buffer(1_024)
    # Its queue overwrites what is not read.
    for first in range(0, len(samples), 30_000 * 48):
        part = samples[first:first + 30_000 * 48]
        address, count = part.buffer_info()
        functions.ltc_decoder_write_s16(decoder, address, count, first)
        while functions.ltc_decoder_read(decoder, extent) == 1:
            raw = extent.raw
            units, tens = [raw[index] & 15 for index in (6, 4, 2, 0)], [raw[7] & 3, raw[5] & 7, raw[3] & 7, raw[1] & 3]
            hours, minutes, seconds, number = (ten * 10 + unit for ten, unit in zip(tens, units))
            frames.append(Frame(
                ((hours * 60 + minutes) * 60 + seconds) * 25 + number,
                f"{hours:02}:{minutes:02}:{seconds:02}:{number:02}", struct.unpack_from("q", raw, 16)[0]))
    functions.ltc_decoder_free(decoder)
    return frames


def encoded(first, count):
    """Returns samples of libltc's encoder, from a frame number at 25 frames per second on."""
    functions = Library().functions
    encoder = functions.ltc_encoder_create(RATE, 25, 1, 0)
    samples = array.array("h")
    start = ctypes.c_void_p()
    for frame in range(first, first + count):
        numbers = (frame % 25, frame // 25 % 60, frame // 1_500 % 60, frame // 90_000)
        digits = bytes(digit for number in numbers for digit in (number % 10, number // 10))
        ones = sum(byte.bit_count() for byte in digits) + 13
        bits = bytearray(digits + b"\xfc\xbf")
        bits[7] |= 8 * (ones % 2)
        functions.ltc_encoder_set_frame(encoder, bytes(bits))
        functions.ltc_encoder_encode_frame(encoder)
        length = functions.ltc_encoder_get_bufferptr(encoder, ctypes.byref(start), 1)
        samples.extend((value - 128) * 256 for value in ctypes.string_at(start.value, length))
    functions.ltc_encoder_free(encoder)
    return samples


def stamped(samples, count):
    """Returns the labels that GStreamer's timecodestamper gives to frames of a picture with this sound."""
    path = f"{made.BUILD}/timecode.wav"
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(samples.tobytes())
    text = processes.output(
        ["gst-launch-1.0", "-m", "timecodestamper", "name=t", "source=ltc", "ltc-auto-resync=true",
         "post-messages=true", "!", "fakesink", "async=false", "sync=true", "filesrc", f"location={path}", "!",
         "wavparse", "!", "audioconvert", "!", "audio/x-raw,format=U8,channels=1", "!", "audiobuffersplit",
         "output-buffer-duration=1/25", "!", "queue", "!", "t.ltc_sink", "videotestsrc",
         f"num-buffers={count}", "is-live=true", "!", "video/x-raw,framerate=25/1,width=16,height=16", "!",
         "queue", "!", "t.sink"])
    os.remove(path)
    return re.findall(r"timecode=\(GstVideoTimeCode\)(\d\d:\d\d:\d\d:\d\d)", text)


# Messages.

def arrivals(programs, media, name, receive, seconds):
    """The difference between the instant when the playhead is at a timecode and its arrival."""
    found = receive(programs, media, seconds)
    late = [abs(value) for value in found]
    value = quantile(late, 0.99)
    return Row(
        f"{name}: arrival − position, {seconds} s: p99", value / 0.001, 1, milliseconds(value), "1.0 ms", "",
        f"p50 {quantile(late, 0.5) * 1e3:.2f}, max {max(late) * 1e3:.2f} ms; {len(late)} messages")


def quarter_frames(programs, media, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/midi"
        os.mkfifo(path)
        # With its own writer the FIFO has no end.
        reader = os.open(path, os.O_RDWR)
        messages = []
        try:
            with playing(programs, media, f"mtc:{path}") as start:
                instant, position = start()
                while time.monotonic_ns() < instant + seconds * 1_000_000_000:
                    data = os.read(reader, 4_096)
                    messages.append((time.monotonic_ns(), data))
        finally:
            os.close(reader)
    late, pieces = [], []
    for now, data in messages:
        for index in range(len(data) - 1):
            if data[index] == 0xF1:
                pieces.append((now, data[index + 1]))
    for index in range(len(pieces) - 7):
        eight = pieces[index:index + 8]
        if [byte >> 4 for _, byte in eight] != list(range(8)):
            continue
        frames, second, minute, hour = (
            (eight[2 * n][1] & 15) | (eight[2 * n + 1][1] & 15) << 4 for n in range(4))
        base = ((hour & 31) * 60 + minute) * 60 + second + frames / 25
        late += [
            (now - instant) / 1e9 - (base - OFFSET + n / 100 - position) for n, (now, _) in enumerate(eight)]
    return late


def received(port, seconds, start, needed=0):
    """Yields the instant and the bytes of each packet to a port of this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", port))
        receiver.settimeout(10)
        instant, position = start()
        packets = []
        while time.monotonic_ns() < instant + seconds * 1_000_000_000:
            data = receiver.recv(2_048)
            packets.append((time.monotonic_ns(), data))
    return instant, position, packets


def art_timecodes(programs, media, seconds):
    with playing(programs, media, "artnet:127.0.0.1") as start:
        instant, position, packets = received(6454, seconds, start)
    late = []
    for now, data in packets:
        frames, second, minute, hour = data[14:18]
        late.append((now - instant) / 1e9 - ((hour * 60 + minute) * 60 + second + frames / 25 - OFFSET - position))
    # The first one is the position at the start.
    return late[1:]


def time_tags(programs, media, seconds):
    """The difference between a time tag and the date when the playhead is at the position with it. The date may
    run faster or slower than the monotonic clock, as NTP does it."""
    port = 17_321
    zero = time.monotonic_ns(), time.time_ns() - time.monotonic_ns()
    with playing(programs, media, f"osc:127.0.0.1:{port}") as start:
        instant, position, packets = received(port, seconds, start)
    end = time.monotonic_ns(), time.time_ns() - time.monotonic_ns()
    errors = []
    for now, data in packets:
        share = (now - zero[0]) / (end[0] - zero[0])
        date = instant + zero[1] + (end[1] - zero[1]) * share
        whole, part = struct.unpack_from(">II", data, 8)
        tag = whole - 2_208_988_800 + part / 2 ** 32
        # The address `/playhead` and the types `,dfs` need 12 and 8 bytes.
        value, = struct.unpack_from(">d", data, 20 + 12 + 8)
        errors.append(abs((tag - date / 1e9) - (value - position)))
    value = quantile(errors, 0.99)
    return Row(
        f"OSC: time tag − position, {seconds} s: p99", value / 0.0002, 1, f"{value * 1e3:.3f} ms", "0.200 ms",
        "", f"max {max(errors) * 1e3:.3f} ms; {len(errors)} bundles")
