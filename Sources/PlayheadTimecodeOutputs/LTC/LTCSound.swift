import CPlayheadSound
import Glibc
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// Frames of linear timecode as samples, made by libltc.
///
/// Used by one thread at a time.
final class LTCSound {
  static let sampleRate = 48_000

  private let functions: ltc_functions
  private let encoder: OpaquePointer

  /// Creates an encoder, with the level of edges between two samples at the start.
  init(_ rate: TimecodeRate) throws(TimecodeFailure) {
    let functions = try LTCLibrary.load()
    let framesPerSecond = Double(rate.frame.denominator) / Double(rate.frame.numerator)
    // The standard and the flags concern what libltc counts itself.
    guard let encoder = functions.ltc_encoder_create(Double(Self.sampleRate), framesPerSecond, 0, 0)
    else { throw .system(ENOMEM) }
    (self.functions, self.encoder) = (functions, encoder)
  }

  deinit { functions.ltc_encoder_free(encoder) }

  /// Appends 16-bit samples of a frame, little-endian, at a rate from 0.1 on. No error of their number adds up.
  func append(_ frame: LTCFrame, at rate: Rate, to samples: inout [UInt8]) {
    var bytes = frame.bytes
    functions.ltc_encoder_set_frame(encoder, &bytes)
    let slowness = Double(rate.denominator) / Double(rate.numerator)
    for byte in bytes.indices {
      // Below the rate 0.1 this fails, and the byte is left out.
      _ = functions.ltc_encoder_encode_byte(encoder, Int32(truncatingIfNeeded: byte), slowness)
      var start: UnsafeMutablePointer<UInt8>?
      let count = functions.ltc_encoder_get_bufferptr(encoder, &start, 1)
      for sample in UnsafeBufferPointer(start: start, count: max(Int(count), 0)) {
        // 128, which is silence, becomes 0.
        samples += [0, sample ^ 0x80]
      }
    }
  }
}
