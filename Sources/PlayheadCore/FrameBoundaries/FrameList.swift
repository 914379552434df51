import PlayheadTimekeeping

/// Frames in the order of their starts.
///
/// Frames are numbered from 0 at the origin, and negative before it. The first ones can be
/// forgotten, which does not change the numbers of the others.
struct FrameList {
  /// How many frames late a frame may come. Codecs reorder by at most 16; sorting damaged times would be quadratic.
  private static let longestReordering = 64

  private let origin: MediaTime
  private var frames: [FrameBoundary] = []
  /// The index in `frames` of the first frame that is not forgotten.
  private var firstIndex = 0
  /// The number of forgotten frames at or after the origin.
  private var forgottenCount = 0
  /// The start of the last forgotten frame.
  private(set) var forgottenThrough: MediaTime?

  init(origin: MediaTime) {
    self.origin = origin
  }

  /// The number of frames that are not forgotten.
  var count: Int { frames.count - firstIndex }

  /// The first and the last frame that are not forgotten.
  var first: FrameBoundary? { firstIndex < frames.count ? frames[firstIndex] : nil }
  var last: FrameBoundary? { count > 0 ? frames.last : nil }

  /// The numbers of the frames that are not forgotten. Complexity: O(log *n*).
  var numbers: Range<Int> {
    let start = forgottenCount - countBeforeOrigin
    return start..<start + count
  }

  /// Returns the number of the first frame in a range. Complexity: O(log *n*).
  func number(from start: FrameBoundary.Bound) -> Int {
    forgottenCount - countBeforeOrigin + index(from: start) - firstIndex
  }

  /// Returns a frame that is not forgotten; nil if there is none with this number.
  subscript(number: Int) -> FrameBoundary? {
    let numbers = numbers
    return numbers.contains(number) ? frames[firstIndex + number - numbers.lowerBound] : nil
  }

  /// Inserts a frame, or marks the keyframe with the same start; returns false if it comes so late that it is dropped.
  mutating func insert(_ frame: FrameBoundary) -> Bool {
    var place = frames.count
    while place > firstIndex, frames[place - 1].start > frame.start {
      place -= 1
      if frames.count - place > Self.longestReordering { return false }
    }
    if place > firstIndex, frames[place - 1].start == frame.start {
      frames[place - 1].isKeyframe = frames[place - 1].isKeyframe || frame.isKeyframe
    } else {
      frames.insert(frame, at: place)
    }
    return true
  }

  /// Forgets the frames that start before a position.
  mutating func forget(before position: MediaTime) {
    while let start = first?.start, start < position { forgetFirst() }
  }

  mutating func forgetFirst() {
    if frames[firstIndex].start >= origin { forgottenCount += 1 }
    forgottenThrough = frames[firstIndex].start
    firstIndex += 1
    if firstIndex > frames.count / 2 {
      frames.removeFirst(firstIndex)
      firstIndex = 0
    }
  }

  /// The number of frames before the origin that are not forgotten.
  private var countBeforeOrigin: Int {
    guard let start = first?.start, start < origin else { return 0 }
    return index(from: .at(origin)) - firstIndex
  }

  /// The index in `frames` of the first frame in a range.
  private func index(from start: FrameBoundary.Bound) -> Int {
    var (low, high) = (firstIndex, frames.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore =
        switch start {
        case .at(let position): frames[middle].start < position
        case .after(let position): frames[middle].start <= position
        }
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
