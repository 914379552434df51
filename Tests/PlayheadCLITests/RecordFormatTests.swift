import PlayheadKit
import Testing

@testable import PlayheadCLI

@Suite struct RecordFormatTests {
  private func progress(
    _ position: MediaTime, of duration: MediaTime?, isExact: Bool = true,
    state: PlaybackState = .playing
  ) -> PlayheadProgress {
    PlayheadProgress(
      position: position, due: position, hostInstant: HostInstant(nanoseconds: 7),
      duration: duration.map { MediaDuration(time: $0, isExact: isExact) }, rate: Rate(3, 2),
      state: state, cause: .beat, skipped: 2)
  }

  private func text(_ progress: PlayheadProgress) -> String? {
    TextFormat().bytes(of: .progress(progress, wallTime: nil), file: "f").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func numbersAreTruncated() {
    let duration = MediaTime.nanoseconds(5_312_999_999)
    #expect(text(progress(.nanoseconds(1_999_999_999), of: duration)) == "1.999 5.312 37.6\n")
    #expect(text(progress(.nanoseconds(5_312_999_998), of: duration)) == "5.312 5.312 99.9\n")
    #expect(text(progress(duration, of: duration, state: .ended)) == "5.312 5.312 100.0\n")
  }

  @Test func onlyTheEndIsAHundredPercent() {
    let duration = MediaTime.seconds(1)
    #expect(text(progress(duration, of: duration, isExact: false)) == "1.000 1.000 99.9\n")
    #expect(text(progress(.zero, of: .zero, state: .ended)) == "0.000 0.000 100.0\n")
  }

  @Test func anUnknownDurationIsADash() {
    #expect(text(progress(.seconds(1), of: nil)) == "1.000 - -\n")
  }

  @Test func jsonNumbersHaveSixDecimals() throws {
    let bytes = try #require(
      JSONFormat().bytes(
        of: .progress(progress(.nanoseconds(1_234_567_899), of: .seconds(3)), wallTime: nil),
        file: "a\"\\\n\u{1}\u{9B}é"))
    let line = String(decoding: bytes, as: UTF8.self)
    #expect(
      line == #"{"type":"progress","file":"a\"\\\n\u0001\u009bé","position":1.234567,"#
        + #""due":1.234567,"duration":3.000000,"duration_exact":true,"fraction":0.411522,"#
        + #""rate":1.500000,"state":"playing","cause":"beat","skipped":2,"host_time_ns":null,"#
        + #""wall_time":null}"# + "\n")
  }

  @Test func negativeTimesKeepTheirSign() {
    #expect(MediaTime.milliseconds(-1_500).decimalText(places: 3) == "-1.500")
    #expect(MediaTime.nanoseconds(-1).decimalText(places: 3) == "0.000")
    #expect(MediaTime.seconds(.max).decimalText(places: 6) == "9223372036.854775")
  }
}
