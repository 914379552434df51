import Testing

@testable import PlayheadTimingAnalysis

@Suite struct InterleavingTests {
  /// Two tracks of 100 packets a second each, 100 bytes long.
  private static let packetsPerSecond = 100

  private func measure(
    seconds: Int, _ offset: (_ track: Int, _ number: Int, _ count: Int) -> Int64?
  ) -> Interleaving {
    let count = seconds * Self.packetsPerSecond
    var interleaving = Interleaving()
    for number in 0..<count {
      for track in 0..<2 {
        interleaving.add(
          track: track, seconds: Double(number) / Double(Self.packetsPerSecond),
          offset: offset(track, number, count), byteCount: 100)
      }
    }
    return interleaving
  }

  @Test func packetsInTurnAreClose() {
    let measured = measure(seconds: 20) { track, number, _ in Int64(number * 200 + track * 100) }
    #expect(measured.greatestSeconds < 0.011)
    #expect(measured.greatestByteCount == 100)
  }

  /// A demuxer of MP4 reads such a file by time. With many packets, the places are sampled.
  @Test(arguments: [20, 2_000])
  func aTrackThatFollowsTheOtherIsFarFromIt(seconds: Int) {
    let measured = measure(seconds: seconds) { track, number, count in
      Int64((number + track * count) * 100)
    }
    #expect(measured.greatestSeconds <= Double(seconds))
    #expect(measured.greatestSeconds > Double(seconds) * 0.998 - 0.02)
  }

  @Test func withoutOffsetsTheOrderOfReadingCounts() {
    var interleaving = Interleaving()
    for number in 0..<30 {
      interleaving.add(track: 0, seconds: Double(number) / 10, offset: nil, byteCount: 50)
    }
    interleaving.add(track: 1, seconds: 0, offset: nil, byteCount: 50)
    #expect(interleaving.greatestSeconds == 2.9)
  }

  @Test func extremeOffsetsDoNotOverflow() {
    var interleaving = Interleaving()
    for offset in [Int64.min, .max, 0, .max, .min] {
      interleaving.add(track: 0, seconds: 0, offset: offset, byteCount: Int(Int32.max))
      interleaving.add(track: 1, seconds: 1, offset: offset, byteCount: 0)
    }
    #expect(interleaving.greatestSeconds == 1)
  }
}
