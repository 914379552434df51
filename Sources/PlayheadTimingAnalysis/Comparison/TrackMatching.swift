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
    // The most alike tracks correspond first. Of equally alike ones, the first.
    var (ones, others) = (Array(one.indices), Array(other.indices))
    for likeness in Likeness.descending {
      var waiting: [Likeness.Key: [Int]] = [:]
      for index in others.reversed() {
        waiting[likeness.key(of: other[index]), default: []].append(index)
      }
      var taken: Set<Int> = []
      ones.removeAll { index in
        guard let counterpart = waiting[likeness.key(of: one[index])]?.popLast() else {
          return false
        }
        taken.insert(counterpart)
        pairs.append((index, counterpart))
        return true
      }
      others.removeAll(where: taken.contains)
    }
    pairs.sort { $0.one < $1.one }
    (missing, added) = (ones, others)
  }

  /// Whether the corresponding tracks have the same order in both recordings.
  var keepsOrder: Bool { zip(pairs, pairs.dropFirst()).allSatisfy { $0.other < $1.other } }

  /// The properties that tracks have in common, besides their kind.
  private struct Likeness {
    /// What such tracks have in common.
    struct Key: Hashable {
      var kind: MediaTrack.Kind
      var isAttachedPicture: Bool
      var language: String?
      var codec: String?
      var size: [Int?]?
    }

    let hasLanguage: Bool
    let hasCodec: Bool
    let hasSize: Bool

    /// All, the most alike first. A language that is equal counts more than the codec, and that more than the size.
    static let descending = (0..<8).map { index in
      Likeness(hasLanguage: index & 4 == 0, hasCodec: index & 2 == 0, hasSize: index & 1 == 0)
    }

    func key(of track: MediaTrack) -> Key {
      Key(
        kind: track.kind, isAttachedPicture: track.isAttachedPicture,
        language: hasLanguage ? track.knownLanguage : nil, codec: hasCodec ? track.codec : nil,
        size: hasSize ? [track.width, track.channelCount] : nil)
    }
  }
}
