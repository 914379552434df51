import CPlayheadServing
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// The secret that the server of a timeline and its clients share. Datagrams without its code are dropped.
public struct TimelineKey: Hashable, Sendable {
  /// The number of bytes that a key may have.
  private static let counts = 16...4_096

  private let bytes: [UInt8]

  /// Reads a key: the bytes of a file, without line breaks at its end.
  ///
  /// - Parameter path: The path of the file.
  /// - Returns: Nil if the file cannot be read, or does not have 16 to 4,096 bytes.
  public init?(path: String) {
    let file = open(ExactText.bytes(of: path).cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Self.counts.upperBound + 2)
    let count = read(file, &bytes, bytes.count)
    guard count >= 0 else { return nil }
    bytes.removeSubrange(count...)
    while [0x0A, 0x0D].contains(bytes.last) { bytes.removeLast() }
    self.init(bytes)
  }

  /// Creates a key; nil unless it has 16 to 4,096 bytes.
  public init?(_ bytes: [UInt8]) {
    guard Self.counts.contains(bytes.count) else { return nil }
    self.bytes = bytes
  }

  /// Loads the library that computes codes.
  ///
  /// - Throws: Why it cannot be loaded.
  package static func load() throws(TimelineFailure) { try loaded.get() }

  private static let loaded = Result { () throws(TimelineFailure) in
    var description: UnsafePointer<CChar>?
    if hmac_load(&description) == 1 { return }
    throw TimelineFailure(description.map { String(cString: $0) } ?? "libcrypto cannot be loaded")
  }

  /// Returns the HMAC-SHA256 of a message; nil without the library.
  func code(of message: some Sequence<UInt8>) -> [UInt8]? {
    guard case .success = Self.loaded else { return nil }
    let message = Array(message)
    var code = [UInt8](repeating: 0, count: TimelineDatagram.codeSize)
    let count = Int32(clamping: bytes.count)
    return hmac_sha256(bytes, count, message, message.count, &code) == 1 ? code : nil
  }
}

/// Why a timeline cannot be served, in words.
public struct TimelineFailure: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// Creates a failure from an `errno`.
  init(code: Int32) { description = String(cString: strerror(code)) }
}

/// The system's clock at an instant, if NTP or PTP disciplines it.
package struct SystemTime: Hashable, Sendable {
  /// The nanoseconds since 1970.
  package var time: Int64
  /// By how many nanoseconds it may be wrong, either way.
  package var error: Int64

  package init(time: Int64, error: Int64) { (self.time, self.error) = (time, error) }

  /// Reads the clock at the present instant; nil if nothing disciplines it.
  package static func read(by clock: any HostClock) -> (at: HostInstant, time: SystemTime)? {
    var (time, error): (Int64, Int64) = (0, 0)
    let before = clock.now
    guard system_clock_read(&time, &error) == 1 else { return nil }
    // The thread may have been interrupted in between.
    let delay = before.duration(to: clock.now) / .nanoseconds(1)
    let sum = error.addingReportingOverflow(Int64(delay)).partialValue
    return (before, SystemTime(time: time, error: sum))
  }
}
