import CPlayheadFFmpeg

/// The segments of MPEG-TS that FFmpeg reads for playlists of HLS, whose bytes pass through `TransportInput`.
///
/// The segments of a playlist are one stream: program maps may list other PIDs from one to the next.
final class SegmentInputs {
  typealias Result = UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>

  private final class Segment {
    let playlist: Result
    let transport: TransportInput
    let input: InputContext

    init(_ playlist: Result, _ transport: TransportInput, _ input: consuming InputContext) {
      (self.playlist, self.transport) = (playlist, transport)
      self.input = input
    }
  }

  private static let extensions = [".ts", ".m2ts", ".mts", ".m2t"]

  /// Whether streams have begun that continue those of another codec.
  var hasContinued: Bool {
    streams.values.contains { !$0.continued.isEmpty }
      || segments.values.contains { !$0.transport.transport.continued.isEmpty }
  }

  private var segments: [UnsafeMutablePointer<AVIOContext>: Segment] = [:]
  /// The state at the end of the last segment of each playlist.
  private var streams: [Result: TransportRepeats] = [:]

  /// Replaces the input of a file that a playlist refers to, if its name is one of MPEG-TS; returns whether it did.
  func replace(_ result: Result, of url: [UInt8]) -> Bool {
    // The result is where FFmpeg stores the input: the same for all segments of one playlist.
    let name = String(decoding: url, as: UTF8.self).prefix { $0 != "?" && $0 != "#" }.lowercased()
    guard Self.extensions.contains(where: name.hasSuffix), let original = result.pointee else {
      return false
    }
    let transport = TransportInput(original, continuing: streams[result] ?? TransportRepeats())
    guard let input = InputContext.open(transport) else { return false }
    let pointer = input.pointer
    segments[pointer] = Segment(result, transport, input)
    result.pointee = pointer
    return true
  }

  /// Closes an input, and returns FFmpeg's result.
  func close(_ pointer: UnsafeMutablePointer<AVIOContext>?) -> Int32 {
    guard let pointer, let segment = segments.removeValue(forKey: pointer) else {
      return avio_close(pointer)
    }
    streams[segment.playlist] = segment.transport.transport
    segment.transport.close()
    return 0
  }
}
