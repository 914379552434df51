import PlayheadMedia
import PlayheadTimekeeping

/// Decides, packet by packet, whether a place to which FFmpeg jumped is early enough: whether all
/// media from the target of the seek on can be decoded from there.
struct Landing {
  enum Verdict {
    /// More packets are needed.
    case open
    /// Each track can be decoded from a packet at or before the target.
    case early
    /// A track starts after the target, or cannot be decoded there.
    case late
    /// The packets have no times, or unreliable ones.
    case unknown
  }

  private struct TrackLanding {
    let track: MediaTrack
    let target: Int64
    /// The presentation time of the first packet that can be decoded, in ticks of the track.
    var first: Int64?
    /// The byte offset of that packet's page.
    var page: Int64?
    /// Whether a packet of another page has followed.
    var hasTurnedPage = false
    /// Whether there were packets that depend on packets before this place.
    var isCut = false
    /// The number of packets whose time is stored in the file.
    var storedCount = 0

    /// Whether the track ends before the target according to its declared start and duration.
    var hasEnded: Bool {
      guard let start = track.startTicks, let length = track.durationTicks else { return false }
      let (passed, overflow) = target.subtractingReportingOverflow(start)
      return target > start && (overflow || passed >= length)
    }

    var isEarly: Bool {
      guard let first else { return false }
      // A track that starts later than the others has no earlier packets.
      return first <= target || first == track.startTicks && !isCut
    }
  }

  /// The greatest time between neighbouring packets of different tracks in a file.
  private static let interleaving = MediaTime.seconds(1)

  private var tracks: [TrackLanding]
  private let leadingIndex: Int
  private let horizon: MediaTime
  private let beginning: Beginning
  private let container: String
  private let acceptsHoles: Bool
  private(set) var verdict = Verdict.open

  /// Creates an open verdict before the first packet of a jump by the timestamps or the index of the leading track.
  init(
    of tracks: [MediaTrack], at target: MediaTime, along leading: MediaTrack, beginning: Beginning,
    container: String, acceptsHoles: Bool
  ) {
    // In some containers, the first times after a jump are unreliable. Another track may begin after the target if
    // earlier attempts have shown that it has a gap there.
    self.tracks = tracks.map { TrackLanding(track: $0, target: $0.ticks(at: target)) }
    leadingIndex = tracks.firstIndex { $0.index == leading.index } ?? 0
    horizon = target.adding(Self.interleaving) ?? target
    self.beginning = beginning
    self.container = container
    self.acceptsHoles = acceptsHoles
  }

  /// Records the next packet; returns false if it is useless, because it depends on packets before this place.
  mutating func record(_ packet: PacketTiming) -> Bool {
    guard let index = tracks.firstIndex(where: { $0.track.index == packet.track }) else {
      return true
    }
    let ticks = packet.presentationTicks ?? packet.decodeTicks
    let isTimed = judgeTime(of: packet, ofTrackAt: index)
    if !isTimed {
      tracks[index].isCut = true
    } else if tracks[index].first != nil {
      if packet.byteOffset != tracks[index].page { tracks[index].hasTurnedPage = true }
    } else if !packet.isKeyframe {
      tracks[index].isCut = true
    } else if let ticks {
      (tracks[index].first, tracks[index].page) = (ticks, packet.byteOffset)
    } else if index == leadingIndex {
      verdict = .unknown
    }
    if beginning.isChanged(in: packet) { verdict = .unknown }
    let time = (packet.decodeTicks ?? ticks).map(tracks[index].track.time(ofTicks:))
    judge(isPast: time.map { $0 > horizon } ?? false)
    if tracks[index].first == nil, let time, index == leadingIndex,
      time > tracks[index].track.time(ofTicks: tracks[index].target)
    {
      verdict = .late
    }
    return isTimed && (packet.isKeyframe || tracks[index].first != nil)
  }

  /// Counts a stored time. Returns whether the packet's time is reliable.
  private mutating func judgeTime(of packet: PacketTiming, ofTrackAt index: Int) -> Bool {
    // A program stream stores times for some frames only. libavformat derives the others, but it needs the frame
    // duration for that, so the times are right from the second stored time on.
    guard container == "mpeg", tracks[index].track.kind == .video else { return true }
    if packet.byteOffset != nil { tracks[index].storedCount += 1 }
    return tracks[index].storedCount > 1
  }

  /// Records the end of the media or, if `isFull`, that no more packets can be stored.
  mutating func finish(isFull: Bool) {
    // At the end of the media, a track without packets may be before this place.
    judge(isPast: isFull || acceptsHoles, isOver: true)
    if isFull, verdict == .open, tracks[leadingIndex].isEarly { verdict = .early }
    if verdict == .open { verdict = .unknown }
  }

  /// Sets the verdict if it is known.
  private mutating func judge(isPast: Bool, isOver: Bool = false) {
    // `isPast`: whether a track without packets until now has none here. `isOver`: whether there are no more packets.
    guard verdict == .open else { return }
    if tracks[leadingIndex].first != nil, !tracks[leadingIndex].isEarly { return verdict = .late }
    guard tracks[leadingIndex].isEarly else { return }
    for (index, landing) in tracks.enumerated() where index != leadingIndex {
      let mayBeLate = acceptsHoles && !landing.isCut
      if landing.first == nil {
        guard isPast || isOver && landing.hasEnded else { return }
        if landing.isCut { return verdict = .late }
      } else if !landing.isEarly, !mayBeLate {
        return verdict = .late
      }
    }
    // Ogg stores one time per page, for the end of the page. In the last page this time may be
    // earlier than the end of its packets, so wait for a second page.
    let waitsForPage =
      container == "ogg" && tracks.contains { $0.first != nil && !$0.hasTurnedPage }
    if !waitsForPage { verdict = .early }
  }
}

extension MediaTrack {
  /// Returns the last tick at or before a time of the container, clamped to `Int64`.
  func ticks(at time: MediaTime) -> Int64 {
    time.converted(to: timebase, rounding: .down)?.ticks ?? (time < .zero ? .min : .max)
  }
}
