/// The boxes of an MP4 or QuickTime file that hold media data (`mdat`). They are searched for only in
/// the parts of the file that are read.
struct MediaDataBoxes {
  /// The kinds of the boxes that a file of this format may begin with.
  private static let first: Set<String> = [
    "ftyp", "styp", "moov", "mdat", "free", "skip", "wide", "pnot", "sidx", "moof", "emsg",
  ]
  /// The length below which a box is not recorded. It costs about as much to skip as to read.
  private static let leastLength: Int64 = 512
  /// The maximum number of recorded boxes. Data in further ones is read.
  private static let greatestCount = 1 << 20

  private let size: Int64
  private var bytes: HeaderBytes
  /// The contents of the boxes found, in the order of the file.
  private var found: [Range<Int64>] = []
  /// The offset of the next box.
  private var offset: Int64 = 0
  /// Whether no further boxes can be found.
  private var isOver = false

  /// - Parameters:
  ///   - size: The length of the file in bytes.
  ///   - read: Returns exactly `count` bytes at an offset of the file, or nil.
  init(size: Int64, read: @escaping (_ offset: Int64, _ count: Int) -> [UInt8]?) {
    self.size = size
    bytes = HeaderBytes(size: size, budget: .max, read: read)
  }

  /// Returns the first range of media data that overlaps a part of the file, which is not empty.
  mutating func mediaData(in part: Range<Int64>) -> Range<Int64>? {
    while !isOver, offset < part.upperBound { advance() }
    let index = found.partitioningIndex { $0.upperBound > part.lowerBound }
    return index < found.count && found[index].lowerBound < part.upperBound ? found[index] : nil
  }

  private mutating func advance() {
    guard let box = MovieBox.box(at: offset, in: 0..<size, of: &bytes),
      offset > 0 || Self.first.contains(box.kind), found.count < Self.greatestCount
    else {
      isOver = true
      return
    }
    if box.kind == "mdat", box.content.upperBound - box.content.lowerBound >= Self.leastLength {
      found.append(box.content)
    }
    offset = box.content.upperBound
  }
}
