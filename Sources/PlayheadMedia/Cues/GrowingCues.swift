import PlayheadTimekeeping

/// Cues to which others are added, in any order.
///
/// They are kept in tracks whose sizes at least double, so that adding one takes O(log² *n*) on average.
struct GrowingCues: Sendable {
  /// The tracks, the largest and oldest first.
  private var tracks: [CueTrack] = []
  /// About the memory that the cues take, in bytes.
  private(set) var size = 0

  var isEmpty: Bool { tracks.isEmpty }
  var count: Int { tracks.reduce(0) { $0 + $1.count } }

  /// All cues in the order of their starts.
  var all: CueTrack { tracks.count == 1 ? tracks[0] : CueTrack(tracks.joined()) }

  /// Adds cues. Those that begin at the same time keep the order in which they were added.
  mutating func add(_ track: CueTrack) {
    if track.isEmpty { return }
    for cue in track { size += cue.approximateSize }
    var track = track
    while let last = tracks.last, last.count <= track.count {
      track = CueTrack([last, track].joined())
      tracks.removeLast()
    }
    tracks.append(track)
  }

  /// Forgets the first half of the cues. Returns the start of the first one that is kept; nil if there is none.
  mutating func forgetHalf() -> MediaTime? {
    let kept = all.dropFirst((count + 1) / 2)
    (tracks, size) = ([], 0)
    add(CueTrack(kept))
    return kept.first?.start
  }

  /// Returns the cues that are current at a time, or the newest ones, in the order of their starts.
  func cues(at time: MediaTime, newest limit: Int) -> [Cue] {
    tracks.reduce([]) { $0.merged(with: $1.cues(at: time, newest: limit)) }.suffix(limit)
  }

  /// Returns the first cue that begins after a time.
  func next(after time: MediaTime) -> Cue? {
    tracks.compactMap { $0.next(after: time) }.min { $0.start < $1.start }
  }

  /// Returns the last cue of those that begin before a time, or also those that begin then.
  func last(before time: MediaTime, orAt isIncluded: Bool) -> Cue? {
    tracks.compactMap { track in
      let index = track.partitioningIndex { isIncluded ? $0.start > time : $0.start >= time }
      return index > 0 ? track[index - 1] : nil
    }.max { $0.start < $1.start }
  }
}

extension [Cue] {
  /// Returns the cues of two lists in the order of their starts, in which both are.
  func merged(with other: [Cue]) -> [Cue] {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    return Array(CueTrack([self, other].joined()))
  }
}

extension Cue {
  /// About the memory that the cue and its boundaries take, in bytes.
  fileprivate var approximateSize: Int {
    words.reduce(512 + text.utf8.count + rawText.utf8.count + (identifier?.utf8.count ?? 0)) {
      $0 + 64 + $1.text.utf8.count
    }
  }
}
