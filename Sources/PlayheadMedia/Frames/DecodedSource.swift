/// Decodes the audio and video tracks of a source into frames, without their pictures and sound.
package final class DecodedSource: FrameSource {
  package let info: MediaInfo
  private let source: any MediaSource
  private let payloads: (any DecodingSource)?
  private let interruption: Interruption
  /// The decoders, by track index; nil for a track that is not decoded.
  private let decoders: [(any MediaDecoder)?]
  /// The decoder that may have more frames to return.
  private var current: (any MediaDecoder)?
  /// At the end of the media, the decoders that have not been drained; nil before.
  private var unfinished: [any MediaDecoder]?

  /// Creates a source that decodes the tracks with these indices, or all audio and video tracks if
  /// `tracks` is nil.
  ///
  /// - Throws: `unsupported` if none of them can be decoded.
  package init(
    _ source: any MediaSource, tracks: Set<Int>?, interruption: Interruption
  ) throws(MediaError) {
    (self.source, self.interruption, info) = (source, interruption, source.info)
    let payloads = source as? any DecodingSource
    self.payloads = payloads
    decoders = info.tracks.map { track in
      guard track.kind == .audio || track.kind == .video, tracks?.contains(track.index) ?? true
      else { return nil }
      return payloads?.makeDecoder(ofTrack: track.index)
    }
    if decoders.allSatisfy({ $0 == nil }) {
      throw MediaError(.decode, of: info.name, reason: .unsupported)
    }
  }

  package func read() throws(MediaError) -> FrameTiming? {
    while true {
      if let frame = current?.receive() { return frame.timing }
      if unfinished != nil {
        guard let decoder = unfinished?.popLast() else { return nil }
        decoder.finish()
        current = decoder
        continue
      }
      switch try source.read() {
      case .packet(let packet):
        current = decoders.indices.contains(packet.track) ? decoders[packet.track] : nil
        if let payload = payloads?.takePayload() { current?.send(payload) }
      case .endOfMedia: unfinished = decoders.compactMap(\.self).reversed()
      case .nothingYet(let delay): interruption.wait(for: delay)
      }
    }
  }
}
