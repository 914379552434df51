import CPlayheadFFmpeg
import PlayheadMedia

/// The codecs that the headers of fragmented MP4 declare for playlists of HLS. libavformat ignores all but the first.
struct SegmentCodecs {
  private static let greatestLength = 16 << 10

  /// The codecs by where FFmpeg stores the input, which is the same for all segments of a playlist.
  private var codecs: [SegmentInputs.Result: [[UInt8]]] = [:]
  /// The location of the header of other codecs, before which reading ends.
  var changedLocation: [UInt8]?

  /// Records the codecs of an open file; returns whether it is a header of others than the first one of its playlist.
  mutating func record(_ result: SegmentInputs.Result, openedFrom location: [UInt8]) -> Bool {
    guard let input = result.pointee, let found = Self.codecs(in: input) else { return false }
    let first = codecs[result] ?? found
    codecs[result] = first
    if first == found { return false }
    changedLocation = location
    return true
  }

  /// Returns the types of the sample entries of MP4; nil for another file, or one without a header at its start.
  private static func codecs(in input: UnsafeMutablePointer<AVIOContext>) -> [[UInt8]]? {
    let start = avio_tell(input)
    defer { avio_seek(input, start, SEEK_SET) }
    var bytes = [UInt8](repeating: 0, count: 8)
    guard avio_read(input, &bytes, 8) == 8,
      ["ftyp", "moov"].contains(String(decoding: bytes[4...], as: UTF8.self))
    else { return nil }
    var rest = [UInt8](repeating: 0, count: greatestLength)
    let length = avio_read(input, &rest, Int32(greatestLength))
    bytes += rest.prefix(max(Int(length), 0))
    // A sample description: its type, version, number of entries, and the size and type of the first one.
    let found = bytes.indices.dropLast(20).filter { bytes[$0..<$0 + 4].elementsEqual("stsd".utf8) }
    return found.isEmpty ? nil : found.map { Array(bytes[$0 + 16..<$0 + 20]) }
  }
}
