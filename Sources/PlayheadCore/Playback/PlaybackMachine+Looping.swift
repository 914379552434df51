import Media
import Timekeeping

/// Loops. What comes after the seam is read while what comes before it is played.
extension PlaybackMachine {
  /// From where the wraps of a loop are counted, so that no rounding adds up over them.
  struct LoopOrigin {
    var timeline: Timeline
    var range: Range<MediaTime>
    /// How often the playhead has gone back since.
    var wraps: Int64
  }

  /// What is read for the next pass.
  struct NextFeed: Equatable {
    var generation: Int
    var range: Range<MediaTime>
  }

  /// As many passes are told one by one where several have come to their end at once; of more the
  /// first are told as one.
  private static let greatestTellingCount: Int64 = 32

  mutating func setLoop(_ loop: PlaybackLoop?, at now: HostInstant) {
    settle(at: now)
    guard !isClosed else { return }
    // A playhead that has left the new range since it was anchored is beyond it.
    if isMoving { anchor(at: position(at: now), now, rate: timeline.rate) }
    self.loop = loop
    passes = 0
    hasLeapt = true
    abandonNextPass(at: now)
  }

  /// What the playhead goes back over once it meets the end, as far as that is known.
  var loopedRange: Range<MediaTime>? {
    guard let loop, loop.goesBack(after: passes) else { return nil }
    let mediaEnd = readAhead.knowsEnd ? readAhead.greatestEnd : nil
    guard let end = loop.end.map({ min($0, mediaEnd ?? $0) }) ?? mediaEnd, loop.start < end
    else { return nil }
    if place >= end, end != mediaEnd { return nil }
    if let forwardEnd, place < forwardEnd, forwardEnd < end { return nil }
    return loop.start..<end
  }

  /// What the worker is to do for the pass after this one; nil where that is nothing.
  mutating func nextPassStep(at now: HostInstant) -> ReadingStep? {
    // A step may go beyond the range.
    guard let range = loopedRange, isReady, info?.isSeekable == true, pendingStep == nil else {
      abandonNextPass(at: now)
      return nil
    }
    let isPassRead =
      keyframeSearch == nil && hasRead(readAhead, to: range.upperBound)
      && (readAhead.isAtEnd || place < range.upperBound)
    guard nextPass != nil || isPassRead else { return nil }
    var pass = nextPass ?? readAhead
    if nextPass == nil {
      pass.restart(at: range.lowerBound.nanoseconds(rounding: .up))
      nextPass = pass
      generation += 1
      nextFeed = NextFeed(generation: generation, range: range)
      sourceTarget = range.lowerBound
    }
    if let target = sourceTarget.take(), let time = readAhead.containerTime(of: target) {
      return .seek(time, generation: generation)
    }
    if pass.isAtEnd || hasRead(pass, to: range.upperBound) { return .wait(until: nil) }
    // The playhead's distance from the start of the next pass.
    let position = position(at: now).nanoseconds(rounding: .down)
    let offset =
      range.lowerBound.nanoseconds(rounding: .down)
      - range.upperBound.nanoseconds(rounding: .down)
    guard pass.isFull(at: position + offset) else { return .read(generation: generation) }
    let refill = pass.refillPosition(from: position + offset) - offset
    return .wait(until: isMoving ? timeline.instant(of: .nanoseconds(refill)) : nil)
  }

  /// Whether what is read now is for the pass after this one.
  var isReadingNextPass: Bool {
    guard let nextPass, let range = loopedRange else { return false }
    return !hasRead(nextPass, to: range.upperBound)
  }

  /// Whether of a pass all is read before its end. What is decoded later may be presented before,
  /// but not by a second.
  private func hasRead(_ pass: ReadAhead, to end: MediaTime) -> Bool {
    guard decodes, pass.hasFrames, !pass.frames.isKnown(through: end) else {
      return pass.hasRead(to: end)
    }
    return end.adding(.seconds(1)).map(pass.hasRead(to:)) ?? false
  }

  /// Reads on where this pass was left; what is still to be decoded of it is read once more.
  mutating func abandonNextPass(at now: HostInstant) {
    guard nextPass.take() != nil else { return }
    sourceTarget = nil
    nextFeed = nil
    if decodes {
      let position = position(at: now)
      readAhead.readAgain(from: position.nanoseconds(rounding: .down))
      sourceTarget = position
    } else if !readAhead.isAtEnd {
      readAhead.readOnElsewhere()
      sourceTarget = readAhead.limit
    }
    guard sourceTarget != nil else { return }
    generation += 1
    needsWorker = true
  }

  /// Takes the playhead back over the range it has met the end of, once or as often as it has by
  /// now.
  mutating func wrap(over range: Range<MediaTime>, at now: HostInstant) {
    guard let info, info.isSeekable else {
      anchor(at: range.upperBound, now)
      return fail(MediaError(.seek, info?.name ?? "", .notSeekable), at: now)
    }
    var origin = LoopOrigin(timeline: timeline, range: range, wraps: 0)
    if let known = loopOrigin, known.range == range { origin = known }
    let isWhole = !decodes && nextPass?.hasRead(to: range.upperBound) == true
    let count = isWhole ? wrapCount(from: origin, at: now) : 1
    let merged = max(count - Self.greatestTellingCount + 1, 1)
    let (instant, position) = place(after: merged, from: &origin, at: now)
    let wasMoving = isMoving

    anchor(at: range.upperBound, instant)
    played.insert(range, times: Int(merged - 1))
    passes += Int(merged)
    let isRead = nextPass.map { $0.isAtEnd || $0.limit > range.lowerBound } ?? false
    if let pass = nextPass {
      leaveFrames()
      readAhead = pass
      (feed, nextFeed) = (nextFeed?.generation ?? feed, nil)
      // What is there from the start to the end of the range serves all further passes.
      if !isWhole || loop?.goesBack(after: passes) == false { nextPass = nil }
    } else {
      beginReading(at: range.lowerBound)
    }
    needsWorker = nextPass == nil
    if isRead {
      hold(nil, at: instant)
      anchor(at: position, instant, rate: wantedRate)
      noteJump(to: range.lowerBound)
      // Of a loop of nanoseconds the rest may be longer than it.
      place = range.lowerBound
      played.insert(place..<min(position, range.upperBound))
      origin.wraps += merged
      if wasMoving { loopOrigin = origin }
    } else {
      anchor(at: range.lowerBound, now)
      hold(.seeking, at: now)
    }
    tell(.looped, from: range.upperBound, at: instant)
  }

  /// How often the playhead has met the end by now.
  private func wrapCount(from origin: LoopOrigin, at now: HostInstant) -> Int64 {
    guard let due = origin.end(ofWrap: 1),
      let beyond = origin.timeline.position(at: now).subtracting(due), beyond >= .zero,
      let loop
    else { return 1 }
    let count = max(beyond.wholeMultiples(of: origin.length), 0)
    let left = loop.count.map { Int64($0 - 1 - passes) } ?? .max
    return min(count, .max - 1, left - 1) + 1
  }

  /// Where the playhead is at the instant of this wrap, and which that is. Begins anew to count
  /// where the numbers become too great.
  private func place(
    after wraps: Int64, from origin: inout LoopOrigin, at now: HostInstant
  ) -> (HostInstant, MediaTime) {
    if let due = origin.end(ofWrap: wraps), let instant = origin.timeline.instant(of: due),
      let beyond = origin.timeline.position(at: instant).subtracting(due),
      let position = origin.range.lowerBound.adding(max(beyond, .zero))
    {
      return (isMoving ? min(instant, now) : now, position)
    }
    origin = LoopOrigin(timeline: timeline, range: origin.range, wraps: 0)
    return (now, origin.range.lowerBound)
  }
}

extension PlaybackMachine.LoopOrigin {
  var length: MediaTime { range.upperBound.subtracting(range.lowerBound) ?? range.upperBound }

  /// What the origin's timeline would come to at the end of the pass so many wraps from now.
  func end(ofWrap number: Int64) -> MediaTime? {
    let (count, overflow) = wraps.addingReportingOverflow(number - 1)
    return overflow ? nil : length.multiplied(by: count).flatMap { range.upperBound.adding($0) }
  }
}
