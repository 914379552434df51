import Media
import Timekeeping

/// A step by frames that waits for frames to be read.
struct PendingStep {
  /// How many frames from the one at `start` it is to go; negative is back.
  var count: Int
  /// The frame that is counted from, once it is known: a step may go further than is read at once.
  var start: MediaTime
  var completion: SeekCompletion?
  /// The first frame that was known when reading last began again further back, or the end if none
  /// was.
  var triedFrom: MediaTime?

  /// How many frames are looked for at once: those that are read are kept until the step is done.
  static let longestHop: UInt = 1_000

  /// From where on its frames are kept although they lie far behind the playhead.
  var keptFrames: MediaTime {
    count < 0 ? .zero : start.subtracting(.nanoseconds(FrameIndex.behind)) ?? start
  }

  /// What a step needs next.
  enum Action {
    /// More frames, which are being read.
    case wait
    case fail(MediaError.Reason)
    /// Frames around another place. If `isBack`, they lie before the playhead, which stays.
    case read(from: MediaTime, isBack: Bool)
    /// Nothing: its frame begins here.
    case land(MediaTime)
  }

  /// Returns what the step needs, given what has been read.
  mutating func nextAction(_ feed: MediaFeed) -> Action {
    guard feed.readAhead.hasFrames else { return .fail(.noFrames) }
    let frames = feed.readAhead.frames
    guard feed.sourceTarget == nil, frames.isKnown(through: start) else { return .wait }
    // Before the first frame one stands at the place before it.
    let place = frames.place(after: start) - 1
    let (sum, overflow) = place.addingReportingOverflow(count)
    let target = overflow ? (count < 0 ? .min : .max) : sum
    let known = frames.isComplete ? ReadAhead.greatestPosition : frames.knownThrough ?? .zero
    let last = frames.place(after: known) - 1
    if last < 0 {
      return frames.isComplete ? countFromEnd(feed) : .wait
    }
    if target < 0, feed.isSeekable, let earlier = earlierStart(than: frames, target) {
      // On from the first that is known.
      (start, count, triedFrom) = (frames[0].start, target, frames[0].start)
      return .read(from: earlier, isBack: true)
    }
    if target > last, !frames.isComplete {
      // On from the last that is known.
      if last > place { (start, count) = (frames[last].start, target - last) }
      return .wait
    }
    return .land(frames[max(0, min(target, last))].start)
  }

  /// From beyond the end, which was not known when reading began there, it counts from the end.
  private mutating func countFromEnd(_ feed: MediaFeed) -> Action {
    let end = feed.readAhead.limit
    guard feed.isSeekable, start >= end, triedFrom == nil else { return .fail(.noFrames) }
    (start, triedFrom) = (end, end)
    return .read(from: end, isBack: false)
  }

  /// From where to read so that frames come that lie before those known, about as many as are
  /// missing; nil if there are none.
  private func earlierStart(than frames: FrameIndex, _ target: Int) -> MediaTime? {
    let first = frames[0].start
    // If reading from before it gave no frame before it, it is the first.
    guard first > .zero, triedFrom.map({ first < $0 }) ?? true else { return nil }
    let span = frames[frames.count - 1].start.subtracting(first) ?? .zero
    let missing = Int64(min(target.magnitude, PendingStep.longestHop))
    let length = span.nanoseconds(rounding: .up) / Int64(frames.count)
    let distance = MediaTime.nanoseconds(max(length, 1)).multiplied(by: missing)
    return max(distance.flatMap { first.subtracting($0) } ?? .zero, .zero)
  }
}
