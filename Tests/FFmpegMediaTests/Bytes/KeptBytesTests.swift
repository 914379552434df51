import Testing

@testable import PlayheadFFmpeg

@Suite struct KeptBytesTests {
  private func copy(_ kept: KeptBytes, at place: Int64, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      length = kept.copy(at: place, to: buffer.baseAddress!, count: count)
    }
  }

  private func keep(_ bytes: [UInt8], at place: Int64, in kept: inout KeptBytes) {
    bytes.withUnsafeBufferPointer { kept.keep($0, at: place) }
  }

  @Test func partsAreFoundAndJoined() {
    var kept = KeptBytes()
    keep([5, 6, 7], at: 5, in: &kept)
    keep([20, 21], at: 20, in: &kept)
    keep([8, 9], at: 8, in: &kept)
    keep([1], at: 1, in: &kept)
    #expect(copy(kept, at: 5, count: 9) == [5, 6, 7, 8, 9])
    #expect(copy(kept, at: 7, count: 2) == [7, 8])
    #expect(copy(kept, at: 1, count: 4) == [1])
    #expect(copy(kept, at: 0, count: 4) == [] && copy(kept, at: 10, count: 4) == [])
    #expect(kept.countMissing(at: 10, of: 30) == 10 && kept.countMissing(at: 10, of: 3) == 3)
    #expect(kept.countMissing(at: 22, of: 30) == 30 && kept.countMissing(at: 0, of: 9) == 1)
  }

  @Test func partsBeyondTheLimitAreNotKept() {
    var kept = KeptBytes(limit: 4)
    keep([1, 2, 3], at: 1, in: &kept)
    keep([4, 5], at: 4, in: &kept)
    keep([9], at: 9, in: &kept)
    #expect(copy(kept, at: 1, count: 9) == [1, 2, 3] && copy(kept, at: 9, count: 1) == [9])
  }
}
