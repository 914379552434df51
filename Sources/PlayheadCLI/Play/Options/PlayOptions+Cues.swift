/// Checks of the options that decide when `--exec` runs its command.
extension PlayOptions {
  /// Refuses options with which the command would never run.
  func checkCueOptions() throws(UsageError) {
    guard cueCommand != nil else {
      let unused = [("--exec-on", cueEvents != nil), ("--exec-output", cueOutput != nil)]
      if let (name, _) = unused.first(where: \.1) {
        throw .missing("--exec", requiredBy: name)
      }
      return
    }
    let events = cueEvents ?? [.boundary]
    if events.contains(.boundary), end == nil, !schedule.hasBoundaries {
      throw .missing(
        "--every, --at or --end", requiredBy: cueEvents == nil ? "--exec" : "--exec-on boundary")
    }
    let waiting: [CueEvent] = [.pause, .seek, .rate, .stall, .resume]
    if isInstant, let event = waiting.first(where: events.contains) {
      throw .conflict("--exec-on \(event)", with: "--instant")
    }
  }
}
