import PlayheadMedia
import PlayheadTimekeeping

/// Findings about the structure of a container: index, programs, edit lists.
enum StructureRules {
  private static let greatestListedCount = 4

  static func findings(in report: TimingReport) -> [Finding] {
    [programs(in: report)].compactMap(\.self)
      + report.declarations.edits.compactMap { shift(by: $0, report) }
  }

  private static func programs(in report: TimingReport) -> Finding? {
    let programs = report.declarations.programs.filter { program in
      program.tracks.contains { report.track($0).map { $0.packetCount > 0 } ?? false }
    }
    guard programs.count > 1 else { return nil }
    let listed = programs.prefix(greatestListedCount).map { program in
      (number: program.number, tracks: program.tracks)
    }
    return Finding(
      .severalPrograms, .note, count: programs.count,
      .severalPrograms(listed, count: programs.count))
  }

  /// Finds an edit list that shifts its track: players that ignore the list lose synchronization.
  private static func shift(by edit: TrackEdit, _ report: TimingReport) -> Finding? {
    guard let track = report.track(edit.track), track.isOnTimeline else { return nil }
    let name = FindingMessage.TrackName(track.track.kind, edit.track)
    func severity(ofShift seconds: Double) -> Finding.Severity? {
      report.limits.severity(of: .editList, on: track.track.kind, [.seconds: seconds])
    }
    if edit.delay > .zero, let severity = severity(ofShift: edit.delay.seconds) {
      return Finding(
        .editList, severity, track: edit.track, at: track.presentationStart,
        .trackDelayed(name, by: edit.delay.seconds))
    }
    // Media that every track excludes shifts no track against another.
    let others = report.tracks.filter { $0.isOnTimeline && $0.track.index != edit.track }
    let least = others.map { other in
      report.declarations.edits.first { $0.track == other.track.index }?.trimmedStart.seconds ?? 0
    }.min()
    guard let least, edit.trimmedStart.seconds > least,
      let severity = severity(ofShift: least - edit.trimmedStart.seconds)
    else { return nil }
    return Finding(
      .editList, severity, track: edit.track, at: track.presentationStart,
      .beginningSkipped(name, edit.trimmedStart.seconds))
  }
}
