import PlayheadAudio
import PlayheadCore
import PlayheadMedia
import PlayheadTesting
import PlayheadTimekeeping
import PlayheadTestEnvironment
import Testing

/// Outputs of other programs, whose numbers no device has.
@Suite struct StrangeOutputTests {
  /// What an output states instead of the truth.
  struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var format: AudioFormat?
    var takenCount: Int?
    var change: @Sendable (inout AudioOutputStatus) -> Void = { _ in }
  }

  private final class StrangeOutput: AudioOutput {
    private let output: any AudioOutput
    private let fault: Fault

    init(_ output: any AudioOutput, _ fault: Fault) { (self.output, self.fault) = (output, fault) }

    var format: AudioFormat { fault.format ?? output.format }

    var status: AudioOutputStatus {
      var status = output.status
      fault.change(&status)
      return status
    }

    func write(_ samples: UnsafeBufferPointer<Float>) -> Int {
      let count = output.write(samples)
      return fault.takenCount ?? count
    }

    func start() { output.start() }
    func pause() { output.pause() }
    func flush() { output.flush() }
    func drain() { output.drain() }
    func requestReading() { output.requestReading() }
    func close() { output.close() }
  }

  private struct StrangeOpener: AudioOutputOpener {
    let opener: FakeAudioOpener
    let fault: Fault

    func open(
      _ format: AudioFormat, interruption: Interruption, onChange: @escaping @Sendable () -> Void
    ) throws(AudioError) -> any AudioOutput {
      let output = try opener.open(format, interruption: interruption, onChange: onChange)
      return StrangeOutput(output, fault)
    }
  }

  private static let numbers = [Int.max, .max - 1, .min, .min + 1, -1]

  private static let faults = numbers.flatMap(makeFaults)

  private static func makeFaults(_ number: Int) -> [Fault] {
    [
      Fault(testDescription: "write \(number)", takenCount: number),
      Fault(testDescription: "writable \(number)") { $0.writableSampleCount = number },
      Fault(testDescription: "next \(number)") { $0.nextSample = Int64(number) },
      Fault(testDescription: "answered \(number)") { $0.answeredRequestCount = number },
      Fault(testDescription: "underruns \(number)") { $0.underrunCount = number },
      Fault(testDescription: "empty \(number)") { $0.samplesReadWhenEmpty = Int64(number) },
      Fault(testDescription: "written \(number)") { $0.reading?.samplesWritten = Int64(number) },
      Fault(testDescription: "read \(number)") { $0.reading?.samplesRead = Int64(number) },
      Fault(testDescription: "both \(number)") {
        $0.reading?.samplesWritten = Int64(number)
        $0.reading?.samplesRead = Int64(number)
      },
      Fault(testDescription: "read of \(number)") {
        $0.reading?.samplesWritten = .max
        $0.reading?.samplesRead = Int64(number)
        $0.writableSampleCount = .max
        $0.nextSample = 0
      },
      Fault(testDescription: "latency \(number)") { $0.reading?.latency = .seconds(number) },
      Fault(testDescription: "instant \(number)") {
        $0.reading?.instant = HostInstant(nanoseconds: Int64(number))
      },
    ]
  }

  private static let formats: [Fault] =
    (numbers + [0]).flatMap { number in
      [
        AudioFormat(sampleRate: number, channelCount: 1),
        AudioFormat(sampleRate: 48_000, channelCount: number),
      ]
    }
    .map { Fault(testDescription: "\($0.sampleRate), \($0.channelCount)", format: $0) }

  private func player(_ seconds: Int, _ fault: Fault, _ clock: ManualHostClock) -> Player {
    let opener = StrangeOpener(opener: FakeAudioOpener(clock: clock), fault: fault)
    let media = FakeMedia(
      info: SoundStage.info(), steps: FakeMedia.frames(0..<seconds * 50, frameTicks: 20))
    return Player(media: media, clock: clock, audio: AudioPlayback(output: opener))
  }

  @Test(arguments: TestEffort.some(faults)) func noNumberOfAnOutputTraps(_ fault: Fault) {
    let clock = ManualHostClock(now: HostInstant(nanoseconds: 1_000_000_000))
    func advance(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }
    let player = player(3, fault, clock)
    player.play()
    advance(500)
    player.setRate(Rate(2, 1))
    advance(100)
    player.pause()
    advance(100)
    player.beginRate(.normal, atHostTime: clock.now.advanced(by: .milliseconds(800)))
    advance(1_000)
    player.beginSeek(to: .seconds(1))
    advance(300)
    player.setLoop(PlaybackLoop(from: .seconds(1), to: .milliseconds(1_300), count: 3))
    advance(1_000)
    let progress = player.currentProgress()
    #expect(progress.position >= .zero && progress.position <= .seconds(3))
    player.setLoop(nil)
    advance(4_000)
    player.close()
    advance(100)
  }

  @Test(arguments: formats) func anOutputWithAFormatThatIsNotPossibleIsNotUsed(_ fault: Fault) {
    let clock = ManualHostClock()
    let player = player(1, fault, clock)
    player.play()
    clock.advance(by: .seconds(3))
    #expect(player.playbackState == .ended)
    guard case .silent(.noOutput(let error)) = player.audioState else {
      Issue.record("\(player.audioState)")
      return
    }
    #expect(error.reason == .refused)
  }
}
