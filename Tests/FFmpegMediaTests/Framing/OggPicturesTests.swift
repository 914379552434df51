import Testing

@testable import PlayheadFFmpeg

/// Positions of pages with pictures: the number of a keyframe and those since (Theora), or of the picture (VP8).
@Suite struct OggPicturesTests {
  enum Codec: CaseIterable {
    case theora, vp8

    var headers: [[UInt8]] {
      switch self {
      case .theora:
        let first = [0x80] + Array("theora".utf8) + [UInt8](repeating: 0, count: 35)
        return [Self.setting([(25, 25), (29, 1), (41, 6 << 5)], in: first)]
          + [0x81, 0x82].map { [$0] + Array("theora".utf8) }
      case .vp8:
        let first = Array("OVP80".utf8) + [1, 1] + [UInt8](repeating: 0, count: 19)
        return [Self.setting([(21, 25), (25, 1)], in: first)]
      }
    }

    private static func setting(_ values: [(Int, UInt8)], in bytes: [UInt8]) -> [UInt8] {
      var bytes = bytes
      for (index, value) in values { bytes[index] = value }
      return bytes
    }

    /// Returns the position behind a number of pictures, with a keyframe every ten, and moved by others.
    func position(of count: Int64, movedBy moved: Int64 = 0) -> Int64 {
      let key = (count - 1) / 10 * 10 + 1
      return self == .theora ? (key + moved) << 6 | (count - key) : (count + moved) << 32
    }
  }

  private static let pageCount = 12

  private static func page(
    _ packets: [[UInt8]], _ flags: UInt8, _ position: Int64, _ number: UInt8
  ) -> [UInt8] {
    let fields: [UInt8] = (0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * $0)) }
    return Array("OggS".utf8) + [0, flags] + fields + [7, 0, 0, 0, number, 0, 0, 0, 0, 0, 0, 0]
      + [UInt8(packets.count)] + packets.map { UInt8($0.count) } + packets.joined()
  }

  /// Returns a file with five pictures on each page.
  private static func file(_ codec: Codec, wrong: Int?, by moved: Int64) -> [UInt8] {
    let headers = codec.headers
    var bytes = page([headers[0]], 2, 0, 0)
    if headers.count > 1 { bytes += page(Array(headers.dropFirst()), 0, 0, 1) }
    for index in 0..<pageCount {
      let position = codec.position(of: Int64(5 * index + 5), movedBy: index == wrong ? moved : 0)
      let picture: [UInt8] = [codec == .theora ? 0x40 : 0x10, 1, 2]
      bytes += page(
        Array(repeating: picture, count: 5), index == pageCount - 1 ? 4 : 0, position,
        UInt8(index + min(headers.count, 2)))
    }
    return bytes
  }

  /// The last page is believed if it is late, since a pause may precede it.
  @Test(arguments: Codec.allCases, [75, 10, -3, -10, -75, 2_500_000] as [Int64])
  func aWrongPageGetsThePositionOfItsPictures(_ codec: Codec, by moved: Int64) {
    for wrong in [0, 1, Self.pageCount / 2, Self.pageCount - 1] as [Int] {
      let count = Int64(5 * wrong + 5)
      let isStorable = codec.position(of: count, movedBy: moved) >= 0
      let isBelieved = wrong == Self.pageCount - 1 && (0..<90_000).contains(moved)
      guard isStorable, !isBelieved else { continue }
      let file = Self.file(codec, wrong: wrong, by: moved)
      var positions = OggPositions(mayGrow: false)
      var corrected: [Int64?] = []
      while let page = positions.next({ Array(file.dropFirst(Int($0)).prefix($1)) }) {
        if page.position != nil { corrected.append(page.position) }
      }
      #expect(corrected == [codec.position(of: count)], "page \(wrong)")
      #expect(positions.deviations.map(\.length) == [moved], "page \(wrong)")
      #expect(positions.deviations.allSatisfy { !$0.isSound })
    }
  }

  /// libavformat gives its picture the time at which the one before ends.
  @Test(arguments: Codec.allCases) func aLateLastPageIsNoted(_ codec: Codec) {
    let file = Self.file(codec, wrong: Self.pageCount - 1, by: 75)
    var positions = OggPositions(mayGrow: false)
    var last: Int64 = -1
    while let page = positions.next({ Array(file.dropFirst(Int($0)).prefix($1)) }) {
      last = page.offset
    }
    #expect(positions.latePictures.keys.map(\.self) == [last])
    #expect(positions.latePictures[last]?.count == 5)
    #expect(positions.latePictures[last]?.delay == 75)
  }

  /// A packet without bytes shows the picture before it again. libavformat leaves it out.
  @Test func picturesBehindRepeatedOnesAreNoted() {
    let (picture, empty): ([UInt8], [UInt8]) = ([0x40, 1, 2], [])
    let pages = [
      [picture, picture, empty, empty, picture], [picture, empty], [picture, picture],
      [empty, picture],
    ]
    let headers = Codec.theora.headers
    var file = Self.page([headers[0]], 2, 0, 0) + Self.page(Array(headers.dropFirst()), 0, 0, 1)
    var (count, offsets) = (Int64(0), [Int64]())
    for (index, packets) in pages.enumerated() {
      count += Int64(packets.count)
      offsets.append(Int64(file.count))
      file += Self.page(
        packets, index == 3 ? 4 : 0, Codec.theora.position(of: count), UInt8(index + 2))
    }
    var positions = OggPositions(mayGrow: false)
    while positions.next({ Array(file.dropFirst(Int($0)).prefix($1)) }) != nil {}
    #expect(positions.deviations.isEmpty)
    #expect(positions.repeats == [offsets[0]: [3], offsets[2]: [1], offsets[3]: [1]])
  }

  @Test(arguments: Codec.allCases) func rightPagesStay(_ codec: Codec) {
    let file = Self.file(codec, wrong: nil, by: 0)
    var positions = OggPositions(mayGrow: false)
    var count = 0
    while let page = positions.next({ Array(file.dropFirst(Int($0)).prefix($1)) }) {
      count += 1
      #expect(page.position == nil)
    }
    #expect(count == Self.pageCount + min(codec.headers.count, 2))
    #expect(positions.deviations.isEmpty && positions.latePictures.isEmpty)
  }
}
