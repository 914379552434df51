import Foundation
import PlayheadMedia

@testable import PlayheadFFmpeg
import PlayheadTestEnvironment

extension HeaderBytes {
  init(_ data: Data, budget: Int = 4 << 20) {
    self.init(size: Int64(data.count), budget: budget) { place, count in
      Array(data[data.startIndex + Int(place)..<data.startIndex + Int(place) + count])
    }
  }
}

extension Data {
  init(bigEndian value: UInt64, _ count: Int) {
    self.init((0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) })
  }

  init(littleEndian value: UInt64, _ count: Int) {
    self.init((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) })
  }

  /// Returns the offsets of all occurrences of a pattern, in order.
  func places(of pattern: Data) -> [Int] {
    var places: [Int] = []
    var rest = startIndex..<endIndex
    while let found = range(of: pattern, in: rest) {
      places.append(found.lowerBound)
      rest = found.upperBound..<endIndex
    }
    return places
  }

  func places(of text: String) -> [Int] { places(of: Data(text.utf8)) }

  mutating func overwrite(at place: Int, with bytes: Data) {
    replaceSubrange(place..<place + bytes.count, with: bytes)
  }

  /// Returns the big-endian number of four bytes at an offset.
  func number(at place: Int) -> UInt64 {
    self[place..<place + 4].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Adds to the big-endian number of four bytes at an offset.
  mutating func add(_ difference: UInt64, at place: Int) {
    overwrite(at: place, with: Data(bigEndian: number(at: place) + difference, 4))
  }
}

extension HeaderDeclarations {
  /// Reads the declarations of a file of these bytes.
  init(of bytes: Data, named name: String) throws {
    let folder = try TemporaryDirectory()
    let source = try LocatedMedia(path: folder.write(bytes, to: name))
      .open(interruption: Interruption())
    self = source.readDeclarations()
  }

  init(ofSample file: String) throws {
    self = try SampleMedia.open(file).readDeclarations()
  }

  /// Returns the duration that a header declares for each track, in seconds.
  func seconds(_ header: DeclaredDuration.Header) -> [Double] {
    durations.filter { $0.header == header }.map(\.duration.seconds)
  }
}
