import PlayheadMedia
import Testing

@Suite struct SegmentIndexTests {
  private func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  private func box(
    version: UInt64 = 0, start: UInt64 = 90, first: UInt64 = 4,
    _ references: [(size: UInt64, duration: UInt64)], count: Int? = nil
  ) -> [UInt8] {
    let width = version == 0 ? 4 : 8
    let head =
      bytes(version << 24, 4) + bytes(1, 4) + bytes(90, 4) + bytes(start, width)
      + bytes(first, width) + bytes(0, 2) + bytes(UInt64(count ?? references.count), 2)
    let content =
      head + references.flatMap { bytes($0.size, 4) + bytes($0.duration, 4) + bytes(0, 4) }
    return bytes(UInt64(content.count + 8), 4) + Array("sidx".utf8) + content
  }

  @Test(arguments: [0, 1] as [UInt64])
  func segmentsFollowEachOtherAfterTheIndex(version: UInt64) throws {
    let free = bytes(12, 4) + Array("free".utf8) + [0, 0, 0, 0]
    let index = box(version: version, [(100, 180), (50, 90)])
    let found = try #require(SegmentIndex(free + index, at: 1_000))
    let end = Int64(1_000 + 12 + index.count)
    #expect(found.entries.map(\.range) == [end + 4..<end + 104, end + 104..<end + 154])
    #expect(found.entries.map(\.start.ticks) == [90, 270] && !found.isNested)
    #expect(found.entries.map(\.duration) == [.seconds(2), .seconds(1)])
  }

  @Test func aReferenceToAnIndexIsNested() throws {
    let found = try #require(SegmentIndex(box([(1 << 31 | 7, 90), (9, 90)]), at: 0))
    #expect(found.isNested && found.entries.count == 1)
  }

  @Test func aDamagedIndexIsNone() {
    let index = box([(100, 180)])
    for length in index.indices { #expect(SegmentIndex(Array(index.prefix(length)), at: 0) == nil) }
    #expect(SegmentIndex(box([(100, 180)], count: 2), at: 0) == nil)
    #expect(SegmentIndex(box(version: 1, start: .max, [(1, 1)]), at: 0) == nil)
    #expect(SegmentIndex(box(version: 1, start: 1 << 63 - 1, [(1, 1)]), at: 0) == nil)
    #expect(SegmentIndex(box(version: 1, first: 1 << 63 - 1, [(1, 1)]), at: 0) == nil)
    #expect(SegmentIndex(bytes(4, 4) + Array("free".utf8), at: 0) == nil)
    #expect(SegmentIndex(index, at: .max - 1) == nil)
  }
}
