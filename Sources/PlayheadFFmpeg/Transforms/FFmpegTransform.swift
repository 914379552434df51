import CPlayheadFFmpeg

/// A complex discrete Fourier transform, computed by libavutil.
///
/// Not Sendable: one thread uses it at a time.
package final class FFmpegTransform {
  /// The number of values.
  package let size: Int
  private var transform = ffmpeg_transform()

  /// - Parameter size: The number of values, a power of two from 2 to 2^17, which all versions of libavutil support.
  package init(size: Int) {
    self.size = size
    let code = ffmpeg_open_transform(&transform, Int32(clamping: size))
    precondition(code >= 0, "libavutil has no transform of \(size) values")
  }

  deinit { ffmpeg_close_transform(&transform) }

  /// Replaces values by their spectrum, without scaling.
  package func transform(_ values: UnsafeMutableBufferPointer<SIMD2<Float>>) {
    run(values, isInverse: false)
  }

  /// Replaces a spectrum by `size` times its values.
  package func invert(_ values: UnsafeMutableBufferPointer<SIMD2<Float>>) {
    run(values, isInverse: true)
  }

  private func run(_ values: UnsafeMutableBufferPointer<SIMD2<Float>>, isInverse: Bool) {
    precondition(values.count == size, "a transform has as many values as its size")
    ffmpeg_transform_values(&transform, values.baseAddress, isInverse ? 1 : 0)
  }
}
