import PlayheadAlignment
import PlayheadListFiles
import PlayheadMedia
import PlayheadOutputs
import PlayheadPages
import PlayheadReading

/// Compares the recordings of a command line with the reference, or their sound with their picture.
final class AlignSession: Sendable {
  private let options: AlignOptions
  /// The recordings to compare with the reference, or with their own picture.
  private let files: [ListedFile]
  let stopRequest = StopRequest()
  private var interruption: Interruption { stopRequest.interruption }

  init(_ options: AlignOptions) {
    self.options = options
    files = options.listedFiles(options.others)
  }

  func run() throws(FileFailure) -> ExitStatus {
    var results = try AlignResults(options)
    if options.comparesPicture {
      comparePictures(&results)
    } else if options.comparesTimecode {
      compareTimecodes(&results)
    } else {
      compare(&results)
    }
    results.finish()
    return stopRequest.exitStatus ?? results.status
  }

  /// Compares the sound of each file with its picture.
  private func comparePictures(_ results: inout AlignResults) {
    var progress = AnalyzeProgress(isQuiet: options.isQuiet)
    for (index, file) in files.enumerated() {
      if results.isOver || interruption.isInterrupted { break }
      let name = file.name
      let result = Result { () throws(MediaError) in
        try SyncReport(of: file.media(options.access), interruption: interruption) { share in
          show(share, of: index, &progress)
        }
      }
      progress.clear()
      if interruption.isInterrupted { break }
      switch result {
      case .success(let report):
        let synced = SyncedFile(name: name, report: report)
        results.add(
          options.format == .json ? synced.json.text + "\n" : synced.text,
          PageSection(report, text: synced.summary, file: name, number: index + 1),
          isRelated: !report.marks.isEmpty)
      case .failure(let error):
        results.add(error, of: name, number: index + 1, version: SyncedFile.version)
      }
    }
  }

  /// Compares the timecode of each recording with that of the reference.
  private func compareTimecodes(_ results: inout AlignResults) {
    let reference = timecode(named: options.reference, number: 1, &results) {
      options.access.media(options.reference)
    }
    guard let reference else { return }
    var words = ["playhead", "follow", options.reference]
    for (index, file) in files.enumerated() {
      if results.isOver || interruption.isInterrupted { break }
      let other = timecode(named: file.name, number: index + 1, &results) {
        () throws(MediaError) in try file.media(options.access)
      }
      guard let other else { continue }
      let recording = AlignedRecording(options, name: file.name, other, against: reference)
      if let follower = recording.follower { words.append(follower) }
      results.write(text(of: recording))
    }
    writeFollow(words, to: results)
  }

  /// Reads the timecode of a file; nil without one, which is reported.
  private func timecode(
    named name: String, number: Int, _ results: inout AlignResults,
    _ media: () throws(MediaError) -> any MediaOpener
  ) -> TimecodedRecording? {
    do throws(MediaError) {
      let found = try TimecodedRecording(media(), interruption: interruption)
      if let found, !found.timecode.isReversed { return found }
      results.markUnrelated()
      Messages.say("\(name): \(found == nil ? "no timecode" : FileMessage.reversedTimecode.text)")
    } catch {
      if interruption.isInterrupted { return nil }
      results.add(error, of: name, number: number, version: AlignedRecording.version)
    }
    return nil
  }

  private func compare(_ results: inout AlignResults) {
    var progress = AnalyzeProgress(isQuiet: options.isQuiet)
    // The reference is read while the first recording is.
    let pending = SurveyedRecording.begin(
      options.access.media(options.reference), interruption: interruption)
    var reference: Result<SurveyedRecording, MediaError>?
    var words = ["playhead", "follow", options.reference]
    for (index, file) in files.enumerated() {
      if results.isOver || interruption.isInterrupted { break }
      let name = file.name
      let recording = Result { () throws(MediaError) in
        try SurveyedRecording(file.media(options.access), interruption: interruption) { share in
          show(share * SoundAlignment.surveyShare, of: index, &progress)
        }
      }
      let known = reference ?? pending()
      reference = known
      let result = Result { () throws(MediaError) in
        let (first, other) = try (known.get(), recording.get())
        let alignment = try SoundAlignment(of: first, other) { share in
          let left = 1 - SoundAlignment.surveyShare
          show(SoundAlignment.surveyShare + share * left, of: index, &progress)
        }
        return (alignment, other.sound)
      }
      progress.clear()
      if interruption.isInterrupted { break }
      switch result {
      case .success(let (alignment, sound)):
        let recording = AlignedRecording(options, name: name, alignment: alignment, sound: sound)
        if let follower = recording.follower { words.append(follower) }
        results.add(
          text(of: recording),
          PageSection(alignment, text: recording.text, file: name, number: index + 1),
          isRelated: alignment.relation != nil)
      case .failure(let error):
        // No recording can be compared without the reference.
        let isLast = if case .failure = known { true } else { false }
        results.add(
          error, of: isLast ? options.reference : name, number: index + 1,
          version: AlignedRecording.version)
        if isLast { return }
      }
    }
    writeFollow(words, to: results)
  }

  /// Writes the command that plays all files together, if there are some.
  private func writeFollow(_ words: [String], to results: AlignResults) {
    guard options.printsFollow, words.count > 3 else { return }
    results.write(words.map(\.shellWord).joined(separator: " ") + "\n")
  }

  private func text(of recording: AlignedRecording) -> String {
    if options.format == .json { return recording.json.text + "\n" }
    guard options.printsFix || options.printsFollow else { return recording.text }
    if options.printsFollow, recording.follower != nil { return "" }
    if let fix = recording.fix { return fix + "\n" }
    Messages.say(recording.text.split(separator: "\n").joined(separator: " "))
    return ""
  }

  private func show(_ share: Double, of index: Int, _ progress: inout AnalyzeProgress) {
    guard progress.isVisible, progress.millisecondsLeft == 0 else { return }
    progress.show("\(files[index].name): \(Int(share * 100)) %")
  }
}
