import Media
import Timekeeping

/// What lies ahead of a place that was jumped to, judged packet by packet: whether all that is
/// presented from the target of a seek on can be decoded from there.
struct Landing {
  enum Verdict {
    /// What has come does not tell yet.
    case open
    /// Each track goes on at the target or before it, and can be decoded from there.
    case early
    case late
    /// The times of what has come cannot be trusted, or there are none.
    case unknown
  }

  private struct TrackLanding {
    let track: Track
    let target: Int64
    /// When the first packet is presented that can be decoded from here.
    var first: Int64?
    /// In which page it lies.
    var page: Int64?
    /// Whether the page before the last that came is whole.
    var hasTurnedPage = false
    /// Whether there were packets that refer to what lies before this place.
    var isCut = false
    /// How many packets came with a time that is stored for them.
    var storedCount = 0

    /// Whether the track has nothing at the target any more, as its container declares.
    var hasEnded: Bool {
      guard let start = track.startTicks, let length = track.durationTicks else { return false }
      let (passed, overflow) = target.subtractingReportingOverflow(start)
      return target > start && (overflow || passed >= length)
    }

    var isEarly: Bool {
      guard let first else { return false }
      // What begins late has nothing before that.
      return first <= target || first == track.startTicks && !isCut
    }
  }

  /// The greatest hole between what lies side by side in a file.
  private static let interleaving = MediaTime.seconds(1)

  private var tracks: [TrackLanding]
  private let leadingIndex: Int
  private let horizon: MediaTime
  private let beginning: Beginning
  private let container: String
  private let acceptsHoles: Bool
  private(set) var verdict = Verdict.open

  /// - Parameters:
  ///   - tracks: those that are to be decoded from here on.
  ///   - leading: the one of them that was jumped along.
  ///   - beginning: what the medium begins with.
  ///   - container: libavformat's name of the container, whose times may not be right at once.
  ///   - acceptsHoles: whether one of the other tracks may begin behind the target: far enough back
  ///     was looked to know that it has a hole there.
  init(
    of tracks: [Track], at target: MediaTime, along leading: Track, beginning: Beginning,
    container: String, acceptsHoles: Bool
  ) {
    self.tracks = tracks.map { TrackLanding(track: $0, target: $0.ticks(at: target)) }
    leadingIndex = tracks.firstIndex { $0.index == leading.index } ?? 0
    horizon = target.adding(Self.interleaving) ?? target
    self.beginning = beginning
    self.container = container
    self.acceptsHoles = acceptsHoles
  }

  /// Takes in the next packet; false where it is of no use, as it refers to what lies before.
  mutating func take(_ packet: PacketTiming) -> Bool {
    guard let index = tracks.firstIndex(where: { $0.track.index == packet.track }) else {
      return true
    }
    let ticks = packet.presentationTicks ?? packet.decodeTicks
    let isTimed = hasRightTime(packet, ofTrackAt: index)
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

  /// A program stream stores times for some frames only. libavformat counts those of the frames in
  /// between, but not before it has seen how long a frame is: they are right from the second stored
  /// time on.
  private mutating func hasRightTime(_ packet: PacketTiming, ofTrackAt index: Int) -> Bool {
    guard container == "mpeg", tracks[index].track.kind == .video else { return true }
    if packet.byteOffset != nil { tracks[index].storedCount += 1 }
    return tracks[index].storedCount > 1
  }

  /// Takes in that no more comes, or that no more can be kept.
  mutating func finish(isFull: Bool) {
    // At the end a track of which nothing has come may lie before this place.
    judge(isPast: isFull || acceptsHoles, isOver: true)
    if isFull, verdict == .open, tracks[leadingIndex].isEarly { verdict = .early }
    if verdict == .open { verdict = .unknown }
  }

  /// `isPast`: whether a track of which nothing has come yet has nothing here. `isOver`: whether no
  /// more comes.
  private mutating func judge(isPast: Bool, isOver: Bool = false) {
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
    // The times in Ogg are those of pages. The last page's are not right by themselves, as it ends
    // before its packets do.
    let waitsForPage =
      container == "ogg" && tracks.contains { $0.first != nil && !$0.hasTurnedPage }
    if !waitsForPage { verdict = .early }
  }
}

extension Track {
  /// The last tick at or before a time of the container, saturated.
  func ticks(at time: MediaTime) -> Int64 {
    time.converted(to: timebase, rounding: .down)?.ticks ?? (time < .zero ? .min : .max)
  }
}
