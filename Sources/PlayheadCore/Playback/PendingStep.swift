import Media
import Timekeeping

/// A step by frames whose target frame has not been read yet.
struct PendingStep {
  /// The number of frames from the one at `start`; negative numbers go back.
  var count: Int
  /// The position of the frame from which to count. It moves on while a long step is read.
  var start: MediaTime
  var completion: SeekCompletion?
  /// The first known frame when reading last restarted further back; the end of the media if no frame
  /// was known.
  var triedFrom: MediaTime?

  /// The greatest number of frames to look for at once: all frames read are kept until the step ends.
  static let longestHop: UInt = 1_000

  /// The position from which frames are kept even if they are far behind the playhead.
  var keptFrames: MediaTime {
    count < 0 ? .zero : start.subtracting(.nanoseconds(FrameIndex.behind)) ?? start
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

  /// Returns the next action, and counts on from the frames read.
  mutating func nextAction(_ feed: MediaFeed) -> Action {
    guard feed.readAhead.hasFrames else { return .fail(.noFrames) }
    let frames = feed.readAhead.frames
    guard feed.sourceTarget == nil, frames.isKnown(through: start) else { return .wait }
    // A position before the first frame has the place -1.
    let place = frames.place(after: start) - 1
    let (sum, overflow) = place.addingReportingOverflow(count)
    let target = overflow ? (count < 0 ? .min : .max) : sum
    let known = frames.isComplete ? ReadAhead.greatestPosition : frames.knownThrough ?? .zero
    let last = frames.place(after: known) - 1
    if last < 0 {
      return frames.isComplete ? countFromEnd(feed) : .wait
    }
    if target < 0, feed.isSeekable, let earlier = earlierStart(than: frames, target) {
      // Count on from the first known frame.
      (start, count, triedFrom) = (frames[0].start, target, frames[0].start)
      return .read(from: earlier, isBack: true)
    }
    if target > last, !frames.isComplete {
      // Count on from the last known frame.
      if last > place { (start, count) = (frames[last].start, target - last) }
      return .wait
    }
    return .land(frames[max(0, min(target, last))].start)
  }

  /// Counts from the end of the media, if the step began beyond it.
  private mutating func countFromEnd(_ feed: MediaFeed) -> Action {
    let end = feed.readAhead.limit
    guard feed.isSeekable, start >= end, triedFrom == nil else { return .fail(.noFrames) }
    (start, triedFrom) = (end, end)
    return .read(from: end, isBack: false)
  }

  /// Returns the position to read from for about as many frames as are missing before the known ones;
  /// nil if there are none.
  private func earlierStart(than frames: FrameIndex, _ target: Int) -> MediaTime? {
    let first = frames[0].start
    // If reading from an earlier position returned no earlier frame, there is none.
    guard first > .zero, triedFrom.map({ first < $0 }) ?? true else { return nil }
    let span = frames[frames.count - 1].start.subtracting(first) ?? .zero
    let missing = Int64(min(target.magnitude, PendingStep.longestHop))
    let length = span.nanoseconds(rounding: .up) / Int64(frames.count)
    let distance = MediaTime.nanoseconds(max(length, 1)).multiplied(by: missing)
    return max(distance.flatMap { first.subtracting($0) } ?? .zero, .zero)
  }
}
