import PlayheadMedia
import PlayheadTimekeeping
import PlayheadTimingAnalysis
import Testing

/// Recordings of screens and conferences, which show one picture while nothing moves.
@Suite struct LongPictureTests {
  private let video = Synthetic.video()

  /// Frames at 25 a second, one of which is shown for some frames more.
  private func report(
    of container: String, longer frames: Int64, declared: MediaTime? = nil,
    isCovered: Bool = false, isRepeated: Bool = false
  ) -> TimingReport {
    let times = Synthetic.frames(250).enumerated().map { $1 + ($0 > 99 ? frames * 512 : 0) }
    var packets = Synthetic.packets(times, of: video, lasting: 512)
    packets[100].followsRepeats = isRepeated
    if isCovered { packets[99].durationTicks = (frames + 1) * 512 }
    var info = Synthetic.info([video], declared: declared)
    info.container = container
    var meter = TimingMeter(info: info)
    for packet in packets { meter.add(packet) }
    return meter.report(ending: .endOfMedia)
  }

  @Test(
    arguments: ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "flv", "nut", "ivf", "ogg"],
    [true, false])
  func aPictureThatIsShownForLongIsAVariableRate(container: String, isCovered: Bool) {
    for frames in [11, 22, 25, 200, 450] as [Int64] {
      let length = MediaTime.milliseconds(10_000 + frames * 40)
      let report = report(
        of: container, longer: frames, declared: length, isCovered: isCovered)
      #expect(report.findings.map(\.kind) == [.variableFrameRate])
      #expect(report.findings.first?.severity == .note)
    }
  }

  @Test func aLossOfAFewFramesIsAGap() {
    let report = report(of: "matroska,webm", longer: 5, declared: .milliseconds(10_200))
    #expect(Synthetic.kinds(report) == [.gap])
  }

  @Test func aPictureWhoseLengthIsStoredIsNoGap() {
    let length = MediaTime.milliseconds(10_200)
    for isCovered in [true, false] {
      let report = report(of: "mov,mp4", longer: 5, declared: length, isCovered: isCovered)
      #expect(Synthetic.kinds(report) == (isCovered ? [] : [.gap]))
    }
  }

  /// libavformat leaves out the packets without bytes.
  @Test func aPictureOfTheoraThatIsShownAgainIsNoGap() {
    for frames in [1, 5, 50] as [Int64] {
      let length = MediaTime.milliseconds(10_000 + frames * 40)
      let repeated = report(of: "ogg", longer: frames, declared: length, isRepeated: true)
      #expect(Synthetic.kinds(repeated).isEmpty)
      let missing = report(of: "ogg", longer: frames, declared: length)
      #expect(Synthetic.kinds(missing) == (frames < 25 ? [.gap] : [.variableFrameRate]))
    }
  }

  @Test func aPictureAfterTheDeclaredEndIsAJump() {
    let report = report(of: "matroska,webm", longer: 1_000, declared: .seconds(10))
    #expect(Synthetic.kinds(report).contains(.timestampJump))
  }

  @Test func containersOfStreamsHaveGapsAndJumps() {
    #expect(Synthetic.kinds(report(of: "mpegts", longer: 100)) == [.gap])
    #expect(Synthetic.kinds(report(of: "mpegts", longer: 500)) == [.timestampJump])
  }
}
