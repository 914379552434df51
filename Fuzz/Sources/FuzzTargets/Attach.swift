import PlayheadKit

@testable import PlayheadAttaching
@testable import PlayheadInterprocess

/// Sends the bytes, as lines of an mpv or of an MPD, to the protocol of that player, and its reports to the
/// machine of an attachment.
///
/// The first byte chooses the player, and the time that passes after each line.
let attachTarget = FuzzTarget(name: "attach") { bytes in
  guard let first = bytes.first else { return }
  let text = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
  let pause = Duration.milliseconds(Int64(first >> 1))
  if first & 1 == 0 {
    attach(MPVProtocol(), PositionHabits(), text, pause)
  } else {
    attach(MPDProtocol(), MPDProtocol.habits, text, pause)
  }
}

private func attach(
  _ exchange: some PlayerProtocol, _ habits: PositionHabits, _ text: UnsafeRawBufferPointer,
  _ pause: Duration
) {
  var (exchange, now) = (exchange, HostInstant(nanoseconds: 1_000_000_000))
  var attachment = CheckedAttachment(habits)
  checkSent(exchange.begin(at: now))
  var lines = IncomingLines()
  lines.append(text)
  while let line = lines.next(), !attachment.isLost {
    let received = now.advanced(by: pause)
    let output = exchange.receive([line], MessageReceipt(since: now, received: received))
    checkSent(output.lines)
    now = received
    if attachment.receive(output.reports, at: now) { checkSent(exchange.read(at: now)) }
    for request in [PlayerRequest.setPaused(true), .seek(to: .seconds(1)), .next] {
      if let sent = try? exchange.request(request, at: now) { checkSent(sent) }
    }
  }
}

private func checkSent(_ bytes: [UInt8]) {
  check(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "A line without its end is sent.")
}

/// The machine of an attachment, which checks the order of its events.
struct CheckedAttachment {
  private var machine: AttachmentMachine
  private var isPresent = false
  private(set) var isLost = false

  init(_ habits: PositionHabits) {
    machine = AttachmentMachine(habits, bound: .milliseconds(5), latency: .milliseconds(20))
  }

  /// Takes the reports of a source. Returns whether the player must be asked for its position.
  mutating func receive(_ reports: [SourceReport], at now: HostInstant) -> Bool {
    for report in reports { machine.receive(report, at: now) }
    machine.settle(at: now)
    while let event = machine.nextEvent() {
      switch event {
      case .began:
        check(!isPresent, "An item begins within another one.")
        isPresent = true
      case .changed, .corrected, .described: check(isPresent, "A change of no item.")
      case .left:
        check(isPresent, "No item is left.")
        isPresent = false
      case .lost:
        check(!isPresent, "The player is lost before its item.")
        isLost = true
      case .attached, .refused, .noticed, .closed: break
      }
    }
    _ = machine.observation(at: now)
    _ = machine.nextInstant(after: now)
    return machine.beginReading(at: now)
  }
}
