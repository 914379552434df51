import Media
import Timekeeping

/// Has the seek or the step that waits, and decides where it lands.
///
/// One waits at a time: a later one cancels it.
struct SeekMachine {
  struct PendingSeek {
    var target: MediaTime
    var tolerance: SeekTolerance
    var completion: SeekCompletion?
  }

  private enum Pending {
    case nothing
    case seek(PendingSeek)
    case step(PendingStep)
  }

  private var pending = Pending.nothing
  private var search: KeyframeSearch?

  /// Whether the keyframe that a seek goes to is not known yet. The playhead is held until it is.
  var isSearching: Bool { search != nil }

  /// Whether the frame that a step goes to is not known yet.
  var isStepping: Bool { if case .step = pending { true } else { false } }

  /// Whether what waits is a seek to a keyframe.
  var isForKeyframe: Bool {
    if case .seek(let seek) = pending { seek.tolerance == .keyframe } else { false }
  }

  // MARK: Seeks

  /// Has a seek wait for media to be read at its target. What waited before must have been ended.
  mutating func wait(for seek: PendingSeek) { pending = .seek(seek) }

  /// Ends the seek that waits, if there is one. Returns its result for the playhead at `position`.
  mutating func land(at position: MediaTime) -> PlaybackEvent? {
    guard case .seek(let seek) = pending else { return nil }
    pending = .nothing
    return seek.completion.map {
      .sought(
        completion: $0, result: .success(SeekResult(target: seek.target, landed: position)))
    }
  }

  /// Ends the seek or step that waits with an error. Returns the result to report, if somebody
  /// asked for it.
  mutating func fail(_ error: MediaError) -> PlaybackEvent? {
    defer { pending = .nothing }
    let completion: SeekCompletion? =
      switch pending {
      case .nothing: nil
      case .seek(let seek): seek.completion
      case .step(let step): step.completion
      }
    return completion.map { .sought(completion: $0, result: .failure(error)) }
  }

  // MARK: Keyframes

  mutating func beginSearch(for target: MediaTime) { search = KeyframeSearch(target: target) }

  mutating func endSearch() { search = nil }

  /// Looks at what was read for the keyframe. Returns where the playhead is to land, if that is
  /// decided and not where it stands.
  mutating func search(
    _ read: MediaRead, in feed: inout MediaFeed, from position: MediaTime
  ) -> MediaTime? {
    let kept = keptFrames(feed)
    guard search?.take(read, in: &feed, keeping: kept) == true, let search = search.take() else {
      return nil
    }
    let landed = max(search.found ?? position, .zero)
    return landed == position ? nil : landed
  }

  // MARK: Steps

  /// Has a step wait for the frames it needs. What waited before must have been ended.
  mutating func wait(for step: PendingStep) { pending = .step(step) }

  /// Returns what the step that waits needs next; nil if none waits.
  mutating func nextStepAction(_ feed: MediaFeed) -> PendingStep.Action? {
    guard case .step(var step) = pending else { return nil }
    let action = step.nextAction(feed)
    pending = .step(step)
    return action
  }

  /// Ends the step that waits, and returns who is told of its end: the seek that it becomes tells.
  mutating func takeStepCompletion() -> SeekCompletion? {
    guard case .step(let step) = pending else { return nil }
    pending = .nothing
    return step.completion
  }

  /// From where on frames are kept although they lie far behind the playhead.
  func keptFrames(_ feed: MediaFeed) -> MediaTime? {
    guard case .step(let step) = pending else { return feed.neededFrames }
    let kept = step.keptFrames
    return min(kept, feed.neededFrames ?? kept)
  }
}
