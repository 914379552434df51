import PlayheadMedia
import PlayheadTimekeeping

/// A block of `ffmpeg -progress`: the state of a job at one instant.
package struct ProgressBlock: Equatable, Sendable {
  /// The greatest time in the output; nil before the first packet.
  package var position: MediaTime?
  /// The number of frames that were encoded; nil without video.
  package var frameCount: Int?
  /// The frames that were encoded per second.
  package var framesPerSecond: Double?
  /// The size of the outputs in bytes; nil if it is not known.
  package var size: Int64?
  /// Whether the job writes no further block.
  package var isLast = false

  package init() {}
}

/// Parses what `ffmpeg -progress` writes. Damaged and unknown lines are ignored.
package struct ProgressParser {
  private var splitter = LineSplitter()
  private var block = ProgressBlock()

  package init() {}

  /// Adds bytes and returns the blocks that are now complete.
  package mutating func blocks(in bytes: ArraySlice<UInt8>) -> [ProgressBlock] {
    splitter.lines(in: bytes).compactMap { add($0) }
  }

  private mutating func add(_ line: String) -> ProgressBlock? {
    let parts = line.split(separator: "=", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    let value = parts[1].drop { $0 == " " }
    switch parts[0] {
    case "out_time_us":
      // Before the first packet the time may be a very low number.
      let microseconds = Int64(value).flatMap { $0 < 0 ? nil : $0 }
      block.position = microseconds.map { MediaTime(ticks: $0, timebase: .microseconds) }
    case "frame": block.frameCount = Int(value).flatMap { $0 < 0 ? nil : $0 }
    case "fps":
      block.framesPerSecond = Double(value).flatMap { (0...1e9).contains($0) ? $0 : nil }
    case "total_size": block.size = Int64(value).flatMap { $0 < 0 ? nil : $0 }
    case "progress":
      defer { block = ProgressBlock() }
      block.isLast = value == "end"
      return block
    default: break
    }
    return nil
  }
}
