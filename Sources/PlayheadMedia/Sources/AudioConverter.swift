/// Converts decoded sound to the format of an output.
///
/// Not Sendable: one worker uses it at a time.
public protocol AudioConverter: AnyObject {
  /// The format of the converted samples.
  var format: AudioFormat { get }

  /// The number of samples that were added and are not yet in the output, in samples of `format`.
  /// 0 unless the sample rate changes.
  var delay: Int { get }

  /// Converts a decoded frame, and appends the result. The format of the frames may change at any time.
  ///
  /// - Parameters:
  ///   - frame: A frame of the source that made the converter.
  ///   - samples: Interleaved samples; the result is appended.
  /// - Throws: `MediaError` if the frame's format cannot be converted.
  func convert(_ frame: DecodedFrame, into samples: inout [Float]) throws(MediaError)

  /// Appends the samples that are still in the converter, at the end of the media or before a jump.
  ///
  /// - Parameter samples: Interleaved samples; the result is appended.
  func finish(into samples: inout [Float])

  /// Discards the samples in the converter, as after a seek.
  func reset()
}
