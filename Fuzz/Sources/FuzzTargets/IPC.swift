import PlayheadLocking

@testable import PlayheadInterprocess
@testable import PlayheadRemoteControl

/// Sends the bytes, as lines, to a client of mpv's JSON IPC. The session has two files.
///
/// The first byte is the place where the rest is split in two, as if by a partial read, and the time
/// that passes after each line.
let ipcTarget = FuzzTarget(name: "ipc") { bytes in
  guard let first = bytes.first else { return }
  let session = FakeSession(["a.mp4", "b.mp4"])
  session.start()
  let answers = Locked<[UInt8]>([])
  let client = MPVClient(name: "ipc_0", interface: MPVInterface(session: session)) { bytes in
    check(bytes.last == UInt8(ascii: "\n"), "An answer does not end with a newline.")
    answers.withLock { $0 += bytes }
  }
  let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
  let cut = min(Int(first), text.count)
  var lines = IncomingLines()
  for part in [text[..<cut], text[cut...]] {
    lines.append(UnsafeRawBufferPointer(rebasing: part))
    while let line = lines.next() {
      client.receive(line: line)
      session.advance(milliseconds: Int(first))
      checkLines(answers.withLock { $0 })
      answers.withLock { $0 = [] }
    }
  }
  client.close()
  session.advance(milliseconds: 100)
  check(answers.withLock { $0.isEmpty }, "A closed client is sent something.")
}

private func checkLines(_ bytes: [UInt8]) {
  let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  for line in lines.dropLast() {
    check(
      line.first == UInt8(ascii: "{") && line.last == UInt8(ascii: "}"),
      "An answer is not an object.")
    check(line.allSatisfy { $0 >= 0x20 }, "An answer has a control character.")
  }
}
