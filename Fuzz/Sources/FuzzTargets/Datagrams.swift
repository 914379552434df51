import PlayheadKit

@testable import PlayheadAttaching
@testable import PlayheadChasing
@testable import PlayheadServing
@testable import PlayheadTimecodeInputs

/// Sends the bytes, as what comes from a network or a MIDI device, to what receives it, and the reports to the machine
/// of an attachment.
///
/// The first byte chooses the receiver, and the time that passes after each datagram.
let datagramsTarget = FuzzTarget(name: "datagrams") { bytes in
  guard let first = bytes.first else { return }
  let rest = Array(bytes.dropFirst())
  let pause = Duration.milliseconds(Int64(first >> 3) * 8)
  switch first & 7 {
  case 0: follow(timelineDatagrams(rest), pause, isAnswered: false)
  case 1: ask(timelineDatagrams(rest), pause)
  case 2: chase(messages(rest), .artNet, .network, pause)
  case 3: chase(messages(rest), .osc(address: nil), .network, pause)
  case 4: chase(messages(rest), .midi(MIDITimecodeDecoder()), .midi, pause)
  default: follow(timelineDatagrams(rest), pause, isAnswered: true)
  }
}

/// The number of the client in datagrams, and when it begins to ask.
private let client: UInt64 = 5
private let start = HostInstant(nanoseconds: 1_000_000_000)

/// Each has the greatest length.
private func timelineDatagrams(_ bytes: [UInt8]) -> [[UInt8]] {
  stride(from: 0, to: bytes.count, by: TimelineDatagram.size).map {
    Array(bytes[$0...].prefix(TimelineDatagram.size))
  }
}

/// A byte before each states its length.
private func messages(_ bytes: [UInt8]) -> [[UInt8]] {
  var (rest, found) = (bytes[...], [[UInt8]]())
  while let length = rest.popFirst() {
    found.append(Array(rest.prefix(Int(length))))
    rest = rest.dropFirst(Int(length))
  }
  return found
}

/// A client receives datagrams, as they are or as answers to its questions.
private func follow(_ datagrams: [[UInt8]], _ pause: Duration, isAnswered: Bool) {
  var now = start
  var chaser = TimelineChaser(client: client, key: nil, freewheel: .seconds(10), at: now)
  var attachment = CheckedAttachment(TimecodeHabits.network.position)
  for (index, bytes) in datagrams.enumerated() {
    let question = chaser.question(at: now)
    check(question?.count ?? TimelineDatagram.size == TimelineDatagram.size, "A question is cut.")
    var datagram = TimelineDatagram(bytes, nil)
    check(datagram.map { $0.bytes(nil) == bytes } ?? true, "It was not written so.")
    if isAnswered {
      datagram?.kind = .answer
      datagram?.client = client
      datagram?.asked = now
      datagram?.sequence = UInt64(index) + 1
    }
    now = now.advanced(by: pause)
    chaser.receive(
      datagram?.bytes(nil) ?? bytes, at: now,
      system: SystemTime(zero: 1_700_000_000_000_000_000, error: 20_000))
    guard let reports = try? chaser.settle(at: now) else { return }
    _ = attachment.receive(reports, at: now)
  }
}

/// A server receives datagrams.
private func ask(_ datagrams: [[UInt8]], _ pause: Duration) {
  var now = start
  var responder = TimelineResponder(key: nil, identity: 1)
  for (index, bytes) in datagrams.enumerated() {
    now = now.advanced(by: pause)
    let address = [UInt8(index % 4)]
    if let answer = responder.receive(bytes, from: address, at: now) {
      check(answer.bytes(nil).count <= bytes.count, "An answer is longer than the question.")
      // The client repeats what it has received.
      var question = TimelineDatagram(.question)
      (question.client, question.sequence) = (answer.client, UInt64(index))
      (question.server, question.sent) = (answer.server, now)
      _ = responder.receive(question.bytes(nil), from: address, at: now)
    }
    check(responder.changes(at: now).count <= index + 1, "More clients than questions.")
  }
}

private func chase(
  _ messages: [[UInt8]], _ kind: MessageChaser.Kind, _ habits: TimecodeHabits, _ pause: Duration
) {
  var now = start
  var chaser = MessageChaser(TimecodeChaser("fuzz", habits), kind)
  var attachment = CheckedAttachment(habits.position)
  for bytes in messages {
    now = now.advanced(by: pause)
    let reports = chaser.receive(bytes, at: now) + chaser.settle(at: now)
    _ = attachment.receive(reports, at: now)
    check(chaser.deadline.map { $0 > now } ?? true, "A deadline is in the past.")
  }
}
