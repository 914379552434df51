import PlayheadTimecode
import PlayheadTimekeeping

/// A timecode that was received, and the position of the playhead that it shows, at one instant.
package struct TimecodeSighting: Hashable, Sendable {
  /// How the playhead moves.
  package enum Motion: Hashable, Sendable {
    case forward
    case backward
    /// It stands: a full frame of MIDI timecode.
    case none
  }

  /// The hours, minutes, seconds and frames of the label.
  package var numbers: [Int64]
  package var isDropFrame: Bool
  /// The labels per second that the message states; nil if it states none.
  package var nominalRate: Int64?
  /// How far into the frame of the label the playhead was, in quarter frames: 4 at its end.
  package var quarters: Int64
  package var motion: Motion
  /// The instant when the playhead was there.
  package var instant: HostInstant
  /// The same instant on the clock of the signal, which shows the speed of linear timecode exactly.
  package var signalInstant: HostInstant
  /// The user bits; 0 if there are none.
  package var userBits: UInt32

  /// Creates a sighting. Returns nil if no clock has such a label. A signal without a clock has that of the host.
  package init?(
    _ numbers: [Int64], isDropFrame: Bool, nominalRate: Int64? = nil, quarters: Int64 = 0,
    motion: Motion = .forward, instant: HostInstant, signalInstant: HostInstant? = nil,
    userBits: UInt32 = 0
  ) {
    let ends = [24, 60, 60, nominalRate ?? 30]
    guard numbers.count == 4, zip(numbers, ends).allSatisfy({ $0 >= 0 && $0 < $1 }) else {
      return nil
    }
    (self.numbers, self.isDropFrame) = (numbers, isDropFrame)
    (self.nominalRate, self.quarters) = (nominalRate, quarters)
    (self.motion, self.instant, self.userBits) = (motion, instant, userBits)
    self.signalInstant = signalInstant ?? instant
  }

  /// Creates a sighting from the numbers of a label, and the code of the rate in MIDI timecode and ArtTimeCode.
  init?(
    code: UInt8, numbers: [UInt8], quarters: Int64 = 0, motion: Motion, instant: HostInstant
  ) {
    let rates: [Int64] = [24, 25, 30, 30]
    guard code < rates.count else { return nil }
    self.init(
      numbers.map(Int64.init), isDropFrame: code == 2, nominalRate: rates[Int(code)],
      quarters: quarters, motion: motion, instant: instant)
  }

  /// Reads an ArtTimeCode packet of Art-Net 4; nil if it is another packet, or damaged.
  package init?(artNet bytes: [UInt8], at instant: HostInstant) {
    guard bytes.count >= 19, bytes.starts(with: Array("Art-Net\0".utf8) + [0x00, 0x97]) else {
      return nil
    }
    self.init(
      code: bytes[18], numbers: bytes[14...17].reversed(), motion: .forward, instant: instant)
  }

  /// Returns the quarter frames since `00:00:00:00`; nil if labels are not counted in this way.
  package func quarterFrame(in base: TimecodeBase) -> Int64? {
    guard numbers[3] < base.nominalRate, isDropFrame == base.isDropFrame,
      nominalRate ?? base.nominalRate == base.nominalRate
    else { return nil }
    let timecode = Timecode(
      hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3], base: base)
    return 4 * timecode.frame + quarters
  }
}
