import PlayheadTimekeeping

/// A scheduled start.
extension SoundMachine {
  /// Begins the silence before a scheduled start in time, and ends it.
  mutating func followStart(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep? {
    guard let lead else {
      if case .open(.stopped) = output, !progress.isHungry, let start = playback.readyStart,
        now >= Self.leadInstant(of: start)
      {
        self.lead = SoundLead(before: start, at: now)
      }
      return nil
    }
    if playback.isMoving {
      self.lead = nil
      return nil
    }
    if playback.scheduledStart != nil { return nil }
    let isEarly = now < lead.start
    // Sound that is written again is heard after the latency.
    let earliest = now.advanced(by: progress.status?.reading?.latency ?? .zero)
      .advanced(by: Self.shortReadingInterval)
    if earliest >= lead.start, !playback.rate.isPaused {
      // More silence would only delay the sound.
      self.lead?.end()
      return nil
    }
    // The start was cancelled.
    self.lead = nil
    if !lead.isOver { return .discard }
    return isEarly && playback.isSeekable ? .readAgain : nil
  }

  static func leadInstant(of start: HostInstant) -> HostInstant {
    start.advanced(by: .zero - SoundLead.duration)
  }

  /// Writes the silence before a scheduled start.
  mutating func nextLeadStep(
    _ progress: Progress, _ playback: borrowing PlaybackMachine, at now: HostInstant
  ) -> SoundStep? {
    guard var lead, !lead.isOver, let status = progress.status,
      let sampleRate = playback.soundSampleRate
    else { return nil }
    let count = lead.nextSilence(
      room: status.writableSampleCount,
      missing: playback.sampleCount(from: status.nextSample, until: lead.start),
      sampleRate: sampleRate, at: now)
    self.lead = lead
    if lead.isOver { return .setWriting(true) }
    return count > 0 ? .lead(count) : nil
  }
}
