import PlayheadMedia
import PlayheadTimekeeping

/// Findings about joined recordings and about errors in MPEG-TS packets.
enum ContainerFindingRules {
  static func findings(in report: TimingReport) -> [Finding] {
    let defects = report.framing?.transport?.defects ?? []
    let found = report.discontinuities
    let others = defects.filter { defect in !found.contains { $0.explains(defect) } }
    // A playlist may declare where another recording starts.
    let joins = found.count > report.declaredDiscontinuityCount ? found : []
    return joins.map {
      $0.separatesTracks(of: report) ? unrelatedClocks(at: $0) : finding(of: $0, defects)
    }
      + [losses(others, report), clockJumps(others, report)].compactMap(\.self)
  }

  private static func unrelatedClocks(at join: ClockDiscontinuity) -> Finding {
    Finding(
      .join, .warning, at: join.time, .clocksUnrelated(from: join.clockBefore, to: join.clockAfter))
  }

  private static func finding(of join: ClockDiscontinuity, _ defects: [TransportDefect]) -> Finding
  {
    // The first counter error is closer to the join than the first complete packet.
    let first = defects.filter(join.explains).map(\.byteOffset).min()
    let byteOffset = first.map { min($0, join.byteOffset ?? $0) } ?? join.byteOffset
    let step = join.clockAfter.seconds - join.clockBefore.seconds
    if CounterRange.isWrap(step) {
      return Finding(
        .timestampWrap, .error, at: join.time, atByte: byteOffset,
        .clockWraps(byte: byteOffset, from: join.clockBefore, to: join.clockAfter))
    }
    return Finding(
      .join, .warning, at: join.time, atByte: byteOffset,
      .recordingJoined(byte: byteOffset, from: join.clockBefore, to: join.clockAfter))
  }

  private static func losses(_ defects: [TransportDefect], _ report: TimingReport) -> Finding? {
    let lost = defects.filter { $0.kind == .discontinuity }
    guard let first = lost.first else { return nil }
    return Finding(
      .continuityError, .error, at: time(of: first, report), atByte: first.byteOffset,
      count: lost.count,
      .transportPacketsMissing(
        count: lost.count, firstByte: first.byteOffset, stream: first.stream))
  }

  private static func clockJumps(_ defects: [TransportDefect], _ report: TimingReport) -> Finding? {
    let jumps = defects.compactMap { defect -> (TransportDefect, Int64)? in
      guard case .clockJump(let ticks) = defect.kind else { return nil }
      // Missing packets make the clock jump too.
      let isLoss = defects.contains { $0.kind == .discontinuity && $0.overlaps(defect) }
      return isLoss ? nil : (defect, ticks)
    }
    guard let (first, ticks) = jumps.first else { return nil }
    return Finding(
      .clockReferenceJump, .warning, at: time(of: first, report), atByte: first.byteOffset,
      count: jumps.count,
      .clockReferenceJumps(
        count: jumps.count, by: Double(ticks) / 27e6, firstByte: first.byteOffset,
        stream: first.stream))
  }

  /// Converts the 33-bit timestamp of an error to a time on the report's timeline.
  private static func time(of defect: TransportDefect, _ report: TimingReport) -> MediaTime? {
    guard let timestamp = defect.timestamp, let start = report.start else { return nil }
    let join = report.discontinuities.last {
      $0.byteOffset.map { $0 <= defect.byteOffset } ?? false
    }
    let clock = (join?.clockAfter ?? start).seconds
    // Decode times may be earlier than the start of presentation.
    let turns = ((clock - 60 - Double(timestamp) / 90_000) / CounterRange.seconds33).rounded(.up)
    let ticks = Double(timestamp) + turns * CounterRange.seconds33 * 90_000
    guard let exact = Int64(exactly: ticks) else { return nil }
    let time = MediaTime(ticks: exact, timebase: Timebase(1, 90_000))
    guard let join, let shift = join.time.subtracting(join.clockAfter) else { return time }
    return time.adding(shift)
  }
}

extension ClockDiscontinuity {
  /// The rounding of times to the ticks of a track, in seconds.
  private static let rounding = 0.01

  /// Whether one of two tracks ends where the other one starts, so that they have no common clock.
  func separates(_ one: TrackTimingReport, _ two: TrackTimingReport) -> Bool {
    isBetween(one, two) || isBetween(two, one)
  }

  private func isBetween(_ one: TrackTimingReport, _ two: TrackTimingReport) -> Bool {
    guard let end = one.presentationEnd, let start = two.presentationStart else { return false }
    return end.seconds <= time.seconds + Self.rounding
      && start.seconds >= time.seconds - Self.rounding
  }

  /// Whether no played track continues over the join.
  fileprivate func separatesTracks(of report: TimingReport) -> Bool {
    let tracks = report.tracks.filter { $0.isOnTimeline && $0.presentationStart != nil }
    return tracks.allSatisfy { track in tracks.contains { separates(track, $0) } }
      && tracks.count > 1
  }

  /// Returns whether this join is between the packet and the previous packet with its PID.
  fileprivate func explains(_ defect: TransportDefect) -> Bool {
    guard let byteOffset else { return false }
    return defect.lastByteOffset < byteOffset && defect.byteOffset > lastByteOffset ?? byteOffset
  }
}

extension TransportDefect {
  fileprivate func overlaps(_ other: TransportDefect) -> Bool {
    lastByteOffset < other.byteOffset && other.lastByteOffset < byteOffset
  }
}

extension TransportFraming {
  /// Whether missing packets are the only errors.
  var hasOnlyLosses: Bool {
    defects.contains { $0.kind == .discontinuity } && !defects.contains { $0.kind == .damage }
  }
}
