/// One box of an ISO base media file (ISO/IEC 14496-12) or atom of a QuickTime file.
struct MovieBox {
  /// The four-character code.
  let kind: String
  /// The byte range of the content, without the header.
  let content: Range<Int64>
  /// Whether the box is longer than the part of the file that contains it. `content` ends there.
  let isCut: Bool

  private static let greatestCount = 4_096

  /// Returns the boxes that follow each other in a range, up to and with the box `last`, or up to a damaged one.
  static func boxes(
    in part: Range<Int64>, of bytes: inout HeaderBytes, upTo last: String? = nil
  ) -> [MovieBox] {
    var boxes: [MovieBox] = []
    var offset = part.lowerBound
    while boxes.count < greatestCount, let box = box(at: offset, in: part, of: &bytes), !box.isCut {
      boxes.append(box)
      if box.kind == last { break }
      offset = box.content.upperBound
    }
    return boxes
  }

  /// Returns the box that starts at an offset; nil if its header is damaged or incomplete.
  static func box(
    at offset: Int64, in part: Range<Int64>, of bytes: inout HeaderBytes
  ) -> MovieBox? {
    let rest = part.upperBound - offset
    guard rest >= 8, let head = bytes.record(at: offset, count: 8),
      let short = head.bigEndian(at: 0, 4)
    else { return nil }
    var (headLength, length) = (Int64(8), Int64(short))
    if short == 0 {
      length = rest
    } else if short == 1 {
      guard let long = bytes.record(at: offset + 8, count: 8)?.bigEndian(at: 0, 8) else {
        return nil
      }
      (headLength, length) = (16, Int64(clamping: long))
    }
    guard length >= headLength, rest >= headLength else { return nil }
    return MovieBox(
      kind: String(decoding: head.bytes[4...], as: UTF8.self),
      content: offset + headLength..<offset + min(length, rest), isCut: length > rest)
  }
}

extension MovieBox {
  /// Returns the boxes inside this box.
  func boxes(of bytes: inout HeaderBytes) -> [MovieBox] {
    MovieBox.boxes(in: content, of: &bytes)
  }

  /// Returns the first `count` bytes of the content, or fewer if the content is shorter.
  func record(_ count: Int, of bytes: inout HeaderBytes) -> HeaderRecord? {
    let length = min(Int64(count), content.upperBound - content.lowerBound)
    return bytes.record(at: content.lowerBound, count: Int(length))
  }
}
