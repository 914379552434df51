import PlayheadTimekeeping

/// The messages of MIDI timecode (MIDI 1.0 Detailed Specification, MTC).
///
/// Eight quarter-frame messages carry the timecode of the frame that begins with the first one, so they take two
/// frames. A full-frame message carries a timecode at once, where the playhead was moved to or stands.
package struct MIDITimecode {
  /// The number of marks in a frame.
  package static let partsPerFrame: Int32 = 4

  private let counter: TimecodeCounter
  /// Whether the first quarter frame of a timecode was sent since the last change.
  private var hasBegun = false

  package init(_ counter: TimecodeCounter) { self.counter = counter }

  /// Whether a text is `CLIENT:PORT`, the address of a sequencer, and no path with a slash.
  package static func isSequencerAddress(_ text: String) -> Bool {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex, !text.contains("/") else {
      return false
    }
    return UInt8(digits: text[text.index(after: colon)...]) != nil
  }

  /// Returns the message of an event; nil if there is none.
  package mutating func message(for event: TimecodeEvent) -> [UInt8]? {
    switch event.kind {
    case .changed(let change):
      hasBegun = false
      return change == .started ? nil : fullFrame(counter.timecode(at: event.position))
    case .passed(let mark): return quarterFrame(mark)
    }
  }

  private func fullFrame(_ timecode: Timecode) -> [UInt8] {
    let (hours, minutes, seconds, frames) = timecode.numbers
    return [
      0xF0, 0x7F, 0x7F, 0x01, 0x01, counter.rate.code << 5 | UInt8(truncatingIfNeeded: hours),
      UInt8(truncatingIfNeeded: minutes), UInt8(truncatingIfNeeded: seconds),
      UInt8(truncatingIfNeeded: frames), 0xF7,
    ]
  }

  private mutating func quarterFrame(_ mark: Int64) -> [UInt8]? {
    let (number, quarter) = (mark >> 2, mark & 3)
    let current = counter.timecode(ofFrame: number)
    // A timecode begins with an even frame. That is also so across the midnight of a day.
    let isSecondFrame = current.frame % 2 == 1
    let piece = UInt8(truncatingIfNeeded: quarter + (isSecondFrame ? 4 : 0))
    if piece == 0 { hasBegun = true }
    guard hasBegun else { return nil }
    let timecode = isSecondFrame ? counter.timecode(ofFrame: number - 1) : current
    let (hours, minutes, seconds, frames) = timecode.numbers
    let values = [frames, seconds, minutes, hours | Int64(counter.rate.code) << 5]
    let value = values[Int(piece / 2)] >> (piece % 2 == 0 ? 0 : 4)
    return [0xF1, piece << 4 | UInt8(truncatingIfNeeded: value & 0x0F)]
  }
}
