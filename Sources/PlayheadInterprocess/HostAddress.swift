import Glibc

/// An address of a host, with a port.
package struct HostAddress: Hashable, Sendable {
  /// The family of addresses, as in `AF_INET6`.
  package let family: Int32
  /// The structure of that family.
  package let bytes: [UInt8]

  /// Creates an address from a structure of the system; nil if there is none.
  init?(_ address: UnsafePointer<sockaddr>?, _ length: socklen_t) {
    guard let address else { return nil }
    family = Int32(address.pointee.sa_family)
    bytes = Array(UnsafeRawBufferPointer(start: address, count: Int(length)))
  }

  package func withSystemAddress<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map {
        body($0.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
      }
    }
  }

  /// Returns the addresses of a host, or of an address as text, by the system's resolver, which may block for long.
  @Sendable package static func resolve(
    _ host: String, _ port: UInt16
  ) throws(SocketFailure) -> [HostAddress] { try resolve(host, port, for: SOCK_STREAM) }

  /// Returns the addresses of a host for datagrams: one or more.
  package static func resolveDatagrams(
    _ host: String, _ port: UInt16
  ) throws(SocketFailure) -> [HostAddress] { try resolve(host, port, for: SOCK_DGRAM) }

  private static func resolve(
    _ host: String, _ port: UInt16, for type: __socket_type
  ) throws(SocketFailure) -> [HostAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(type.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &found)
    if code != 0 { throw .host(code) }
    defer { freeaddrinfo(found) }
    var addresses: [HostAddress] = []
    var next = found
    while let entry = next {
      next = entry.pointee.ai_next
      if let address = HostAddress(entry.pointee.ai_addr, entry.pointee.ai_addrlen) {
        addresses.append(address)
      }
    }
    if addresses.isEmpty { throw .system(EHOSTUNREACH) }
    return addresses
  }

  /// Makes a socket for datagrams to or from the address. It does not block, and child processes do not inherit it.
  package func makeDatagramSocket() throws(SocketFailure) -> Int32 {
    try SocketAddress.makeSocket(family: family, SOCK_DGRAM)
  }
}
