import Timekeeping

/// Where the frames of a video track begin, as positions in order, as far as they have been read
/// since reading last began anew, and a little behind the playhead.
struct FrameIndex {
  struct Frame: Hashable {
    var start: MediaTime
    var isKeyframe: Bool
  }

  /// How many frames came at or after where reading began, up to some position.
  struct Count: Hashable {
    var all = 0
    var keyframes = 0

    fileprivate mutating func add(_ frame: Frame) {
      all += 1
      if frame.isKeyframe { keyframes += 1 }
    }
  }

  /// How long a frame is kept behind the playhead, in nanoseconds of media.
  static let behind: Int64 = 2_000_000_000
  /// How many are kept at most.
  static let greatestCount = 65_536
  /// By how many places a frame may come too late. Codecs reorder by 16 at most; timestamps that
  /// say more are broken, and putting them in order could take for ever.
  private static let reordering = 64

  /// Where reading began.
  let origin: MediaTime
  /// How many frames of the media begin before the origin; nil if they were not counted.
  private let countBeforeOrigin: Int?
  private var frames: [Frame] = []
  /// The first of `frames` that is not forgotten.
  private var first = 0
  /// Of those that were forgotten, how many lie at or after the origin.
  private var forgotten = Count()
  /// Where the last one of those begins.
  private var forgottenThrough: MediaTime?
  /// How far no more frames will come; nil before the first packet.
  private(set) var knownThrough: MediaTime?
  /// Whether all there are have come.
  private(set) var isComplete = false

  /// - Parameter countBefore: how many frames of the media begin before the origin, if known. None
  ///   begins before the start of the media.
  init(origin: MediaTime, countBefore: Int? = nil) {
    self.origin = origin
    countBeforeOrigin = origin <= .zero ? 0 : countBefore
  }

  /// Takes in a frame that is presented.
  mutating func insert(_ frame: Frame) {
    var place = frames.count
    while place > first, frames[place - 1].start > frame.start {
      place -= 1
      if frames.count - place > FrameIndex.reordering { return }
    }
    if place > first, frames[place - 1].start == frame.start {
      frames[place - 1].isKeyframe = frames[place - 1].isKeyframe || frame.isKeyframe
      return
    }
    frames.insert(frame, at: place)
    if frames.count - first > FrameIndex.greatestCount { forgetFirst() }
  }

  /// Takes in that all frames that are still to come begin later: packets lie in decoding order,
  /// and none is presented before it is decoded.
  mutating func knowAll(through position: MediaTime) {
    knownThrough = knownThrough.map { max($0, position) } ?? position
  }

  mutating func complete() {
    isComplete = true
  }

  /// Forgets the frames before `position`.
  mutating func forget(before position: MediaTime) {
    while first < frames.count, frames[first].start < position { forgetFirst() }
  }

  private mutating func forgetFirst() {
    if frames[first].start >= origin { forgotten.add(frames[first]) }
    forgottenThrough = frames[first].start
    first += 1
    if first > frames.count / 2 {
      frames.removeFirst(first)
      first = 0
    }
  }

  /// Whether it is certain which frames begin at or before `position`.
  func isKnown(through position: MediaTime) -> Bool {
    isComplete || knownThrough.map { position <= $0 } ?? false
  }

  /// The place, in `subscript`, of the first frame that begins at `position` or later.
  func place(from position: MediaTime) -> Int {
    var (low, high) = (first, frames.count)
    while low < high {
      let middle = (low + high) / 2
      if frames[middle].start < position { low = middle + 1 } else { high = middle }
    }
    return low - first
  }

  /// The place of the first frame that begins after `position`.
  func place(after position: MediaTime) -> Int {
    let place = place(from: position)
    return place < count && self[place].start == position ? place + 1 : place
  }

  /// How many frames are not forgotten, those included that may still get others before them.
  var count: Int { frames.count - first }

  subscript(place: Int) -> Frame { frames[first + place] }

  /// How many frames there were from the origin to before this place.
  func count(before place: Int) -> Count {
    var count = forgotten
    for frame in frames[first..<first + place] where frame.start >= origin { count.add(frame) }
    return count
  }

  /// How many frames of the media begin before `position`; nil if they were not all counted, or
  /// the index no longer reaches back to it.
  func number(before position: MediaTime) -> Int? {
    number(before: place(from: position), position)
  }

  /// The number, from 0, of the frame that is presented at `position`; nil if there is none, and
  /// as `number(before:)`.
  func number(at position: MediaTime) -> Int? {
    guard let next = number(before: place(after: position), position), next > 0 else { return nil }
    return next - 1
  }

  private func number(before place: Int, _ position: MediaTime) -> Int? {
    guard let countBeforeOrigin, position >= origin, isKnown(through: position),
      forgottenThrough.map({ $0 < position }) ?? true
    else { return nil }
    return countBeforeOrigin + forgotten.all + place - min(self.place(from: origin), place)
  }
}
