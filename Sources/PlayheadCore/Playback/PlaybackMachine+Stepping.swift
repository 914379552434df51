import Media
import Timekeeping

/// Stepping by frames: which frame is to be gone to is looked up in what has been read, and read
/// where it is not known.
extension PlaybackMachine {
  mutating func step(by count: Int, at now: HostInstant, completion: SeekCompletion?) {
    setRate(.paused, at: now)
    cancelSeek(.cancelled)
    pendingStep = PendingStep(
      count: count, start: position(at: now), completion: completion)
    if case .failed(let error) = status { return finishStep(.failure(error)) }
    if isClosed {
      return finishStep(.failure(MediaError(.seek, feed.info?.name ?? "", .interrupted)))
    }
    load()
    goOnStepping(at: now)
  }

  /// Steps, if enough is known, or has what is missing read.
  mutating func goOnStepping(at now: HostInstant) {
    guard var step = pendingStep, isReady, let info = feed.info else { return }
    if !wantedRate.isPaused {
      return finishStep(.failure(MediaError(.seek, info.name, .cancelled)))
    }
    guard feed.readAhead.hasFrames else {
      return finishStep(.failure(MediaError(.seek, info.name, .noFrames)))
    }
    let frames = feed.readAhead.frames
    guard feed.sourceTarget == nil, frames.isKnown(through: step.start) else { return }
    // Before the first frame one stands at the place before it.
    let place = frames.place(after: step.start) - 1
    let (sum, overflow) = place.addingReportingOverflow(step.count)
    let target = overflow ? (step.count < 0 ? .min : .max) : sum
    let known = frames.isComplete ? ReadAhead.greatestPosition : frames.knownThrough ?? .zero
    let last = frames.place(after: known) - 1
    if last < 0 {
      guard frames.isComplete else { return }
      guard info.isSeekable, step.start >= feed.readAhead.limit, step.triedFrom == nil else {
        return finishStep(.failure(MediaError(.seek, info.name, .noFrames)))
      }
      // From beyond the end, which was not known when reading began there, it counts from the end.
      (step.start, step.triedFrom) = (feed.readAhead.limit, feed.readAhead.limit)
      pendingStep = step
      beginReading(at: step.start)
    } else if target < 0, info.isSeekable, let earlier = earlierStart(than: frames, step, target) {
      // On from the first that is known.
      (step.start, step.count, step.triedFrom) = (frames[0].start, target, frames[0].start)
      pendingStep = step
      beginReading(at: earlier)
      // The playhead has not gone there: what is presented before it is not late.
      noteJump(to: position(at: now))
    } else if target > last, !frames.isComplete {
      // On from the last that is known.
      if last > place { (step.start, step.count) = (frames[last].start, target - last) }
      pendingStep = step
    } else {
      pendingStep = nil
      seek(to: frames[max(0, min(target, last))].start, at: now, completion: step.completion)
    }
  }

  /// From where to read so that frames come that lie before those known, about as many as are
  /// missing; nil where there are none.
  private func earlierStart(
    than frames: FrameIndex, _ step: PendingStep, _ target: Int
  ) -> MediaTime? {
    let first = frames[0].start
    // Where reading from before it gave no frame before it, it is the first.
    guard first > .zero, step.triedFrom.map({ first < $0 }) ?? true else { return nil }
    let span = frames[frames.count - 1].start.subtracting(first) ?? .zero
    let missing = Int64(min(target.magnitude, PendingStep.longestHop))
    let length = span.nanoseconds(rounding: .up) / Int64(frames.count)
    let distance = MediaTime.nanoseconds(max(length, 1)).multiplied(by: missing)
    return max(distance.flatMap { first.subtracting($0) } ?? .zero, .zero)
  }

  /// From where on frames are kept although they lie far behind the playhead.
  var keptFrames: MediaTime? {
    guard let step = pendingStep else { return feed.neededFrames }
    let behind = MediaTime.nanoseconds(FrameIndex.behind)
    let kept = step.count < 0 ? .zero : step.start.subtracting(behind) ?? step.start
    return min(kept, feed.neededFrames ?? kept)
  }

  mutating func finishStep(_ result: Result<SeekResult, MediaError>) {
    if let completion = pendingStep.take()?.completion { tellSought(completion, result) }
  }
}
