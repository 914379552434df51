/// Checks of the options that decide when `--exec` runs its command.
extension PlayOptions {
  /// Refuses options with which the command would never run.
  func checkCueOptions() throws(UsageError) {
    guard cueCommand != nil else {
      let unused = [("--exec-on", cueEvents != nil), ("--exec-output", cueOutput != nil)]
      if let (name, _) = unused.first(where: \.1) {
        throw UsageError("\(name) has no use without --exec")
      }
      return
    }
    let events = cueEvents ?? [.boundary]
    if events.contains(.boundary), end == nil, !schedule.hasBoundaries {
      throw UsageError(
        cueEvents == nil
          ? "--exec runs at boundaries, and there are none without --every, --at or --end"
          : "--exec-on boundary has no use without --every, --at or --end")
    }
    let waiting: [CueEvent] = [.pause, .seek, .rate, .stall, .resume]
    if isInstant, let event = waiting.first(where: events.contains) {
      throw UsageError("--exec-on \(event) has no use with --instant, which does not wait")
    }
  }
}
