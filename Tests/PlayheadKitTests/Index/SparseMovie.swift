import Foundation

/// A QuickTime file of ProRes and PCM whose media data is a hole in the file: only its headers and
/// sample tables take up space on the disk.
struct SparseMovie {
  private static let framesPerSecond = 25
  private static let frameLength = 65_000
  private static let sampleRate = 48_000
  private static let bytesPerSample = 4

  /// The length of the movie in seconds.
  let seconds: Int

  private var secondLength: Int {
    Self.framesPerSecond * Self.frameLength + Self.sampleRate * Self.bytesPerSample
  }

  /// Writes the movie. Each second is 25 frames, and then the sound.
  func write(to path: String) throws {
    let type = Self.box("ftyp", Data("qt  ".utf8) + Self.number(0) + Data("qt  ".utf8))
    // The offsets do not change the length of the movie box.
    let start = type.count + movie(dataAt: 0).count + 8
    let dataLength = seconds * secondLength
    let head =
      type + movie(dataAt: start) + Self.number(dataLength + 8) + Data("mdat".utf8)
    try head.write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.truncate(atOffset: UInt64(start + dataLength))
    try file.close()
  }

  private func movie(dataAt start: Int) -> Data {
    var header = Self.numbers(0, 0, 0, 1_000, seconds * 1_000, 0x10000, 0x0100_0000)
    header += Data(count: 8) + Self.matrix + Data(count: 24) + Self.number(3)
    let frames = seconds * Self.framesPerSecond
    let video = track(
      1, "vide", "vmhd", Self.numbers(1, 0, 0), scale: Self.framesPerSecond, ticks: frames,
      Self.box(
        "apcn",
        Data(count: 6) + Data([0, 1]) + Data(count: 16) + Data([7, 128, 4, 56])
          + Self.numbers(0x48_0000, 0x48_0000, 0) + Data([0, 1]) + Data(count: 32)
          + Data([0, 24, 255, 255])),
      Self.box("stts", Self.numbers(0, 1, frames, 1)),
      Self.box("stsc", Self.numbers(0, 1, 1, Self.framesPerSecond, 1)),
      Self.box(
        "stsz",
        Self.numbers(0, 0, frames)
          + Self.repeated(Self.number(Self.frameLength), count: frames)),
      offsets(from: start))
    let samples = seconds * Self.sampleRate
    let audio = track(
      2, "soun", "smhd", Self.numbers(0, 0), scale: Self.sampleRate, ticks: samples,
      Self.box(
        "sowt",
        Data(count: 6) + Data([0, 1]) + Data(count: 8) + Data([0, 2, 0, 16, 0, 0, 0, 0])
          + Self.number(Self.sampleRate << 16)),
      Self.box("stts", Self.numbers(0, 1, samples, 1)),
      Self.box("stsc", Self.numbers(0, 1, 1, Self.sampleRate, 1)),
      Self.box("stsz", Self.numbers(0, Self.bytesPerSample, samples)),
      offsets(from: start + Self.framesPerSecond * Self.frameLength))
    return Self.box("moov", Self.box("mvhd", header) + video + audio)
  }

  private func track(
    _ number: Int, _ kind: String, _ headerKind: String, _ mediaHeader: Data, scale: Int,
    ticks: Int, _ entry: Data, _ tables: Data...
  ) -> Data {
    let isVideo = kind == "vide"
    let header =
      Self.numbers(3, 0, 0, number, 0, seconds * 1_000, 0, 0, 0, isVideo ? 0 : 0x0100_0000)
      + Self.matrix + Self.numbers(isVideo ? 1_920 << 16 : 0, isVideo ? 1_080 << 16 : 0)
    let handler =
      Self.numbers(0) + Data("mhlr".utf8) + Data(kind.utf8) + Data(count: 12) + Data([0])
    let reference = Self.box("dref", Self.numbers(0, 1) + Self.box("url ", Self.numbers(1)))
    let table = Self.box("stsd", Self.numbers(0, 1) + entry) + tables.reduce(Data(), +)
    return Self.box(
      "trak",
      Self.box("tkhd", header)
        + Self.box(
          "mdia",
          Self.box("mdhd", Self.numbers(0, 0, 0, scale, ticks, 0)) + Self.box("hdlr", handler)
            + Self.box(
              "minf",
              Self.box(headerKind, mediaHeader) + Self.box("dinf", reference)
                + Self.box("stbl", table))))
  }

  private func offsets(from start: Int) -> Data {
    Self.box(
      "stco",
      (0..<seconds).reduce(into: Self.numbers(0, seconds)) { table, second in
        table += Self.number(start + second * secondLength)
      })
  }

  private static var matrix: Data { numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x4000_0000) }

  private static func box(_ kind: String, _ content: Data) -> Data {
    number(content.count + 8) + Data(kind.utf8) + content
  }

  private static func numbers(_ values: Int...) -> Data {
    values.reduce(Data()) { $0 + number($1) }
  }

  private static func number(_ value: Int) -> Data {
    withUnsafeBytes(of: UInt32(value).bigEndian) { Data($0) }
  }

  private static func repeated(_ part: Data, count: Int) -> Data {
    Data((0..<count).lazy.flatMap { _ in part })
  }
}
