import PlayheadMedia
import PlayheadTimekeeping

/// A step by frames whose target frame has not been read yet.
struct PendingStep {
  /// The number of frames from the one at `start`; negative numbers go back.
  var count: Int
  /// The position of the frame from which to count. It moves on while a long step is read.
  var start: MediaTime
  var completion: SeekCompletion?
  /// The first known frame when reading last restarted further back; the end of the media if no frame was known.
  var triedFrom: MediaTime?

  /// The greatest number of frames to look for at once: all frames read are kept until the step ends.
  static let longestHop: UInt = 1_000

  /// The position from which frames are kept even if they are far behind the playhead.
  var keptFrames: MediaTime {
    count < 0 ? .zero : start.subtracting(.nanoseconds(FrameBoundaryFeed.behind)) ?? start
  }

  /// The next action of a step.
  enum Action {
    /// Wait for more packets.
    case wait
    case fail(MediaError.Reason)
    /// Restart reading at a position. If `isBack`, the frames are before the playhead, which stays.
    case read(from: MediaTime, isBack: Bool)
    /// Seek to the start of the target frame.
    case land(MediaTime)
  }

  /// Returns the next action, and continues counting from the frames read.
  mutating func nextAction(_ feed: MediaFeed) -> Action {
    guard feed.readAhead.hasFrames else { return .fail(.noFrames) }
    let frames = feed.readAhead.frames
    guard feed.sourceTarget == nil, frames.isKnown(through: start) else { return .wait }
    // A position before the first frame counts as the frame before it.
    let number = frames.number(from: .after(start)) - 1
    let (sum, overflow) = number.addingReportingOverflow(count)
    let target = overflow ? (count < 0 ? .min : .max) : sum
    let known = frames.isComplete ? ReadAhead.greatestPosition : frames.knownThrough ?? .zero
    let last = frames.number(from: .after(known)) - 1
    guard let first = frames.first, last >= frames.numbers.lowerBound,
      let lastFrame = frames.frame(last)
    else { return frames.isComplete ? countFromEnd(feed) : .wait }
    let missing = frames.numbers.lowerBound.subtractingReportingOverflow(target)
    if missing.overflow || missing.partialValue > 0, mayReadBack(in: feed) {
      // Count on from the first known frame.
      count = missing.overflow ? .min : -missing.partialValue
      (start, triedFrom) = (first.start, first.start)
      return .read(from: earlierStart(than: frames), isBack: true)
    }
    if target > last, !frames.isComplete {
      // Count on from the last known frame.
      if last > number { (start, count) = (lastFrame.start, target - last) }
      return .wait
    }
    let landing = max(frames.numbers.lowerBound, min(target, last))
    return frames.frame(landing).map { .land($0.start) } ?? .wait
  }

  /// Counts from the end of the media, if the step began beyond it.
  private mutating func countFromEnd(_ feed: MediaFeed) -> Action {
    let end = feed.readAhead.limit
    guard feed.isSeekable, start >= end, triedFrom == nil else { return .fail(.noFrames) }
    (start, triedFrom) = (end, end)
    return .read(from: end, isBack: false)
  }

  /// Whether there may be frames before the known ones: not if reading from an earlier position found no earlier frame.
  private func mayReadBack(in feed: MediaFeed) -> Bool {
    guard feed.isSeekable, let first = feed.readAhead.frames.first?.start else { return false }
    return first > .zero && triedFrom.map { first < $0 } ?? true
  }

  /// Returns the position to read from for about as many frames as are missing before the known ones.
  private func earlierStart(than frames: FrameBoundaryFeed) -> MediaTime {
    guard let first = frames.first?.start, let last = frames.last?.start else { return .zero }
    let span = last.subtracting(first) ?? .zero
    let missing = Int64(min(count.magnitude, PendingStep.longestHop))
    let length = span.nanoseconds(rounding: .up) / Int64(frames.numbers.count)
    let distance = MediaTime.nanoseconds(max(length, 1)).multiplied(by: missing)
    return max(distance.flatMap { first.subtracting($0) } ?? .zero, .zero)
  }
}
