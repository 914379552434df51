/// Decodes the audio and video tracks of a source into frames, without their pictures and sound.
package final class DecodedSource: FrameSource {
  package let info: MediaInfo
  private let reader: FrameReader

  /// Creates a source that decodes the tracks with these indices, or all; throws `unsupported` if none can be decoded.
  package init(
    _ source: any MediaSource, tracks: Set<Int>?, interruption: Interruption
  ) throws(MediaError) {
    info = source.info
    let chosen = info.tracks.filter {
      ($0.kind == .audio || $0.kind == .video) && tracks?.contains($0.index) ?? true
    }
    guard let source = source as? any DecodingSource,
      case let reader = FrameReader(
        source, tracks: chosen.map(\.index), interruption: interruption),
      !reader.decoders.isEmpty
    else { throw MediaError(.decode, of: info.name, reason: .unsupported) }
    self.reader = reader
  }

  package func read() throws(MediaError) -> FrameTiming? { try reader.next()?.frame.timing }
}
