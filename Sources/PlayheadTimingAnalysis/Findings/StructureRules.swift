import PlayheadMedia
import PlayheadTimekeeping

/// Findings about the structure of a container: index, programs, edit lists.
enum StructureRules {
  /// In seconds; the limit for audio that starts early (EBU R 37).
  private static let delayTolerance = 0.04
  /// In seconds; longer than the priming that edit lists usually exclude.
  private static let trimmedStartTolerance = 0.1
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
    if edit.delay.seconds > delayTolerance {
      return Finding(
        .editList, .note, track: edit.track, at: track.presentationStart,
        .trackDelayed(name, by: edit.delay.seconds))
    }
    // Media that every track excludes shifts no track against another.
    let others = report.tracks.filter { $0.isOnTimeline && $0.track.index != edit.track }
    let least = others.map { other in
      report.declarations.edits.first { $0.track == other.track.index }?.trimmedStart.seconds ?? 0
    }.min()
    guard let least, edit.trimmedStart.seconds - least > trimmedStartTolerance else { return nil }
    return Finding(
      .editList, .note, track: edit.track, at: track.presentationStart,
      .beginningSkipped(name, edit.trimmedStart.seconds))
  }
}
