import Glibc
import PlayheadMedia

/// The secret that the server of a timeline and its clients share. Datagrams without its code are dropped.
public struct TimelineKey: Hashable, Sendable {
  /// The number of bytes that a key may have.
  private static let counts = 16...4_096

  let bytes: [UInt8]

  /// Reads a key: the bytes of a file, or of a pipe, without line breaks at its end.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: Nil if the file cannot be read, or does not have 16 to 4,096 bytes.
  public init?(path: String) {
    guard let file = fopen(ExactText.bytes(of: path).cString, "re") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Self.counts.upperBound + 2)
    let count = fread(&bytes, 1, bytes.count, file)
    guard ferror(file) == 0 else { return nil }
    bytes.removeSubrange(count...)
    while [0x0A, 0x0D].contains(bytes.last) { bytes.removeLast() }
    self.init(bytes)
  }

  /// Creates a key; nil unless it has 16 to 4,096 bytes.
  public init?(_ bytes: [UInt8]) {
    guard Self.counts.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }
}
