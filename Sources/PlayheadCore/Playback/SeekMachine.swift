import PlayheadMedia
import PlayheadTimekeeping

/// Holds the pending seek or step, and decides where it lands.
///
/// Only one is pending at a time: a later one cancels it.
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

  /// Whether the target keyframe of a seek is not known yet. The playhead waits for it.
  var isSearching: Bool { search != nil }

  /// Whether a seek or a step is pending.
  var isPending: Bool { if case .nothing = pending { false } else { true } }

  /// Whether the target frame of a step is not known yet.
  var isStepping: Bool { if case .step = pending { true } else { false } }

  /// Whether a seek to a keyframe is pending.
  var isForKeyframe: Bool {
    if case .seek(let seek) = pending { seek.tolerance == .keyframe } else { false }
  }

  // MARK: Seeks

  /// Stores a seek until media has been read at its target. Nothing may be pending.
  mutating func wait(for seek: PendingSeek) { pending = .seek(seek) }

  /// Ends the pending seek, if there is one. Returns its result for the playhead at `position`.
  mutating func land(at position: MediaTime) -> PlaybackEvent? {
    guard case .seek(let seek) = pending else { return nil }
    pending = .nothing
    return seek.completion.map {
      .sought(
        completion: $0, result: .success(SeekResult(target: seek.target, landed: position)))
    }
  }

  /// Ends the pending seek or step with an error. Returns its result, or nil if it has no completion
  /// handler.
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

  /// Looks for the keyframe in the media read. Returns the position where the playhead lands, if it is
  /// known and differs from `position`.
  mutating func search(
    _ read: MediaRead, in feed: inout MediaFeed, from position: MediaTime
  ) -> MediaTime? {
    let kept = keptFrames(feed)
    guard search?.record(read, in: &feed, keeping: kept) == true, let search = search.take() else {
      return nil
    }
    let landed = max(search.found ?? position, .zero)
    return landed == position ? nil : landed
  }

  // MARK: Steps

  /// Stores a step until its frames have been read. Nothing may be pending.
  mutating func wait(for step: PendingStep) { pending = .step(step) }

  /// Returns the next action of the pending step; nil if there is none.
  mutating func nextStepAction(_ feed: MediaFeed) -> PendingStep.Action? {
    guard case .step(var step) = pending else { return nil }
    let action = step.nextAction(feed)
    pending = .step(step)
    return action
  }

  /// Removes the pending step and returns its completion handler, for the seek that replaces it.
  mutating func removeStep() -> SeekCompletion? {
    guard case .step(let step) = pending else { return nil }
    pending = .nothing
    return step.completion
  }

  /// The position from which frames are kept even if they are far behind the playhead: for
  /// subscriptions, for the pending step, and from the keyframe where the playhead may land.
  @inline(__always)  // A call for each packet would copy the feed.
  func keptFrames(_ feed: MediaFeed) -> MediaTime? {
    var kept = feed.frameReaders.needed
    if let found = search?.found { kept = min(kept ?? found, found) }
    if case .step(let step) = pending { kept = min(kept ?? step.keptFrames, step.keptFrames) }
    return kept
  }
}
