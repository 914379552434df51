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
  /// The last quarter frames that arrived in order, at most eight: a number from 0 to 7, and four bits.
  private var pieces: [UInt8] = []
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
      if message.first == 0xF1 {
        message = []
        return quarterFrame(byte, at: instant)
      }
      if !message.isEmpty, message.count < Self.longest { message.append(byte) }
    }
    return nil
  }

  private mutating func quarterFrame(_ piece: UInt8, at instant: HostInstant) -> TimecodeSighting? {
    guard piece < 0x80 else { return nil }
    switch pieces.last.map({ (piece >> 4 &- $0 >> 4) & 7 }) {
    case 1:
      if !isForward { (isForward, pieces) = (true, pieces.suffix(1)) }
    case 7:
      if isForward { (isForward, pieces) = (false, pieces.suffix(1)) }
    default: pieces = []
    }
    pieces = (pieces + [piece]).suffix(8)
    guard pieces.count == 8, piece >> 4 == (isForward ? 7 : 0) else { return nil }
    let bits = pieces.sorted().map { $0 & 0x0F }
    let numbers = stride(from: 0, to: 8, by: 2).map { bits[$0 + 1] << 4 | bits[$0] }
    return TimecodeSighting(
      code: numbers[3] >> 5, numbers: [numbers[3] & 0x1F, numbers[2], numbers[1], numbers[0]],
      quarters: isForward ? 7 : 0, motion: isForward ? .forward : .backward, instant: instant)
  }

  private func fullFrame(_ bytes: [UInt8], at instant: HostInstant) -> TimecodeSighting? {
    guard bytes.count == Self.longest, bytes[1] == 0x7F, bytes[3] == 1, bytes[4] == 1 else {
      return nil
    }
    return TimecodeSighting(
      code: bytes[5] >> 5, numbers: [bytes[5] & 0x1F] + bytes[6...8], motion: .none,
      instant: instant)
  }
}
