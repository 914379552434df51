import PlayheadAudio
import PlayheadMedia
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct SoundProgramTests {
  /// At 1,000 Hz, a millisecond is a sample.
  private static func program(from start: MediaTime = .zero) -> SoundProgram {
    SoundProgram(
      SoundCourse(pass: 4, start: start), sampleRate: 1_000, timebase: .milliseconds)
  }

  private static func piece(
    _ start: Int64, _ count: Int64, rate: Rate = .normal, before: Int64 = 0
  ) -> TimeStretch.Piece {
    TimeStretch.Piece(sampleCount: count, inputStart: start, rate: rate, samplesBefore: before)
  }

  /// Each segment as `pass: start, count`, in milliseconds.
  private static func text(_ segments: [SoundSegment]) -> [String] {
    segments.map { segment in
      "\(segment.pass): \(segment.start.nanoseconds(rounding: .down) / 1_000_000), \(segment.sampleCount)"
    }
  }

  @Test func soundIsPlacedFromTheStartOfTheCourse() {
    var program = Self.program(from: .milliseconds(500))
    // 20 samples before the start are left out.
    #expect(program.place(100, at: .milliseconds(480)).map(\.gap) == [-20])
    #expect(program.count == 80 && program.end == .milliseconds(580))
    #expect(Self.text(program.segments(of: Self.piece(0, 80))) == ["4: 500, 80"])
  }

  @Test func aGapIsCountedAsSilence() {
    var program = Self.program()
    #expect(program.place(100, at: .zero).map(\.gap) == [0])
    #expect(program.place(100, at: .milliseconds(150)) == [])
    #expect(program.settle(before: nil).map(\.gap) == [50])
    #expect(program.count == 250 && program.end == .milliseconds(250))
    #expect(program.samples(until: .milliseconds(300)) == 50)
    program.add(-30)
    #expect(program.end == .milliseconds(220) && program.count == 220)
  }

  @Test func segmentsAreDividedAtTheSeam() {
    var program = Self.program(from: .milliseconds(900))
    #expect(program.place(100, at: .milliseconds(900)).map(\.gap) == [0])
    program.begin(SoundCourse(pass: 5, start: .milliseconds(200)))
    #expect(program.pass == 5 && program.end == .milliseconds(200))
    #expect(program.place(100, at: .milliseconds(200)).map(\.gap) == [0])
    #expect(Self.text(program.segments(of: Self.piece(0, 150))) == ["4: 900, 100", "5: 200, 50"])
    let rest = Self.piece(0, 50, before: 150)
    #expect(Self.text(program.segments(of: rest)) == ["5: 250, 50"])
  }

  @Test func atAnotherRateTheSeamIsAtTheFirstOutputAfterIt() {
    var program = Self.program()
    #expect(program.place(101, at: .zero).map(\.gap) == [0])
    program.begin(SoundCourse(pass: 5, start: .milliseconds(1_000)))
    #expect(program.place(99, at: .milliseconds(1_000)).map(\.gap) == [0])
    let segments = program.segments(of: Self.piece(0, 100, rate: Rate(2, 1)))
    // Output sample 51 corresponds to input sample 102, which is one after the seam.
    #expect(Self.text(segments) == ["4: 0, 51", "5: 1001, 49"])
    #expect(segments.last?.position(after: 49) == .milliseconds(1_099))
  }

  @Test func soundThatBeginsElsewhereHasItsOwnPosition() {
    var program = Self.program()
    // The first sound is placed by its timestamp, to the nanosecond.
    #expect(program.place(100, at: .nanoseconds(10_400_000)).map(\.gap) == [10])
    let segments = program.segments(of: Self.piece(0, 110))
    #expect(segments.map(\.sampleCount) == [10, 100])
    #expect(segments.last?.start == .nanoseconds(10_400_000))
  }
}
