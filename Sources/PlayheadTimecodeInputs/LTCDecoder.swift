import CPlayheadSound
import Glibc
import PlayheadTimecode
import PlayheadTimekeeping

/// Libltc, which is loaded when linear timecode is first made or read.
package enum LTCLibrary {
  private static let loaded = Result { () throws(TimecodeFailure) -> ltc_functions in
    var description: UnsafePointer<CChar>?
    if let functions = ltc_load(&description) { return functions.pointee }
    throw .other(description.map { String(cString: $0) } ?? "libltc cannot be loaded")
  }

  /// Returns the functions of the library.
  package static func load() throws(TimecodeFailure) -> ltc_functions { try loaded.get() }
}

/// Reads the frames of linear timecode in one channel of sound, with libltc.
///
/// Libltc works with 8 bits. So samples are amplified first, by the level of the last tenth of a second: code at
/// −40 dBFS would be one step of these bits. Used by one thread at a time.
package final class LTCDecoder {
  /// A frame, and the samples between which it was.
  package struct Frame: Hashable, Sendable {
    /// The 80 bits, as in `LTCFrame`.
    package var bytes: [UInt8]
    /// The sample with which it begins, in the order of time.
    package var start: Int64
    /// The sample after its last one.
    package var end: Int64
    /// Whether it is played backward.
    package var isReversed: Bool
  }

  /// The samples for which the level is measured at once.
  private static let partLength = 480
  /// The part of the level that is left after one part without sound.
  private static let decay: Float = 0.87
  /// The least level: the rounding of 16 bits.
  private static let least: Float = 1 / 32_768
  /// The greatest number of frames that can end in one part.
  private static let queueLength: Int32 = 32

  private let functions: ltc_functions
  private let sampleRate: Int
  private var decoder: OpaquePointer
  /// The sample after the last one.
  package private(set) var end: Int64 = 0
  /// The sample after the last one that was as loud as code; nil before the first frame.
  package private(set) var lastSound: Int64?
  private var level = LTCDecoder.least
  /// The level when the last frame was read; 0 before.
  private var codeLevel: Float = 0
  /// The sample after the last frame, or the one with which the decoder was restarted.
  private var origin: Int64 = 0
  /// The sample after the part in which the last frame ended; nil before.
  private var lastFrame: Int64?

  /// Creates a decoder. Throws if libltc is not installed.
  package init(sampleRate: Int) throws(TimecodeFailure) {
    functions = try LTCLibrary.load()
    self.sampleRate = max(sampleRate, 1_000)
    guard let decoder = Self.makeDecoder(functions, self.sampleRate) else {
      throw .system(ENOMEM)
    }
    self.decoder = decoder
  }

  /// Makes a decoder with a speed from which it loses no frame, at any rate, at half and at double speed.
  private static func makeDecoder(_ functions: ltc_functions, _ sampleRate: Int) -> OpaquePointer? {
    functions.ltc_decoder_create(Int32(clamping: sampleRate / 35), queueLength)
  }

  deinit { _ = functions.ltc_decoder_free(decoder) }

  /// Returns the frames that end in the next interleaved samples of a channel, which is counted from 0.
  package func decode(_ samples: [Float], channel: Int = 0, of count: Int = 1) -> [Frame] {
    let own = stride(from: channel, to: samples.count - samples.count % count, by: count).map {
      samples[$0]
    }
    return stride(from: 0, to: own.count, by: Self.partLength).flatMap {
      decodePart(own[$0...].prefix(Self.partLength))
    }
  }

  private func decodePart(_ part: some Collection<Float>) -> [Frame] {
    // A sample that is not a number counts as silence.
    let values = part.map { abs($0) <= 1e6 ? $0 : 0 }
    let peak = values.reduce(0) { max($0, abs($1)) }
    let isLoud = peak > 4 * level
    // A click in the code is cut off: otherwise the code would be quiet after it.
    let isClick = isLoud && lastFrame.map { end &- $0 <= sampleRate / 10 } ?? false
    // A high tone or noise leads the decoder to a speed that is far from that of code.
    if isLoud && !isClick || end &- origin > sampleRate / 2 { restart() }
    if !isClick { level = max(peak, level * Self.decay, Self.least) }
    let scale = 120 / level
    let bytes = values.map { UInt8(clamping: Int(128 + ($0 * scale).rounded())) }
    functions.ltc_decoder_write(decoder, bytes, bytes.count, end)
    end &+= Int64(bytes.count)
    if peak >= codeLevel / 4, codeLevel > 0 { lastSound = end }
    var (frames, found) = ([Frame](), LTCDecodedFrame())
    while functions.ltc_decoder_read(decoder, &found) > 0 {
      (codeLevel, lastSound, origin, lastFrame) = (level, end, end, end)
      frames.append(
        Frame(
          bytes: withUnsafeBytes(of: found.bytes) { Array($0) }, start: min(found.start, found.end),
          end: max(found.start, found.end) &+ 1, isReversed: found.reverse != 0))
    }
    return frames
  }

  private func restart() {
    origin = end
    guard let other = Self.makeDecoder(functions, sampleRate) else { return }
    _ = functions.ltc_decoder_free(decoder)
    decoder = other
  }
}

extension LTCDecoder.Frame {
  /// The user bits, of which the first group is in the lowest four bits.
  package var userBits: UInt32 {
    bytes.prefix(8).enumerated().reduce(0) { $0 | UInt32($1.element >> 4) << (4 * $1.offset) }
  }

  /// Returns where the playhead is at the end of the frame; nil if noise looks like a frame.
  package func sighting(at instant: HostInstant, sampleRate: Int) -> TimecodeSighting? {
    let units = [bytes[0], bytes[2], bytes[4], bytes[6]].map { Int64($0 & 0x0F) }
    let tens = [bytes[1] & 3, bytes[3] & 7, bytes[5] & 7, bytes[7] & 3].map { Int64($0) }
    guard units.allSatisfy({ $0 < 10 }) else { return nil }
    let numbers: [Int64] = zip(units, tens).map { $0 + 10 * $1 }.reversed()
    let time = Int128(end) * 1_000_000_000 / Int128(max(sampleRate, 1))
    return TimecodeSighting(
      numbers, isDropFrame: bytes[1] & 4 != 0, quarters: isReversed ? 0 : 4,
      motion: isReversed ? .backward : .forward, instant: instant,
      signalInstant: HostInstant(nanoseconds: Int64(clamping: time)), userBits: userBits)
  }
}
