import PlayheadMedia

/// The tracks of two recordings that correspond: of one kind, and as alike as possible.
struct TrackMatching {
  /// The indices in the lists of tracks of both recordings, in the order of the first one.
  private(set) var pairs: [(one: Int, other: Int)] = []
  /// The indices of tracks that only the first recording has.
  private(set) var missing: [Int] = []
  /// The indices of tracks that only the other recording has.
  private(set) var added: [Int] = []

  init(_ one: [MediaTrack], _ other: [MediaTrack]) {
    var rest = Array(other.indices)
    var candidates: [(one: Int, other: Int, score: Int)] = []
    for (first, track) in one.enumerated() {
      for (second, counterpart) in other.enumerated() {
        guard let score = Self.score(track, counterpart) else { continue }
        candidates.append((first, second, score))
      }
    }
    // Of equally alike tracks, the first ones correspond.
    candidates.sort { ($1.score, $0.one, $0.other) < ($0.score, $1.one, $1.other) }
    var taken: Set<Int> = []
    for candidate in candidates where !taken.contains(candidate.one) {
      guard let place = rest.firstIndex(of: candidate.other) else { continue }
      rest.remove(at: place)
      taken.insert(candidate.one)
      pairs.append((candidate.one, candidate.other))
    }
    pairs.sort { $0.one < $1.one }
    missing = one.indices.filter { !taken.contains($0) }
    added = rest
  }

  /// Whether the corresponding tracks have the same order in both recordings.
  var keepsOrder: Bool { zip(pairs, pairs.dropFirst()).allSatisfy { $0.other < $1.other } }

  /// Returns how alike two tracks are; nil if they cannot correspond.
  private static func score(_ one: MediaTrack, _ other: MediaTrack) -> Int? {
    guard one.kind == other.kind, one.isAttachedPicture == other.isAttachedPicture else {
      return nil
    }
    return (one.knownLanguage == other.knownLanguage ? 4 : 0) + (one.codec == other.codec ? 2 : 0)
      + (one.width == other.width && one.channelCount == other.channelCount ? 1 : 0)
  }
}
