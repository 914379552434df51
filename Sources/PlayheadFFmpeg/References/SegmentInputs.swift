import CPlayheadFFmpeg

/// The segments of MPEG-TS and of packed audio that FFmpeg reads for playlists of HLS, whose bytes pass through
/// `TransportInput` and `PackedAudioInput`.
///
/// The segments of a playlist are one stream: program maps may list other PIDs from one to the next.
final class SegmentInputs {
  typealias Result = UnsafeMutablePointer<UnsafeMutablePointer<AVIOContext>?>

  private final class Segment {
    let playlist: Result
    let source: any ByteSource
    let input: InputContext

    init(_ playlist: Result, _ source: any ByteSource, _ input: consuming InputContext) {
      (self.playlist, self.source) = (playlist, source)
      self.input = input
    }
  }

  private static let extensions = [".ts", ".m2ts", ".mts", ".m2t"]

  /// What the streams continue that have another codec, in their order, in the playlist with the most of these.
  var continuedPlaces: [TransportPrograms.ContinuedPlace] {
    let open = segments.values.compactMap { ($0.source as? TransportInput)?.transport }
    let all = (streams.values + open).map(\.continuedPlaces)
    return all.max { $0.count < $1.count } ?? []
  }

  private var segments: [UnsafeMutablePointer<AVIOContext>: Segment] = [:]
  /// The state at the end of the last segment of each playlist.
  private var streams: [Result: TransportRepeats] = [:]
  /// The times of each playlist of packed audio.
  private var times: [Result: PackedAudioTimes] = [:]
  /// The times of all playlists of packed audio.
  @exclusivity(unchecked) private(set) var packedAudio: [PackedAudioTimes] = []

  /// Replaces the input of a file that a playlist refers to, if its name is one of MPEG-TS or packed audio; returns
  /// whether it did.
  ///
  /// - Parameter nextTrack: The index of the first track of a playlist of which no segment was opened.
  func replace(_ result: Result, of url: [UInt8], nextTrack: Int) -> Bool {
    // The result is where FFmpeg stores the input: the same for all segments of one playlist.
    let location = String(decoding: url, as: UTF8.self)
    let name = location.prefix { $0 != "?" && $0 != "#" }.lowercased()
    guard let original = result.pointee else { return false }
    let source: any ByteSource
    let isPacked = PackedAudioClock.names(location)
    if isPacked {
      let known = times[result] ?? PackedAudioTimes(track: nextTrack)
      if times.updateValue(known, forKey: result) == nil { packedAudio.append(known) }
      source = PackedAudioInput(original, known)
    } else if Self.extensions.contains(where: name.hasSuffix) {
      source = TransportInput(original, continuing: streams[result] ?? TransportRepeats())
    } else {
      return false
    }
    guard let input = InputContext.open(source) else { return false }
    let pointer = input.pointer
    // FFmpeg reads no bytes ahead, so that those that it reads are counted.
    if isPacked { pointer.pointee.direct = 1 }
    segments[pointer] = Segment(result, source, input)
    result.pointee = pointer
    return true
  }

  /// Closes an input, and returns FFmpeg's result.
  func close(_ pointer: UnsafeMutablePointer<AVIOContext>?) -> Int32 {
    guard let pointer, let segment = segments.removeValue(forKey: pointer) else {
      return avio_close(pointer)
    }
    if let transport = segment.source as? TransportInput {
      streams[segment.playlist] = transport.transport
      transport.close()
    } else {
      (segment.source as? PackedAudioInput)?.close()
    }
    return 0
  }
}
