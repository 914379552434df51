import PlayheadCore
import PlayheadTimekeeping

/// The course of the playhead.
extension AttachmentMachine {
  /// By how much a position may be wrong that can be anywhere in an item of unknown duration.
  private static let unknownDuration = MediaTime.seconds(86_400)

  /// The course from an instant on; nil if the position is not known.
  mutating func observation(at now: HostInstant) -> PlayheadObservation? {
    guard let facts, let item, let estimate = estimator.estimate(at: now) else {
      return nil
    }
    var observation = PlayheadObservation(
      timeline: estimate.timeline, uncertainty: estimate.uncertainty,
      drift: drift(of: estimate, at: now), rate: facts.chosenRate, state: facts.state)
    observation.bias = sourceError.bias
    observation.uncertainty += sourceError.total
    if let delay {
      let tolerance = Duration.nanoseconds(played(in: delay.tolerance))
      observation.isHeard = true
      observation.bias += tolerance
      observation.uncertainty += tolerance
    }
    if let silentSince = plan.silentSince {
      let growth = Int(min(facts.movingRate.doubleValue * 1e6, 1e9))
      observation.drift += growth
      observation.uncertainty += silentSince.duration(to: now) / 1_000_000 * growth
    }
    (observation.duration, observation.chapters) = (item.duration, media.chapters(of: item))
    courseEnd = stopAtPassEnd(&observation, until: estimate.end, at: now)
    last = observation
    return observation
  }

  /// The number of millionths of the elapsed time by which the uncertainty of an estimate grows until its end.
  private func drift(of estimate: PositionEstimate, at now: HostInstant) -> Int {
    let second = Duration.seconds(1)
    let end = estimate.end.map { now.duration(to: $0) } ?? second
    let time = min(max(end, .milliseconds(1)), second)
    let later = estimator.estimate(at: now.advanced(by: time))
    let growth = later.map { $0.uncertainty - estimate.uncertainty } ?? .zero
    return Int(min(max(growth / time * 1e6, 0), 1e9))
  }

  /// Stops the last course; nil without an item. An unknown position has the uncertainty of all that are possible.
  mutating func stopped(at now: HostInstant) -> PlayheadObservation? {
    guard var observation = last else { return nil }
    observation.uncertainty = observation.uncertainty(at: now)
    observation.drift = 0
    observation.timeline = Timeline(
      mediaAnchor: observation.timeline.position(at: now), hostAnchor: now, rate: .paused)
    if !estimator.isKnown { lose(&observation) }
    (last, courseEnd) = (observation, nil)
    return observation
  }

  /// The playhead during a seek: at its target if that is known, otherwise where it was; nil without an item.
  mutating func seekingObservation(at now: HostInstant) -> PlayheadObservation? {
    guard let facts, var observation = stopped(at: now) else { return nil }
    (observation.state, observation.rate) = (facts.state, facts.chosenRate)
    if let target = seek.target {
      observation.timeline = Timeline(
        mediaAnchor: max(target.position, .zero), hostAnchor: now, rate: .paused)
      lose(&observation)
    }
    last = observation
    return observation
  }

  /// Sets the uncertainty of a position that is not known.
  private func lose(_ observation: inout PlayheadObservation) {
    let position = observation.timeline.mediaAnchor
    var (first, end) = (MediaTime.zero, max(item?.duration ?? Self.unknownDuration, position))
    if let target = seek.target, let reach = target.reach.flatMap({ MediaTime($0) }) {
      (first, end) = (target.position, target.position.adding(reach) ?? target.position)
    }
    let errors = [first, end].compactMap { edge in
      max(edge, position).subtracting(min(edge, position)).map { Duration($0) }
    }
    observation.uncertainty = errors.max() ?? observation.uncertainty
    observation.isBeingMoved = true
  }
}
