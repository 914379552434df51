import PlayheadKit
import PlayheadLocking

/// Compares the recordings of a command line with the reference, or their sound with their picture.
final class AlignSession: Sendable {
  private let options: AlignOptions
  private let interruption = Interruption()
  private let stopReason = Locked(EndReason?.none)

  init(_ options: AlignOptions) { self.options = options }

  /// Interrupts the reading, and opens no more files.
  func stop(_ reason: EndReason) {
    stopReason.withLock { $0 = reason }
    interruption.interrupt()
  }

  func run() -> ExitStatus {
    let output = StandardOutput()
    let status = options.comparesPicture ? comparePictures(output) : compare(output)
    if let status = stopReason.withLock({ $0 })?.exitStatus { return status }
    return output.hasFailed ? .failed : status
  }

  /// Compares the sound of each file with its picture.
  private func comparePictures(_ output: StandardOutput) -> ExitStatus {
    var progress = AnalyzeProgress(isQuiet: options.isQuiet)
    var status = ExitStatus.played
    for (index, name) in options.others.enumerated() {
      if output.isOver || interruption.isInterrupted { break }
      let result = Result { () throws(MediaError) in
        try SyncReport(of: options.access.media(name), interruption: interruption) { share in
          show(share, of: index, &progress)
        }
      }
      progress.clear()
      if interruption.isInterrupted { break }
      switch result {
      case .success(let report):
        let file = SyncedFile(name: name, report: report)
        output.write(options.format == .json ? file.json.text + "\n" : file.text)
        if report.marks.isEmpty, status == .played { status = .unrelated }
      case .failure(let error):
        status = .failed
        report(error, of: name, to: output, version: SyncedFile.version)
      }
    }
    return status
  }

  private func compare(_ output: StandardOutput) -> ExitStatus {
    var progress = AnalyzeProgress(isQuiet: options.isQuiet)
    var status = ExitStatus.played
    // The reference is read while the first recording is.
    let pending = SurveyedRecording.begin(
      options.access.media(options.reference), interruption: interruption)
    var reference: Result<SurveyedRecording, MediaError>?
    for (index, name) in options.others.enumerated() {
      if output.isOver || interruption.isInterrupted { break }
      let recording = Result { () throws(MediaError) in
        try SurveyedRecording(options.access.media(name), interruption: interruption) { share in
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
        return (alignment, other.sound.trackIndex)
      }
      progress.clear()
      if interruption.isInterrupted { break }
      switch result {
      case .success(let (alignment, track)):
        print(AlignedRecording(options, name: name, alignment: alignment, track: track), to: output)
        if alignment.relation == nil, status == .played { status = .unrelated }
      case .failure(let error):
        status = .failed
        let file = if case .failure = known { options.reference } else { name }
        report(error, of: file, to: output, version: AlignedRecording.version)
        // No recording can be compared without the reference.
        if case .failure = known { return status }
      }
    }
    return status
  }

  private func report(
    _ error: MediaError, of file: String, to output: StandardOutput, version: Int
  ) {
    Messages.say("\(error)")
    guard options.format == .json else { return }
    output.write(JSONObject.ofError(error, version: version, file: file).text + "\n")
  }

  private func print(_ recording: AlignedRecording, to output: StandardOutput) {
    switch options.format {
    case .json: output.write(recording.json.text + "\n")
    case .text:
      if options.printsFix, recording.alignment.relation == nil {
        Messages.say(recording.text.split(separator: "\n").joined(separator: " "))
      } else {
        output.write(options.printsFix ? (recording.fix ?? "") + "\n" : recording.text)
      }
    }
  }

  private func show(_ share: Double, of index: Int, _ progress: inout AnalyzeProgress) {
    guard progress.isVisible, progress.millisecondsLeft == 0 else { return }
    progress.show("\(options.others[index]): \(Int(share * 100)) %")
  }
}
