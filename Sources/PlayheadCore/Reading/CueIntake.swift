import PlayheadMedia
import PlayheadTimekeeping

/// Adds the cues of subtitle tracks to a feed while the media is read.
///
/// Not Sendable: the worker that reads uses it.
package final class CueIntake {
  private let feed: CueFeed
  private let source: any CueDecodingSource
  private let decoders: [any CueDecoder]
  /// Packets that came before the container's time of position zero was known.
  private var waiting: [(packet: PacketTiming, payload: (any EncodedPacket)?)] = []
  private static let greatestWaitingCount = 256
  /// The first time at which a cue ends unless a packet of its track ends it before.
  private var nextEnd: MediaTime?
  /// The last packet that was read, and the container's time of position zero.
  private var last: PacketTiming?
  private var zero: MediaTime?

  /// Creates an intake. Throws if a track does not exist or cannot be decoded.
  package init(
    of choices: [CueTrack.Choice], from source: any MediaSource, to feed: CueFeed
  ) throws(MediaError) {
    guard let source = source as? any CueDecodingSource else {
      throw MediaError(.open, of: source.info.name, reason: .other, detail: "no subtitles")
    }
    var decoders: [any CueDecoder] = []
    for choice in choices {
      let decoder = try source.makeCueDecoder(of: choice)
      if !decoders.contains(where: { $0.track.index == decoder.track.index }) {
        decoders.append(decoder)
      }
    }
    (self.source, self.decoders, self.feed) = (source, decoders, feed)
  }

  /// Receives the result that the source has just returned. Position zero may not be known yet.
  package func receive(_ read: MediaRead, zero: () -> MediaTime?) {
    switch read {
    case .nothingYet: return
    case .endOfMedia:
      decodeWaiting(zero() ?? .zero)
      for decoder in decoders {
        if let update = decoder.finish() {
          feed.add(update, ofTrack: decoder.track.index, at: nil)
        }
      }
      feed.finish()
      nextEnd = nil
    case .packet(let packet):
      last = packet
      if decoders.contains(where: { $0.track.index == packet.track }) {
        waiting.append((packet, source.takePayload()))
        let zero = zero() ?? (waiting.count > Self.greatestWaitingCount ? .zero : nil)
        if let zero { decodeWaiting(zero) }
      } else if let nextEnd, let zero = zero(), let time = time(of: packet)?.subtracting(zero),
        time > nextEnd
      {
        feed.endCues(until: time)
        self.nextEnd = feed.nextUndeclaredEnd
      }
    }
  }

  private func time(of packet: PacketTiming) -> MediaTime? {
    let tracks = source.info.tracks
    guard tracks.indices.contains(packet.track) else { return nil }
    return (packet.decodeTicks ?? packet.presentationTicks).map(
      tracks[packet.track].time(ofTicks:))
  }

  private func decodeWaiting(_ zero: MediaTime) {
    self.zero = zero
    for (packet, payload) in waiting {
      guard let decoder = decoders.first(where: { $0.track.index == packet.track }),
        let update = decoder.decode(payload, packet, zero: zero)
      else { continue }
      feed.add(update, ofTrack: packet.track, at: packet.byteOffset)
    }
    waiting.removeAll()
    nextEnd = feed.nextUndeclaredEnd
  }

  /// Records that reading continues elsewhere.
  package func restart() {
    waiting.removeAll()
    for decoder in decoders { decoder.reset() }
    feed.restart(
      after: last.flatMap(time).flatMap { time in zero.flatMap { time.subtracting($0) } })
    (nextEnd, last) = (nil, nil)
  }
}
