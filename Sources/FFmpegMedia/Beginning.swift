import Media

/// The first packets of a medium as they came when it had just been opened: what going back to the
/// start is to give again.
struct Beginning {
  /// So many are looked at, at most.
  private static let greatestCount = 256

  private let tracks: Set<Int>
  private var first: [Int: PacketTiming] = [:]
  private var count = 0
  /// Whether all is known that will be.
  private(set) var isComplete = false

  /// What the packets of these tracks begin with.
  init(of tracks: [Track]) {
    self.tracks = Set(tracks.map(\.index))
  }

  /// Takes in the next packet from the start.
  mutating func note(_ packet: PacketTiming) {
    count += 1
    if tracks.contains(packet.track), first[packet.track] == nil { first[packet.track] = packet }
    if first.count == tracks.count || count == Self.greatestCount { complete() }
  }

  /// Takes in that what comes next is no more of the beginning.
  mutating func complete() {
    isComplete = true
  }

  /// Whether `packet` is the first one of its track.
  func begins(with packet: PacketTiming) -> Bool {
    guard let first = first[packet.track] else { return false }
    return (first.byteOffset, first.byteCount, first.presentationTicks)
      == (packet.byteOffset, packet.byteCount, packet.presentationTicks)
  }

  /// Whether `packet` is the first one of its track, and has not come as it did: FFmpeg tells some
  /// of it (an encoder's priming) only once.
  func isChanged(in packet: PacketTiming) -> Bool {
    guard begins(with: packet), let first = first[packet.track] else { return false }
    return !Self.areSame(first, packet)
  }

  /// Whether both are of the same packets, as far as they are presented and decoded.
  func agrees(with other: Beginning) -> Bool {
    first.count == other.first.count
      && first.allSatisfy { index, packet in
        other.first[index].map { Self.areSame(packet, $0) } ?? false
      }
  }

  private static func areSame(_ one: PacketTiming, _ other: PacketTiming) -> Bool {
    (one.presentationTicks, one.byteOffset, one.byteCount)
      == (other.presentationTicks, other.byteOffset, other.byteCount)
      && (one.isKeyframe, one.isDiscarded, one.skippedSamples)
        == (other.isKeyframe, other.isDiscarded, other.skippedSamples)
  }

  /// The same medium's, of which nothing has come yet.
  var afresh: Beginning {
    var afresh = self
    (afresh.first, afresh.count, afresh.isComplete) = ([:], 0, false)
    return afresh
  }
}
