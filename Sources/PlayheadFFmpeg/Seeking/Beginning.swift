import PlayheadMedia

/// The first packet of each track, as read after opening. A seek to the start must return the same
/// packets.
struct Beginning {
  /// The maximum number of packets that are examined.
  private static let greatestCount = 256

  private let tracks: Set<Int>
  private var first: [PacketTiming] = []
  private var count = 0
  /// Whether no further packets are recorded.
  private(set) var isComplete = false

  /// Creates a record of these tracks without packets.
  init(of tracks: [MediaTrack]) {
    self.tracks = Set(tracks.map(\.index))
  }

  /// Records the next packet, in reading order from the start.
  mutating func record(_ packet: PacketTiming) {
    count += 1
    if tracks.contains(packet.track), first(of: packet.track) == nil { first.append(packet) }
    if first.count == tracks.count || count == Self.greatestCount { complete() }
  }

  /// Ends the record; later packets do not belong to the beginning.
  mutating func complete() {
    isComplete = true
  }

  /// Whether `packet` is the first one of its track.
  func begins(with packet: PacketTiming) -> Bool {
    guard let first = first(of: packet.track) else { return false }
    return (first.byteOffset, first.byteCount, first.presentationTicks)
      == (packet.byteOffset, packet.byteCount, packet.presentationTicks)
  }

  /// Whether `packet` is the first one of its track, but differs from the recorded one.
  func isChanged(in packet: PacketTiming) -> Bool {
    // FFmpeg reports some of its properties, such as the encoder's priming, only once.
    guard begins(with: packet), let first = first(of: packet.track) else { return false }
    return !Self.areSame(first, packet)
  }

  /// Whether both records have the same packets, by position in the file, presentation time and what affects decoding.
  func agrees(with other: Beginning) -> Bool {
    first.count == other.first.count
      && first.allSatisfy { packet in
        other.first(of: packet.track).map { Self.areSame(packet, $0) } ?? false
      }
  }

  private func first(of track: Int) -> PacketTiming? { first.first { $0.track == track } }

  private static func areSame(_ one: PacketTiming, _ other: PacketTiming) -> Bool {
    (one.presentationTicks, one.byteOffset, one.byteCount)
      == (other.presentationTicks, other.byteOffset, other.byteCount)
      && (one.isKeyframe, one.isDiscarded, one.skippedSamples)
        == (other.isKeyframe, other.isDiscarded, other.skippedSamples)
  }

  /// A record of the same tracks without packets.
  var afresh: Beginning {
    var afresh = self
    (afresh.first, afresh.count, afresh.isComplete) = ([], 0, false)
    return afresh
  }
}
