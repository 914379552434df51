/// Bytes that wait to be written, in order.
struct PendingBytes {
  private var bytes: [UInt8] = []
  private var start = 0

  var count: Int { bytes.count - start }
  var isEmpty: Bool { count == 0 }

  mutating func append(_ new: some Collection<UInt8>) { bytes += new }

  mutating func removeFirst(_ count: Int) {
    start += count
    // In large parts, so that a byte is moved once at most.
    guard start * 2 >= bytes.count else { return }
    bytes.removeFirst(start)
    start = 0
  }

  func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[start...])) }
  }
}
