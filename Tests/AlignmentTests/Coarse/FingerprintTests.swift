import Testing

@testable import PlayheadAlignment

@Suite struct FingerprintTests {
  @Test func memoryIsBoundedByDroppingEverySecondFrame() {
    var fingerprint = Fingerprint(capacity: 8)
    for number in 0..<40 { fingerprint.append(rises: UInt32(number), falls: 0) }
    #expect(fingerprint.count <= 8 && fingerprint.stride == 8)
    #expect(fingerprint.rises == [0, 8, 16, 24, 32])
    #expect(fingerprint.thinned(to: 16).rises == [0, 16, 32])
  }

  @Test func silenceAndSteadyTonesHaveNoSigns() {
    let tone = (0..<16_000).map { Float($0 % 8 < 4 ? 0.5 : -0.5) }
    for samples in [tone, [Float](repeating: 0, count: 16_000)] {
      let fingerprint = ArraySound(samples).fingerprint
      #expect(fingerprint.count > 40)
      #expect(fingerprint.rises.allSatisfy { $0 == 0 } && fingerprint.falls.allSatisfy { $0 == 0 })
    }
  }
}
