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
  var machine = AttachmentMachine(habits, bound: .milliseconds(5), latency: .milliseconds(20))
  checkSent(exchange.begin(at: now))
  var (lines, isPresent, isLost) = (IncomingLines(), false, false)
  lines.append(text)
  while let line = lines.next(), !isLost {
    let received = now.advanced(by: pause)
    let output = exchange.receive([line], MessageReceipt(since: now, received: received))
    checkSent(output.lines)
    now = received
    for report in output.reports { machine.receive(report, at: now) }
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
    if machine.beginReading(at: now) { checkSent(exchange.read(at: now)) }
    for request in [PlayerRequest.setPaused(true), .seek(to: .seconds(1)), .next] {
      if let sent = try? exchange.request(request, at: now) { checkSent(sent) }
    }
    _ = machine.nextInstant(after: now)
  }
}

private func checkSent(_ bytes: [UInt8]) {
  check(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "A line without its end is sent.")
}
