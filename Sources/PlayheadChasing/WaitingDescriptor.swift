import Glibc
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// A descriptor from which timecode is read. Releasing it closes it.
final class WaitingDescriptor {
  /// For how long a wait lasts at most, in nanoseconds.
  private static let longest: Int64 = 1_000_000_000

  let number: Int32
  private let bell: Bell

  /// Takes over an open descriptor that does not block.
  ///
  /// - Parameter bell: Ends a wait.
  init(_ number: Int32, ending bell: Bell) { (self.number, self.bell) = (number, bell) }

  deinit { close(number) }

  /// Waits until there is something to read, an instant, or the bell.
  func wait(until deadline: HostInstant?, on clock: any HostClock) {
    let now = clock.now
    let rest = deadline.map { $0.nanoseconds(after: now) } ?? Int128(Self.longest)
    let time = Int32(clamping: (min(max(rest, 0), Int128(Self.longest)) + 999_999) / 1_000_000)
    var entries = [
      pollfd(fd: number, events: Int16(POLLIN), revents: 0),
      pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    _ = poll(&entries, nfds_t(entries.count), time)
  }

  /// Returns the bytes of one datagram, or those that are there; nil if there are none.
  ///
  /// - Throws: The `errno` of a failure.
  func read() throws(TimecodeLoss) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 2_048)
    let count = Glibc.read(number, &bytes, bytes.count)
    if count >= 0 { return Array(bytes.prefix(count)) }
    switch errno {
    case EAGAIN, EINTR: return nil
    // A datagram that this socket never sent.
    case ECONNREFUSED: return nil
    case let code: throw .failed(String(cString: strerror(code)))
    }
  }
}

extension WaitingDescriptor {
  /// Opens a socket that receives the datagrams which reach a port.
  ///
  /// - Parameters:
  ///   - host: An address of this machine; nil for the loopback address.
  ///   - bell: Ends a wait.
  convenience init(
    datagramsTo host: String?, port: String, ending bell: Bell
  ) throws(TimecodeLoss) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host ?? "127.0.0.1", port, &hints, &list)
    if result != 0 { throw .failed(String(cString: gai_strerror(result))) }
    defer { freeaddrinfo(list) }
    guard let info = list?.pointee else { throw .failed("no such address") }
    let flags = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = socket(info.ai_family, flags, 0)
    if number < 0 { throw .failed(String(cString: strerror(errno))) }
    var isShared: Int32 = 1
    // Other programs on this machine may receive the same packets.
    setsockopt(
      number, SOL_SOCKET, SO_REUSEADDR, &isShared, socklen_t(MemoryLayout.size(ofValue: isShared)))
    guard bind(number, info.ai_addr, info.ai_addrlen) == 0 else {
      let code = errno
      close(number)
      throw .failed(String(cString: strerror(code)))
    }
    self.init(number, ending: bell)
  }

  /// Opens a raw MIDI device, or a FIFO, which need not have a writer.
  convenience init(midiDevice path: [UInt8], ending bell: Bell) throws(TimecodeLoss) {
    let name = path.cString
    var status = stat()
    guard stat(name, &status) == 0 else { throw .failed(String(cString: strerror(errno))) }
    let kind = status.st_mode & S_IFMT
    guard [S_IFCHR, S_IFIFO].contains(kind) else { throw .failed("not a MIDI device or a FIFO") }
    // A FIFO that is open for writing here does not end with its last writer.
    let access = kind == S_IFIFO ? O_RDWR : O_RDONLY
    let number = open(name, access | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    if number < 0 { throw .failed(String(cString: strerror(errno))) }
    self.init(number, ending: bell)
  }
}
