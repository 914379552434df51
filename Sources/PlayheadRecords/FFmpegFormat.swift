import Glibc
import PlayheadCore
import PlayheadFormatting
import PlayheadTimekeeping

/// The blocks that `ffmpeg -progress` writes for an output of the null muxer, with the same keys in
/// the same order. As in FFmpeg, `out_time_ms` is in microseconds.
///
/// The last block of a file has `progress=end`. At the end of the media it replaces the block of the last update.
package struct FFmpegFormat: RecordFormat {
  /// The last update, which is written again in the block with `progress=end`.
  private var last: (progress: PlayheadProgress, item: PlayedItem)?

  package init() {}

  package func canContinue(_ start: [UInt8]) -> Bool {
    start.starts(with: Array("frame=".utf8)) || start.starts(with: Array("bitrate=".utf8))
  }

  package mutating func append(_ record: Record, of item: PlayedItem, to bytes: inout [UInt8]) {
    switch record {
    case .progress(let progress, _):
      last = (progress, item)
      if progress.state != .ended { append(progress, "continue", of: item, to: &bytes) }
    case .end:
      if let last { append(last.progress, "end", of: last.item, to: &bytes) }
      last = nil
    case .open, .error: break
    }
  }

  private func append(
    _ progress: PlayheadProgress, _ standing: String, of item: PlayedItem, to bytes: inout [UInt8]
  ) {
    let isMoving = progress.state == .playing
    if item.hasVideo {
      bytes += "frame=".utf8
      if let frame = item.frame(at: progress) {
        bytes.append(decimal: Int128(frame) + 1)
      } else {
        bytes += (item.frames == nil ? "N/A" : "0").utf8
      }
      let rate = item.frames.map { frames in
        Int64(
          clamping: Int128(frames.rate.numerator) * Int128(progress.rate.numerator) * 100
            / (Int128(frames.rate.denominator) * Int128(progress.rate.denominator)))
      }
      bytes += "\nfps=".utf8
      bytes.append(decimal: isMoving ? rate ?? 0 : 0, places: 2)
      bytes += "\nstream_0_0_q=-0.0\n".utf8
    }
    let position = progress.position.nanoseconds(rounding: .towardZero) / 1_000
    bytes += "bitrate=N/A\ntotal_size=N/A\nout_time_us=".utf8
    bytes.append(decimal: position)
    bytes += "\nout_time_ms=".utf8
    bytes.append(decimal: position)
    bytes += "\nout_time=".utf8
    bytes.append(clock: progress.position, places: 6)
    bytes += "\ndup_frames=0\ndrop_frames=0\nspeed=".utf8
    append(speed: progress.rate.doubleValue, to: &bytes)
    bytes += "x\nprogress=".utf8
    bytes += standing.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Appends a number with three significant digits, padded to four columns.
  private func append(speed: Double, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { text in
      bytes.append(contentsOf: PrintedNumber.write([speed], as: "%4.3g", to: text))
    }
  }
}
