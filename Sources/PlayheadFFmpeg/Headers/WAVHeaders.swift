import PlayheadTimekeeping

/// The durations that the headers of a WAV file declare.
///
/// libavformat uses one of the two lengths and does not report which.
struct WAVHeaders {
  /// The duration computed from the length of the data chunk; nil unless the file is plain PCM.
  private(set) var dataDuration: MediaTime?
  /// The duration computed from the number of samples in the fact chunk.
  private(set) var factDuration: MediaTime?

  /// Returns nil if the file is not a WAV file or its headers are damaged.
  init?(_ bytes: inout HeaderBytes) {
    guard let head = bytes.record(at: 0, count: 12), head.has("WAVE", at: 8) else { return nil }
    let chunks = RIFFChunk.chunks(in: 12..<bytes.size, of: &bytes, upTo: "data")
    guard let format = chunks.first(where: { $0.kind == "fmt " })?.record(16, of: &bytes),
      let code = format.littleEndian(at: 0, 2), let rate = format.littleEndian(at: 4, 4),
      let block = format.littleEndian(at: 12, 2),
      let timebase = Timebase(reducing: 1, Int64(rate))
    else { return nil }
    let fact = chunks.first { $0.kind == "fact" }?.record(4, of: &bytes)?.littleEndian(at: 0, 4)
    if let fact, fact > 0, fact != UInt32.max {
      factDuration = MediaTime(ticks: Int64(fact), timebase: timebase)
    }
    guard let data = chunks.last, data.kind == "data", block > 0, Self.isPlain(code) else { return }
    // RF64 stores all ones here, and the length in a separate chunk.
    let large = chunks.first { $0.kind == "ds64" }?.record(16, of: &bytes)?.littleEndian(at: 8, 8)
    let length = data.declaredLength == UInt32.max ? large ?? 0 : data.declaredLength
    if length == .max { return }
    // Writers that cannot seek back leave 0, or a length close to the maximum.
    let isOpen = large == nil && length >= 0x7FFF_0000 && length > UInt64(bytes.size)
    if length > 0, !isOpen, let ticks = Int64(exactly: length / block) {
      dataDuration = MediaTime(ticks: ticks, timebase: timebase)
    }
  }

  /// Whether a WAV file begins at an offset.
  static func begin(at offset: Int64, in bytes: inout HeaderBytes) -> Bool {
    bytes.record(at: offset, count: 12).map { $0.has("RIFF", at: 0) && $0.has("WAVE", at: 8) }
      ?? false
  }

  /// Returns the offsets of the data's length if the writer of a long file has stored only its lower 32 bits, or nil.
  static func wrappedLength(in bytes: inout HeaderBytes) -> Range<Int64>? {
    guard let head = bytes.record(at: 0, count: 12), head.has("RIFF", at: 0),
      head.has("WAVE", at: 8),
      let data = RIFFChunk.chunks(in: 12..<bytes.size, of: &bytes, upTo: "data").last,
      data.kind == "data"
    else { return nil }
    let start = data.content.lowerBound
    let excess = bytes.size - start - Int64(data.declaredLength)
    // Other chunks may follow.
    guard excess >> 32 > 0, excess & 0xFFFF_FFFF <= greatestTrailer else { return nil }
    return start - 4..<start
  }

  /// The greatest number of bytes behind the sound.
  private static let greatestTrailer: Int64 = 1 << 20

  /// Whether a format code is integer PCM, float PCM, A-law, mu-law, or extensible.
  private static func isPlain(_ code: UInt64) -> Bool { [1, 3, 6, 7, 0xFFFE].contains(code) }
}
