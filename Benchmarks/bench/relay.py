"""A way between network namespaces, where the kernel has no netem: it delays and loses packets as netem does.

Usage: relay.py DEVICE DEVICE SECONDS SECONDS JITTER LOSS

It makes the two devices. Those who have them in their namespaces send packets to each other: with the first delay from
the first device to the second one, with the second delay back. Of each packet it prints by how many nanoseconds it
was late.
"""

import contextlib
import fcntl
import heapq
import itertools
import os
import random
import select
import struct
import sys
import time

IS_ROUTED, IS_BARE = 0x0001, 0x1000
"""The flags of a device whose packets begin with the header of IP."""
SET_DEVICE = 0x400454CA


def opened(name):
    device = os.open("/dev/net/tun", os.O_RDWR)
    fcntl.ioctl(device, SET_DEVICE, struct.pack("16sH22x", name.encode(), IS_ROUTED | IS_BARE))
    return device


def main(one, other, there, back, jitter, loss):
    one, other = opened(one), opened(other)
    ways = {one: (other, float(there)), other: (one, float(back))}
    jitter, loss = float(jitter), float(loss)
    print("ready", flush=True)
    packets, numbers = [], itertools.count()
    while True:
        wait = max(0, packets[0][0] - time.monotonic_ns()) / 1e9 if packets else None
        for device in select.select(ways, [], [], wait)[0]:
            now, packet = time.monotonic_ns(), os.read(device, 65_536)
            target, delay = ways[device]
            if random.random() >= loss:
                due = now + int((delay + random.uniform(-jitter, jitter)) * 1e9)
                heapq.heappush(packets, (due, next(numbers), target, packet))
        while packets and packets[0][0] <= time.monotonic_ns():
            due, _, target, packet = heapq.heappop(packets)
            late = time.monotonic_ns() - due
            # The other device may not be up yet.
            with contextlib.suppress(OSError):
                os.write(target, packet)
            print(late, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
