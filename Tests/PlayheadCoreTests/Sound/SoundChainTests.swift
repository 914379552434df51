import PlayheadAudio
import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

@Suite struct SoundChainTests {
  /// What an output receives from a chain.
  private struct Written {
    var numbers: [Int64?] = []
    /// The passes of the segments, and the position in milliseconds at which each pass begins.
    var passes: [Int] = []
    var starts: [String] = []
    var completePasses: [Int] = []
    var longest = 0

    /// Takes at most `room` samples at a time.
    mutating func take(_ chain: inout SoundChain, room: Int = 7) {
      repeat {
        while let segment = chain.nextSegment() {
          let start = segment.start.nanoseconds(rounding: .down) / 1_000_000
          if passes.last != segment.pass { starts.append("\(segment.pass): \(start)") }
          passes.append(segment.pass)
          longest = max(longest, segment.sampleCount)
          let count = min(room, segment.sampleCount)
          numbers += chain.withFirst(count) { $0.map(FakeSound.sample(ofValue:)) }
          chain.removeFirst(count)
        }
        if let pass = chain.removeCompletePass() { completePasses.append(pass) }
      } while !chain.isEmpty
    }
  }

  private func makeChain(_ sound: SoundSamples, from start: MediaTime = .zero) throws -> SoundChain
  {
    SoundChain(
      try sound.makeConverter(), timebase: .milliseconds,
      course: SoundCourse(pass: 0, start: start), rate: .normal)
  }

  @Test func eachSampleIsWrittenOnceAndInOrder() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    var written = Written()
    while let (sample, position) = try sound.next() {
      try chain.add(sample, at: position, until: nil)
      written.take(&chain)
    }
    chain.finish(at: .seconds(1), next: nil)
    written.take(&chain)
    #expect(written.numbers == Array(0..<1_000))
    #expect(written.completePasses == [0])
    #expect(chain.isEmpty)
  }

  @Test func soundBeforeTheStartAndAfterTheStopIsLeftOut() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound, from: .milliseconds(30))
    var written = Written()
    for _ in 0..<5 {
      guard let (sample, position) = try sound.next() else { break }
      try chain.add(sample, at: position, until: .milliseconds(85))
    }
    #expect(chain.end == .milliseconds(85))
    chain.finish(at: .milliseconds(85), next: nil)
    written.take(&chain)
    #expect(written.numbers == Array(30..<85))
  }

  @Test func soundThatWasCutAtAStopIsHeardOnceThePlaybackGoesOn() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    var written = Written()
    guard let (sample, position) = try sound.next() else { return }
    try chain.add(sample, at: position, until: .milliseconds(5))
    written.take(&chain)
    #expect(written.numbers == Array(0..<5) && chain.hasCutSound)
    chain.extend(until: .milliseconds(12))
    written.take(&chain)
    #expect(written.numbers == Array(0..<12) && chain.end == .milliseconds(12))
    guard let (next, nextPosition) = try sound.next() else { return }
    try chain.add(next, at: nextPosition, until: nil)
    written.take(&chain)
    #expect(written.numbers == Array(0..<40) && !chain.hasCutSound)
  }

  @Test func severalFramesBeyondAStopAreHeardOnceThePlaybackGoesOn() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    var written = Written()
    for _ in 0..<4 {
      guard let (sample, position) = try sound.next() else { return }
      try chain.add(sample, at: position, until: .milliseconds(10))
    }
    written.take(&chain)
    #expect(written.numbers == Array(0..<10) && chain.end == .milliseconds(10))
    chain.extend(until: nil)
    written.take(&chain)
    #expect(written.numbers == Array(0..<80))
  }

  @Test func aGapBeyondAStopIsHeardOnceThePlaybackGoesOn() throws {
    for goesOn in [true, false] {
      let sound = try SoundSamples()
      var chain = try makeChain(sound)
      var written = Written()
      guard let (sample, position) = try sound.next() else { return }
      try chain.add(sample, at: position, until: nil)
      while let (sample, position) = try sound.next(), position < .milliseconds(140) {
        if position < .milliseconds(100) { continue }
        try chain.add(sample, at: position, until: .milliseconds(50))
      }
      written.take(&chain)
      let gap = [Int64?](repeating: nil, count: 80)
      #expect(written.numbers == Array(0..<20) + gap.prefix(30), "\(goesOn)")
      if goesOn { chain.extend(until: nil) }
      chain.finish(
        at: .milliseconds(goesOn ? 140 : 50), next: SoundCourse(pass: 1, start: .milliseconds(500)))
      while let (sample, position) = try sound.next(), position < .milliseconds(520) {
        if position >= .milliseconds(500) { try chain.add(sample, at: position, until: nil) }
      }
      written.take(&chain)
      let middle = goesOn ? Array(gap) + Array(100..<140) : Array(gap.prefix(30))
      #expect(written.numbers == Array(0..<20) + middle + Array(500..<520), "\(goesOn)")
      #expect(written.starts == ["0: 0", "1: 500"])
    }
  }

  @Test func silenceFillsACourseToItsEndInParts() throws {
    var chain = try makeChain(SoundSamples())
    var written = Written()
    chain.finish(at: .seconds(20), next: nil)
    written.take(&chain, room: .max)
    #expect(written.numbers == Array(repeating: nil, count: 20_000))
    #expect(written.longest <= 4_096)
    #expect(written.completePasses == [0])
  }

  @Test func theNextCourseFollowsWithoutAGap() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    var written = Written()
    guard let (sample, position) = try sound.next() else { return }
    try chain.add(sample, at: position, until: nil)
    chain.finish(at: .milliseconds(10), next: SoundCourse(pass: 1, start: .milliseconds(500)))
    try sound.source.seek(to: .milliseconds(400))
    while let (sample, position) = try sound.next(), position < .milliseconds(600) {
      try chain.add(sample, at: position, until: nil)
    }
    written.take(&chain)
    #expect(written.numbers == Array(0..<10) + Array(500..<600))
    #expect(written.starts == ["0: 0", "1: 500"])
    #expect(written.completePasses == [0])
  }

  @Test func aPassIsCompleteOnceItsSoundHasBeenWritten() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    guard let (sample, position) = try sound.next() else { return }
    try chain.add(sample, at: position, until: nil)
    chain.finish(at: .milliseconds(20), next: nil)
    #expect(chain.nextSegment()?.sampleCount == 20)
    #expect(chain.removeCompletePass() == nil)
    chain.removeFirst(20)
    #expect(chain.nextSegment() == nil)
    #expect(chain.removeCompletePass() == 0)
    #expect(chain.removeCompletePass() == nil)
  }

  /// Otherwise the playhead would take the pass for silence, and not wait for its sound.
  @Test func aShortFirstPassIsWrittenBeforeItIsComplete() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    chain.setRate(Rate(2, 1))
    chain.restart(SoundCourse(pass: 2, start: .zero))
    guard let (sample, position) = try sound.next() else { return }
    try chain.add(sample, at: position, until: nil)
    chain.finish(at: .milliseconds(10), next: SoundCourse(pass: 3, start: .zero))
    let segment = chain.nextSegment()
    #expect(segment?.pass == 2 && segment?.sampleCount == 10)
    #expect(chain.removeCompletePass() == nil)
    if segment == nil { return }
    chain.removeFirst(10)
    #expect(chain.nextSegment() == nil)
    #expect(chain.removeCompletePass() == 2)
  }

  @Test func aRestartDropsEverythingBefore() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    guard let (sample, position) = try sound.next() else { return }
    try chain.add(sample, at: position, until: nil)
    _ = chain.nextSegment()
    chain.restart(SoundCourse(pass: 2, start: .milliseconds(700)))
    #expect(chain.isEmpty && chain.nextSegment() == nil && chain.end == .milliseconds(700))
    var written = Written()
    chain.finish(at: .milliseconds(705), next: nil)
    written.take(&chain)
    #expect(written.starts == ["2: 700"])
    #expect(written.numbers.count == 5)
  }

  @Test func aNewRateHoldsForTheSoundThatIsProcessedNext() throws {
    let sound = try SoundSamples()
    var chain = try makeChain(sound)
    guard let (sample, position) = try sound.next() else { return }
    try chain.add(sample, at: position, until: nil)
    chain.setRate(Rate(4, 1))
    #expect(chain.rate == Rate(4, 1))
    #expect(chain.nextSegment()?.rate == Rate(4, 1))
    #expect(chain.nextSegment()?.sampleCount == 5)
  }
}
