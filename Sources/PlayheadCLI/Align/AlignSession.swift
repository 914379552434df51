import PlayheadKit
import PlayheadLocking

/// Compares the recordings of a command line with the reference.
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
        Messages.say("\(error)")
        if options.format == .json {
          let file = if case .failure = known { options.reference } else { name }
          output.write(
            JSONObject.ofError(error, version: AlignedRecording.version, file: file).text + "\n")
        }
        // No recording can be compared without the reference.
        if case .failure = known { return status }
      }
    }
    if let status = stopReason.withLock({ $0 })?.exitStatus { return status }
    return output.hasFailed ? .failed : status
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
