/// Decodes tracks of a source, and returns their frames as they become available.
///
/// Not Sendable: one worker uses it at a time.
package final class FrameReader {
  /// The decoders, by the index of the track.
  package let decoders: [Int: any MediaDecoder]
  private let source: any DecodingSource
  private let interruption: Interruption
  /// The track whose decoder may have more frames.
  private var current: Int?
  /// At the end of the media, the tracks whose decoders have not been drained; nil before.
  private var unfinished: [Int]?

  /// Makes the decoders of tracks. Those that cannot be decoded are left out.
  package init(
    _ source: any DecodingSource, tracks: some Sequence<Int>, interruption: Interruption
  ) {
    (self.source, self.interruption) = (source, interruption)
    var decoders: [Int: any MediaDecoder] = [:]
    for track in tracks { decoders[track] = source.makeDecoder(ofTrack: track) }
    self.decoders = decoders
  }

  /// Returns the next frame, and the index of its track; nil at the end.
  package func next() throws(MediaError) -> (track: Int, frame: DecodedFrame)? {
    while true {
      if let current, let frame = decoders[current]?.receive() { return (current, frame) }
      if unfinished != nil {
        current = unfinished?.popLast()
        guard let current else { return nil }
        decoders[current]?.finish()
        continue
      }
      switch try source.read() {
      case .packet(let packet):
        current = packet.track
        if let payload = source.takePayload() { decoders[packet.track]?.send(payload) }
      case .endOfMedia: unfinished = decoders.keys.sorted(by: >)
      case .nothingYet(let delay): interruption.wait(for: delay)
      }
      if interruption.isInterrupted {
        throw MediaError(.read, of: source.info.name, reason: .interrupted)
      }
    }
  }

  /// Discards what the decoders have, because the source was sought.
  package func reset() {
    for decoder in decoders.values { decoder.reset() }
    (current, unfinished) = (nil, nil)
  }
}
