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

  /// Ends the pending seek or step with an error, and returns its result; nil if it has no completion handler.
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

  /// Looks for the keyframe in the media read; returns where the playhead lands, if that is known and not `position`.
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

  /// The position from which frames are kept even far behind the playhead; nil if none are.
  @inline(__always)  // A call for each packet would copy the feed.
  func keptFrames(_ feed: MediaFeed) -> MediaTime? {
    // They are for subscriptions, for the pending step, and from the keyframe where the playhead may land.
    var kept = feed.frameReaders.needed
    if let found = search?.found { kept = min(kept ?? found, found) }
    if case .step(let step) = pending { kept = min(kept ?? step.keptFrames, step.keptFrames) }
    return kept
  }
}

/// Finds the last keyframe at or before the target of a seek, in the packets read.
struct KeyframeSearch {
  let target: MediaTime
  /// The last keyframe until now that is at or before the target.
  private(set) var found: MediaTime?

  init(target: MediaTime) {
    self.target = target
  }

  /// Records a packet or the end. Returns whether the search is over: no later keyframe can come.
  mutating func record(_ read: MediaRead, in feed: inout MediaFeed, keeping kept: MediaTime?)
    -> Bool
  {
    guard case .packet(let packet) = read else { return true }
    return record(packet, feed.readAhead) || isFull(&feed, keeping: kept)
  }

  /// Records a keyframe at or before the target. Returns whether the packet is after all of these.
  private mutating func record(_ packet: PacketTiming, _ readAhead: ReadAhead) -> Bool {
    guard let track = readAhead.leadingTrack, packet.track == track.index,
      let zero = readAhead.zero
    else { return false }
    func position(_ ticks: Int64?) -> MediaTime? {
      ticks.flatMap { track.time(ofTicks: $0).subtracting(zero) }
    }
    let presented = position(packet.presentationTicks ?? packet.decodeTicks)
    if packet.isKeyframe, let presented, presented <= target { found = presented }
    // Keyframes come in order, and none is presented before it is decoded.
    return (packet.isKeyframe && presented.map { $0 > target } ?? false)
      || position(packet.decodeTicks).map { $0 > target } ?? false
  }

  /// Whether reading stops beyond the target, because the track has a gap there or has ended.
  private func isFull(_ feed: inout MediaFeed, keeping kept: MediaTime?) -> Bool {
    // The playhead may land on the keyframe that has been found.
    feed.consume(until: target, keepingFramesFrom: [kept, found].compactMap(\.self).min())
    return feed.readAhead.isFull(at: target)
  }
}
