import PlaybackSession
import PlayheadKit
import PlayheadTestEnvironment
import Testing

@testable import PlayheadAnalysisCommands
@testable import PlayheadArguments
@testable import PlayheadAttachCommands
@testable import PlayheadCLI
@testable import PlayheadOutputs
@testable import PlayheadPlayCommands
@testable import PlayheadRecords

/// Each number that the command takes is one clear error, or is carried out.
@Suite struct ExtremeNumberTests {
  private static let durations: [MediaTime] = [
    .zero, .nanoseconds(1), .milliseconds(5_312), .nanoseconds(.max / 2), .nanoseconds(.max),
    MediaTime(ticks: .max, timebase: Timebase(1, 90_000)),
  ]

  private func check(_ error: String, _ text: String) {
    #expect(error.utf8.count < 480 && !error.isEmpty, "\(text)")
    #expect(error.unicodeScalars.allSatisfy { !$0.steersTerminal }, "\(text)")
  }

  /// Applies each option of a table, and returns those values that were accepted.
  @discardableResult
  private func apply<Options: SubcommandOptions>(
    _: Options.Type, _ use: (Options) -> Void = { _ in }
  ) -> Int {
    var count = 0
    for (option, text) in TestEffort.some(
      Options.table.filter { $0.argument != nil }, ExtremeNumbers.all)
    {
      var options = Options()
      do throws(UsageError) {
        try option.apply(&options, text)
        count += 1
        use(options)
        try options.setOperands(["a"])
      } catch {
        check(error.text, "--\(option.long) \(text)")
      }
    }
    return count
  }

  @Test func everyOptionTakesOrRefusesEveryNumber() {
    #expect(apply(PlayOptions.self) { use($0) } > TestEffort.some(0..<1_000).count)
    apply(AnalyzeOptions.self)
    apply(PacketTableOptions.self)
    apply(MeasureOptions.self)
    apply(InspectOptions.self)
    apply(ResumeOptions.self)
    apply(CompareOptions.self)
    apply(AlignOptions.self)
    apply(AttachOptions.self)
    apply(FollowOptions.self)
    apply(JobOptions.self)
  }

  /// Returns the arguments with a plus sign that options of a table take as numbers: they take one without the sign,
  /// and no word instead.
  private func signedNumbers<Options: SubcommandOptions>(_: Options.Type) -> [String] {
    var found: [String] = []
    for option in Options.table where option.argument != nil {
      func takes(_ text: String) -> Bool {
        var options = Options()
        do throws(UsageError) { try option.apply(&options, text) } catch { return false }
        return true
      }
      for form in [
        "N", "N.5", "0,N", "#N", "N%", "0:N", "00:00:00:N", "N/1", "25/N", "fd:N", "fd://N",
        "track:N", "127.0.0.1:N", "osc:127.0.0.1:N", "mtc:N:0",
      ] {
        let signed = form.replacing("N", with: "+5")
        if takes(form.replacing("N", with: "5")), !takes(form.replacing("N", with: "x5")),
          takes(signed)
        {
          found.append("--\(option.long) \(signed)")
        }
      }
    }
    return found
  }

  /// Those of `--control` are relative.
  @Test func noOptionTakesANumberWithAPlusSign() {
    let found =
      signedNumbers(PlayOptions.self) + signedNumbers(AnalyzeOptions.self)
      + signedNumbers(PacketTableOptions.self) + signedNumbers(MeasureOptions.self)
      + signedNumbers(InspectOptions.self) + signedNumbers(CompareOptions.self)
      + signedNumbers(AlignOptions.self) + signedNumbers(ResumeOptions.self)
      + signedNumbers(AttachOptions.self) + signedNumbers(FollowOptions.self)
      + signedNumbers(JobOptions.self)
    #expect(found == [])
  }

  private let timecodes = FrameRate(30_000, 1_001).flatMap {
    TimecodeCount($0, start: nil, frames: FrameCount($0))
  }

  private func use(_ options: PlayOptions) {
    guard options.start != nil || options.end != nil || options.schedule.hasBoundaries else {
      return
    }
    for duration in Self.durations {
      _ = options.start?.position(in: duration, timecodes: timecodes)
      _ = options.end?.position(in: duration, timecodes: timecodes)
      _ = options.schedule.schedule(in: duration, ChapterList(), CueFeed(), timecodes)
    }
  }

  /// The positions agree with those of floating-point arithmetic.
  @Test func everyPointThatIsTakenIsTheRightOne() {
    let duration = MediaTime.milliseconds(5_312)
    for text in ExtremeNumbers.plain {
      guard let number = Double(text), number.isFinite, !text.contains("e"), !text.contains("x")
      else {
        for form in [text, text + "%", "-" + text, "#" + text] {
          #expect(MediaPoint(form) == nil, "\(form)")
        }
        continue
      }
      if let point = MediaPoint(text) {
        #expect(point.position(in: duration)?.seconds == number, "\(text)")
      }
      if let point = MediaPoint("-" + text) {
        let position = point.position(in: duration)?.seconds ?? -1
        #expect(abs(position - max(5.312 - number, 0)) < 1e-9, "\(text)")
      }
      if let point = MediaPoint(text + "%") {
        let position = point.position(in: duration)?.seconds ?? -1
        #expect(abs(position - 0.05312 * number) < 6e-6, "\(text)")
      }
      #expect((MediaPoint(text + "%") != nil) == (number <= 100 && text.count <= 19), "\(text)")
    }
  }

  @Test func everyControlLineIsTakenOrRefused() {
    let verbs = ["seek", "rate", "step", "chapter", "volume", "mute", "play", "position"]
    var settings = SessionSettings(PlayOptions())
    var count = 0
    for verb in verbs {
      for text in ExtremeNumbers.all where text.contains(where: { $0 != "\t" && $0 != " " }) {
        do throws(ControlError) {
          let command = try SessionRequest(line: "\(verb) \(text)")
          count += 1
          switch command {
          case .seek(.point(let point), _):
            for duration in Self.durations { _ = point.position(in: duration) }
          case .changeVolume(let percents):
            settings.volume = Volume(percent: settings.volume).changed(by: percents).percent
            #expect((0...200).contains(settings.volume))
          case .setRate(let rate): #expect(Rate.playable.contains(rate))
          case .seek(.chapters(let count), _):
            #expect(ChapterList().start(count, from: .nanoseconds(.max)) == nil)
          default: break
          }
        } catch {
          check(error.text, "\(verb) \(text)")
        }
      }
    }
    #expect(count > 100)
  }

  @Test func everyOptionOfMPVTakesOrRefusesEveryNumber() {
    let table = MPVOption.table.sorted { $0.key < $1.key }.map(\.value)
    for (option, text) in TestEffort.some(table, ExtremeNumbers.all) {
      var settings = MPVSettings()
      do throws(MPVOptionError) {
        try option.parse(text, into: &settings)
        use(settings.playOptions(["a"], isTerminal: false))
      } catch {
        for line in error.details(option.name) { check(line, "\(option.name)=\(text)") }
      }
    }
  }
}
