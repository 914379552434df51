import PlayheadAttaching
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Decides what messages that are received say of a playhead.
protocol MessageChaser {
  /// The instant when the playhead stands, unless a message comes before; nil while it stands.
  var deadline: HostInstant? { get }
  mutating func receive(_ bytes: [UInt8], at now: HostInstant) -> [SourceReport]
  mutating func settle(at now: HostInstant) -> [SourceReport]
}

/// Timecode in datagrams, or in the messages of a MIDI device.
final class ReceivedInput<Chaser: MessageChaser>: TimecodeInput {
  /// How much is read before anything is reported: a sender may never pause.
  private static var greatestReadCount: Int { 64 }

  private let waiting: WaitingDescriptor
  private let clock: any HostClock
  private var chaser: Chaser
  /// Returns the next message; nil if there is none.
  private let read: () throws(TimecodeLoss) -> [UInt8]?

  init(
    _ waiting: WaitingDescriptor, _ clock: any HostClock, _ chaser: Chaser,
    reading read: @escaping () throws(TimecodeLoss) -> [UInt8]?
  ) {
    (self.waiting, self.clock, self.chaser, self.read) = (waiting, clock, chaser, read)
  }

  func receive() throws(TimecodeLoss) -> (reports: [SourceReport], next: HostRoutineNext) {
    waiting.wait(until: chaser.deadline, on: clock)
    var reports: [SourceReport] = []
    for _ in 0..<Self.greatestReadCount {
      guard let bytes = try read() else { break }
      reports += chaser.receive(bytes, at: clock.now)
    }
    return (reports + chaser.settle(at: clock.now), .again)
  }
}

/// Chases the ArtTimeCode packets of Art-Net.
struct ArtTimecodeChaser: MessageChaser {
  var chaser: TimecodeChaser

  var deadline: HostInstant? { chaser.deadline }

  mutating func receive(_ bytes: [UInt8], at now: HostInstant) -> [SourceReport] {
    ArtTimecodeDecoder.sighting(of: bytes, at: now).map { chaser.receive($0) } ?? []
  }

  mutating func settle(at now: HostInstant) -> [SourceReport] { chaser.settle(at: now) }
}

/// Chases MIDI timecode.
struct MIDITimecodeChaser: MessageChaser {
  var chaser: TimecodeChaser
  private var decoder = MIDITimecodeDecoder()

  init(_ chaser: TimecodeChaser) { self.chaser = chaser }

  var deadline: HostInstant? { chaser.deadline }

  mutating func receive(_ bytes: [UInt8], at now: HostInstant) -> [SourceReport] {
    if bytes.contains(0xF1) { chaser.recordSign(at: now) }
    return decoder.receive(bytes, at: now).flatMap { chaser.receive($0) }
  }

  mutating func settle(at now: HostInstant) -> [SourceReport] { chaser.settle(at: now) }
}

extension OSCChaser: MessageChaser {
  mutating func receive(_ bytes: [UInt8], at now: HostInstant) -> [SourceReport] {
    OSCDecoder.messages(of: bytes).filter { address ?? $0.address == $0.address }
      .flatMap { receive($0, at: now) }
  }
}
