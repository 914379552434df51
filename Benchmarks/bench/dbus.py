"""A small client of a private D-Bus session bus, because no library for D-Bus is always installed."""

import contextlib
import os
import socket
import struct
import subprocess
import tempfile

import processes

LIMIT = 30
FOR_ALL_USERS = """<busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/>
<allow receive_sender="*"/></policy>
</busconfig>"""
PATH, INTERFACE, MEMBER, REPLY_SERIAL, DESTINATION, SIGNATURE = 1, 2, 3, 5, 6, 8
CALL, ERROR = 1, 3


@contextlib.contextmanager
def private_bus():
    """Runs a session bus for programs of all users, and yields the environment of its clients."""
    with contextlib.ExitStack() as stack:
        configuration = stack.enter_context(tempfile.NamedTemporaryFile("w"))
        configuration.write(FOR_ALL_USERS)
        configuration.flush()
        daemon = stack.enter_context(processes.running(
            ["dbus-daemon", f"--config-file={configuration.name}", "--nofork", "--print-address=1"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        address = daemon.stdout.readline().decode().strip()
        if not address:
            raise processes.Failure("dbus-daemon does not start")
        yield {**os.environ, "DBUS_SESSION_BUS_ADDRESS": address}


class Client:
    """A connection to the bus of an environment."""

    def __init__(self, environment):
        pairs = environment["DBUS_SESSION_BUS_ADDRESS"].split(":", 1)[1].split(",")
        keys = dict(pair.split("=", 1) for pair in pairs)
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(LIMIT)
        self.socket.connect(keys.get("path") or "\0" + keys["abstract"])
        self.input = self.socket.makefile("rb")
        self.serial = 0
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        if not self.input.readline().startswith(b"OK"):
            raise processes.Failure("the bus refuses the user")
        self.socket.sendall(b"BEGIN\r\n")
        self.call_bus("Hello")

    def call_bus(self, member, *texts):
        return self.call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, *texts)

    def call(self, destination, path, interface, member, *texts):
        """Calls a method whose arguments are texts, and returns the body of the reply."""
        self.serial += 1
        body = b""
        for text in texts:
            body = padded(body, 4) + packed(text)
        header = [
            (PATH, "o", path), (INTERFACE, "s", interface), (MEMBER, "s", member),
            (DESTINATION, "s", destination)]
        fields = b""
        for entry in header + ([(SIGNATURE, "g", "s" * len(texts))] if texts else []):
            fields = padded(fields, 8) + field(*entry)
        head = struct.pack("<cBBBIII", b"l", CALL, 0, 1, len(body), self.serial, len(fields))
        self.socket.sendall(padded(head + fields, 8) + body)
        while True:
            kind, found, body = self.message()
            if found.get(REPLY_SERIAL) == self.serial:
                if kind == ERROR:
                    raise processes.Failure(f"{member}: {body!r}")
                return body

    def message(self):
        """Returns the kind, the header fields and the body of the next message."""
        head = self.read(16)
        _, kind, _, _, body_length, _, length = struct.unpack("<cBBBIII", head)
        fields = self.read(length + -length % 8)
        found, at = {}, 0
        while at < length:
            at += -at % 8
            code, type_length = fields[at], fields[at + 1]
            signature = fields[at + 2:at + 2 + type_length].decode()
            at += 3 + type_length
            if signature == "g":
                found[code] = fields[at + 1:at + 1 + fields[at]].decode()
                at += fields[at] + 2
            else:
                at += -at % 4
                number = struct.unpack_from("<I", fields, at)[0]
                at += 4
                found[code] = number
                if signature in "so":
                    found[code] = fields[at:at + number].decode()
                    at += number + 1
        return kind, found, self.read(body_length)

    def read(self, count):
        data = self.input.read(count)
        if len(data) < count:
            raise processes.Failure("the bus has closed the connection")
        return data

    def position(self, name):
        """Returns the property Position of a player, in microseconds."""
        body = self.call(
            name, "/org/mpris/MediaPlayer2", "org.freedesktop.DBus.Properties", "Get",
            "org.mpris.MediaPlayer2.Player", "Position")
        # A variant: the length of its type, the type, a zero, and padding before the number.
        return struct.unpack_from("<q", body, 8)[0]

    def count_messages(self, seconds):
        """Returns the number of messages that arrive within a time."""
        self.socket.settimeout(seconds)
        count = 0
        try:
            while True:
                self.message()
                count += 1
        except TimeoutError:
            return count


def packed(text):
    data = text.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def field(code, signature, text):
    head = struct.pack("<BB1sB", code, 1, signature.encode(), 0)
    if signature == "g":
        return head + bytes([len(text)]) + text.encode() + b"\0"
    return head + packed(text)


def padded(data, alignment):
    return data + bytes(-len(data) % alignment)
