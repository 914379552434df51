import Timekeeping

/// What of the frames that have been read outlives the place they were read at.
extension PlaybackMachine {
  /// Keeps the frames for the next change to tell: what was crossed of them may not have been told.
  /// For whoever lets what was read go.
  mutating func leaveFrames() {
    if leftFrames == nil { leftFrames = readAhead.frames }
  }

  /// From where on frames are kept, though they lie far behind the playhead.
  var keptFrames: MediaTime? {
    guard let step = pendingStep else { return neededFrames }
    let behind = MediaTime.nanoseconds(FrameIndex.behind)
    let kept = step.count < 0 ? .zero : step.start.subtracting(behind) ?? step.start
    return min(kept, neededFrames ?? kept)
  }

  mutating func takePassedFrames(from: MediaTime, to: MediaTime) -> PassedFrames {
    let left = leftFrames.take()
    let (before, after) = (left ?? readAhead.frames, readAhead.frames)
    return PassedFrames(
      before: before.count(before: before.place(after: from)),
      after: after.count(before: after.place(from: to)), left: left)
  }
}
