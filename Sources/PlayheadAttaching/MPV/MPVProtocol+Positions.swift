import PlayheadInterprocess
import PlayheadTimekeeping

extension MPVProtocol {
  package mutating func read(at now: HostInstant) -> [UInt8] {
    // A player that opens a file is asked, too: its answer shows that it is alive.
    guard stage != .none, unknown.isEmpty, !owesPosition else { return [] }
    // `audio-pts` is then that of the position from which the sound in the output would start.
    let asked = accuracy.unheard != nil ? .frames : position
    return asked == .sound && accuracy.awaitsSound(at: now) ? [] : ask(for: asked, at: now)
  }

  package var owesPosition: Bool {
    questions.values.contains { if case .position = $0 { true } else { false } }
  }

  /// Whether a value may be that of the position before a seek or of its target.
  private func isSeeking(at now: HostInstant) -> Bool {
    properties.isSeeking && !seeks.isLoop || seeks.isUnderWay(at: now)
      || questions.values.contains { if case .request(.seek) = $0 { true } else { false } }
  }

  private mutating func ask(for position: MPVPosition, at now: HostInstant) -> [UInt8] {
    line([.string("get_property"), .string(position.name)], .position(position, sent: now))
  }

  /// Receives the answer to a question for the position.
  mutating func receive(
    _ value: MPVNode?, of asked: MPVPosition, sent: HostInstant, _ receipt: MessageReceipt,
    _ output: inout ProtocolOutput
  ) {
    if seeks.isOverdue(at: receipt.received) { decide(isLoop: false, receipt, &output) }
    guard !isSeeking(at: receipt.received) else { return }
    if asked == .sound { accuracy.hasSound = value?.time != nil }
    if let time = value?.time {
      // While a file is opened, it may be that of the one before.
      guard stage == .open, accuracy.isUsable(asked, at: sent) else { return }
      if asked == .frames { shownFrame = time }
      report(time, of: asked, sent: sent, receipt, &output)
    } else if asked == .sound {
      if facts.playback == .playing { usePosition(.frames, &output) }
      output.lines += ask(for: .frames, at: receipt.received)
    } else {
      reportFacts(receipt, &output)
      output.reports.append(.withoutPosition)
    }
  }

  /// Receives a time that mpv pushed. If another frame is shown while mpv is paused, that is a step.
  mutating func receive(
    frameTime time: MediaTime, _ receipt: MessageReceipt, _ output: inout ProtocolOutput
  ) {
    guard stage == .open, unknown.isEmpty, !isSeeking(at: receipt.received) else { return }
    let former = properties.isPaused ? shownFrame : nil
    shownFrame = time
    if let former, former != time {
      accuracy.step()
      output.reports.append(.moved(to: time, since: receipt.since, received: receipt.received))
    } else if position == .frames {
      report(time, of: .frames, sent: receipt.since, receipt, &output)
    }
  }

  private mutating func report(
    _ time: MediaTime, of source: MPVPosition, sent: HostInstant, _ receipt: MessageReceipt,
    _ output: inout ProtocolOutput
  ) {
    // The facts that arrived before the value apply to it.
    reportFacts(receipt, &output)
    let time = accuracy.position(of: time)
    let habits = accuracy.habits(of: source)
    if habits != reportedHabits {
      reportedHabits = habits
      output.reports.append(.habits(habits))
    }
    let reading = PositionReading(sent: sent, received: receipt.received, value: time)
    // Of the times that arrived together, only the last one shows more.
    if case .reading(let last) = output.reports.last, last.sent == sent {
      output.reports.removeLast()
    }
    output.reports.append(.reading(reading))
  }

  /// By how much mpv's correction of the pitch may move the sound at other rates than 1, which `audio-pts` does not show.
  var pitchError: Duration {
    let rate = properties.rate
    if rate == .normal || properties.correctsPitch == false || position == .frames { return .zero }
    return MPVAccuracy.pitchError * max(rate.doubleValue, 1)
  }

  /// Selects the property that has the position.
  mutating func usePosition(_ position: MPVPosition, _ output: inout ProtocolOutput) {
    self.position = position
    observeFrames(&output)
  }

  /// Observes the times of frames if they are the position: they show that a paused mpv steps to another frame.
  mutating func observeFrames(_ output: inout ProtocolOutput) {
    let observes = position == .frames || properties.isPaused
    guard observesFrames != observes else { return }
    observesFrames = observes
    let identifier = MPVNode.int(Self.frameObserver)
    output.lines += line(
      observesFrames
        ? [.string("observe_property"), identifier, .string(MPVPosition.frameName)]
        : [.string("unobserve_property"), identifier], nil)
  }
}
