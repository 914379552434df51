import PlayheadTimekeeping

/// The stream lengths that the headers of an AVI file declare, and whether the file has an index.
///
/// libavformat does not expose them unchanged: it shortens the length of a stream if the file is
/// cut, ignores the length of PCM, and builds an index while it reads.
struct AVIHeaders {
  /// The least placeholder length: writers that cannot seek back leave lengths of 2^30 and more.
  private static let placeholder: UInt64 = 1 << 30

  /// The length of each stream, from its stream header; nil if the header declares none.
  private(set) var streams: [MediaTime?] = []
  private(set) var hasIndex = false

  /// Returns nil if the file is not an AVI file or its headers are damaged.
  init?(_ bytes: inout HeaderBytes) {
    guard let head = bytes.record(at: 0, count: 12), head.has("RIFF", at: 0),
      head.has("AVI ", at: 8)
    else { return nil }
    let chunks = RIFFChunk.chunks(in: 12..<bytes.size, of: &bytes, upTo: "idx1")
    guard let header = chunks.first(where: { $0.kind == "hdrl" }) else { return nil }
    hasIndex = chunks.last?.kind == "idx1"
    for list in RIFFChunk.chunks(in: header.content, of: &bytes) where list.kind == "strl" {
      let parts = RIFFChunk.chunks(in: list.content, of: &bytes)
      if parts.contains(where: { $0.kind == "indx" }) { hasIndex = true }
      streams.append(parts.first { $0.kind == "strh" }.flatMap { Self.length($0, of: &bytes) })
    }
  }

  private static func length(_ header: RIFFChunk, of bytes: inout HeaderBytes) -> MediaTime? {
    guard let record = header.record(36, of: &bytes), let scale = record.littleEndian(at: 20, 4),
      let rate = record.littleEndian(at: 24, 4), let length = record.littleEndian(at: 32, 4),
      length > 0, length < placeholder,
      let timebase = Timebase(reducing: Int64(scale), Int64(rate))
    else { return nil }
    return MediaTime(ticks: Int64(length), timebase: timebase)
  }
}
