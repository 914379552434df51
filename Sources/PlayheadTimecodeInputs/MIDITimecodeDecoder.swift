import PlayheadTimekeeping

/// Reads MIDI timecode from the bytes of a device, or from the messages of a sequencer.
///
/// Eight quarter frames state the frame that began with the first one. Other messages may be between them,
/// and messages of one byte within them.
package struct MIDITimecodeDecoder: Sendable {
  /// The longest system exclusive message that is kept: a full frame has ten bytes.
  private static let longest = 10

  /// The message that is not complete.
  private var message: [UInt8] = []
  /// The values of the quarter frames that have arrived in order.
  private var pieces: [UInt8] = Array(repeating: 0, count: 8)
  /// How many have arrived in order, and the last one.
  private var count = 0
  private var last: UInt8?
  private var isForward = true

  package init() {}

  /// Takes bytes that were received at an instant, and returns the timecodes that they complete.
  package mutating func receive(_ bytes: [UInt8], at instant: HostInstant) -> [TimecodeSighting] {
    bytes.compactMap { receive($0, at: instant) }
  }

  private mutating func receive(_ byte: UInt8, at instant: HostInstant) -> TimecodeSighting? {
    switch byte {
    // A message of one byte may come at any time.
    case 0xF8...: return nil
    case 0xF1, 0xF0: message = [byte]
    case 0xF7:
      defer { message = [] }
      return fullFrame(message + [byte], at: instant)
    case 0x80...: message = []
    default:
      guard !message.isEmpty else { return nil }
      if message[0] == 0xF1 {
        message = []
        return quarterFrame(byte, at: instant)
      }
      if message.count < Self.longest { message.append(byte) }
    }
    return nil
  }

  private mutating func quarterFrame(
    _ value: UInt8, at instant: HostInstant
  ) -> TimecodeSighting? {
    let piece = value >> 4
    guard piece < 8 else { return nil }
    let before = last
    last = piece
    if piece == before.map({ ($0 &+ 1) & 7 }) {
      if !isForward { (isForward, count) = (true, 1) }
    } else if piece == before.map({ ($0 &+ 7) & 7 }) {
      if isForward { (isForward, count) = (false, 1) }
    } else {
      count = 0
    }
    pieces[Int(piece)] = value & 0x0F
    count = min(count + 1, 8)
    guard count == 8, piece == (isForward ? 7 : 0) else { return nil }
    return TimecodeSighting(
      code: pieces[7] >> 1, hours: (pieces[7] & 1) << 4 | pieces[6], minutes: pair(4),
      seconds: pair(2), frames: pair(0), quarters: isForward ? 7 : 0,
      motion: isForward ? .forward : .backward, instant: instant)
  }

  private func pair(_ index: Int) -> UInt8 { pieces[index + 1] << 4 | pieces[index] }

  private func fullFrame(_ bytes: [UInt8], at instant: HostInstant) -> TimecodeSighting? {
    guard bytes.count == Self.longest, bytes[1] == 0x7F, bytes[3] == 1, bytes[4] == 1 else {
      return nil
    }
    return TimecodeSighting(
      code: bytes[5] >> 5, hours: bytes[5] & 0x1F, minutes: bytes[6], seconds: bytes[7],
      frames: bytes[8], quarters: 0, motion: .none, instant: instant)
  }
}

extension TimecodeSighting {
  /// Creates a sighting with the rate that MIDI timecode and ArtTimeCode name by a number.
  init?(
    code: UInt8, hours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8, quarters: Int64,
    motion: Motion, instant: HostInstant
  ) {
    let rates: [Int64] = [24, 25, 30, 30]
    guard rates.indices.contains(Int(code)) else { return nil }
    self.init(
      hours: Int64(hours), minutes: Int64(minutes), seconds: Int64(seconds),
      frames: Int64(frames), isDropFrame: code == 2, nominalRate: rates[Int(code)],
      quarters: quarters, motion: motion, instant: instant)
  }
}
