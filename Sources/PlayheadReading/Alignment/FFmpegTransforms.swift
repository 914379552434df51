import PlayheadAlignment
import PlayheadFFmpeg

extension FFmpegTransform: FourierTransform {}

/// Makes the transforms of libavutil.
package struct FFmpegTransforms: FourierTransforms {
  package init() {}

  package func makeTransform(size: Int) -> any FourierTransform { FFmpegTransform(size: size) }
}
