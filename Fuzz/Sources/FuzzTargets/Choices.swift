/// Returns the bytes as a sequence of numbers, and zeros after the last byte.
final class Choices {
  private var bytes: Slice<UnsafeRawBufferPointer>

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  /// Returns a number from 0 to `count` − 1.
  func next(below count: Int) -> Int { Int(bytes.popFirst() ?? 0) % count }
}
