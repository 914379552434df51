import Glibc

/// Numbers as C's `printf` prints them in the C locale, whatever the locale of the program is.
package enum PrintedNumber {
  /// Unchecked: nobody changes it.
  nonisolated(unsafe) private static let locale = newlocale(1 << LC_NUMERIC, "C", nil)

  /// Prints numbers into a buffer, where they and a zero must fit. Returns the printed bytes.
  ///
  /// The format is that of `printf`; with `*`, the precision precedes the number.
  package static func write(
    _ numbers: [any CVarArg], as format: String, to buffer: UnsafeMutableBufferPointer<CChar>
  ) -> Slice<UnsafeRawBufferPointer> {
    // The locale of this thread only, and only here.
    let former = locale.map { uselocale($0) }
    defer { if let former { uselocale(former) } }
    let length = withVaList(numbers) { vsnprintf(buffer.baseAddress, buffer.count, format, $0) }
    return UnsafeRawBufferPointer(buffer).prefix(min(max(Int(length), 0), buffer.count - 1))
  }
}
