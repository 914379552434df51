import Glibc

/// A socket of the server of a timeline, or of a client. It does not block. Its owner closes the descriptor.
package struct DatagramSocket: Sendable {
  package let descriptor: Int32
  /// The multicast group to which a client sends; nil if it is connected to a server.
  private var group: [UInt8]?

  /// Opens a socket that receives the datagrams which reach an address of this machine, or a multicast group. With
  /// others that are shared, it may have one port.
  package init(servingAt address: TimelineAddress, isShared: Bool = false) throws(TimelineFailure) {
    let (descriptor, place) = try Self.open(address)
    self.descriptor = descriptor
    if isShared {
      var yes: Int32 = 1
      let size = socklen_t(MemoryLayout.size(ofValue: yes))
      setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
    } else if Self.isUnserved(place) {
      close(descriptor)
      throw TimelineFailure("neither an address of this machine nor a multicast group of IPv4")
    }
    var isDone = place.withUnsafeBytes {
      bind(descriptor, Self.pointer($0), socklen_t($0.count)) == 0
    }
    if isDone, let group = Self.group(place) {
      var membership = ip_mreq(imr_multiaddr: group, imr_interface: in_addr())
      let size = socklen_t(MemoryLayout.size(ofValue: membership))
      isDone = setsockopt(descriptor, Int32(IPPROTO_IP), IP_ADD_MEMBERSHIP, &membership, size) == 0
    }
    if !isDone { throw Self.closing(descriptor) }
  }

  /// Opens a socket that asks a server. The name of its host may be looked up for long.
  package init(asking address: TimelineAddress) throws(TimelineFailure) {
    let (descriptor, place) = try Self.open(address)
    self.descriptor = descriptor
    if Self.group(place) != nil {
      group = place
      return
    }
    let isConnected = place.withUnsafeBytes {
      connect(descriptor, Self.pointer($0), socklen_t($0.count)) == 0
    }
    if !isConnected { throw Self.closing(descriptor) }
  }

  /// Whether the host has reported that nobody receives what was sent last.
  package private(set) var isRefused = false

  /// Returns a datagram and its sender; nil if there is none.
  package mutating func receive() -> (bytes: [UInt8], sender: [UInt8])? {
    var bytes = [UInt8](repeating: 0, count: 2_048)
    var sender = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
    var length = socklen_t(sender.count)
    let count = sender.withUnsafeMutableBytes { storage in
      recvfrom(
        descriptor, &bytes, bytes.count, 0,
        storage.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    isRefused = count < 0 && errno == ECONNREFUSED
    return count < 0 ? nil : (Array(bytes.prefix(count)), Array(sender.prefix(Int(length))))
  }

  /// Sends a datagram, or drops it if that is not possible now.
  package func send(_ bytes: [UInt8], to receiver: [UInt8]? = nil) {
    guard let receiver = receiver ?? group else {
      _ = Glibc.send(descriptor, bytes, bytes.count, 0)
      return
    }
    _ = receiver.withUnsafeBytes {
      sendto(descriptor, bytes, bytes.count, 0, Self.pointer($0), socklen_t($0.count))
    }
  }

  private static func open(
    _ address: TimelineAddress
  ) throws(TimelineFailure) -> (descriptor: Int32, place: [UInt8]) {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(address.host, String(address.port), &hints, &list)
    if result != 0 { throw TimelineFailure(String(cString: gai_strerror(result))) }
    defer { freeaddrinfo(list) }
    guard let info = list?.pointee else { throw TimelineFailure(code: EHOSTUNREACH) }
    let flags = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(info.ai_family, flags, 0)
    if descriptor < 0 { throw TimelineFailure(code: errno) }
    let place = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
    return (descriptor, Array(place))
  }

  private static func closing(_ descriptor: Int32) -> TimelineFailure {
    defer { close(descriptor) }
    return TimelineFailure(code: errno)
  }

  /// Returns the multicast group of IPv4 that an address is; nil for any other.
  private static func group(_ place: [UInt8]) -> in_addr? {
    guard place.count >= MemoryLayout<sockaddr_in>.size else { return nil }
    let address = place.withUnsafeBytes { $0.loadUnaligned(as: sockaddr_in.self) }
    let isGroup = UInt32(bigEndian: address.sin_addr.s_addr) >> 28 == 0xE
    return address.sin_family == sa_family_t(AF_INET) && isGroup ? address.sin_addr : nil
  }

  /// Returns whether an address is a group that nobody joins: of IPv6, or all machines.
  private static func isUnserved(_ place: [UInt8]) -> Bool {
    place.withUnsafeBytes { bytes in
      if bytes.count >= MemoryLayout<sockaddr_in6>.size {
        let address = bytes.loadUnaligned(as: sockaddr_in6.self)
        return address.sin6_family == sa_family_t(AF_INET6)
          && withUnsafeBytes(of: address.sin6_addr) { $0.first == 0xFF }
      }
      guard bytes.count >= MemoryLayout<sockaddr_in>.size else { return false }
      return bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr == .max
    }
  }

  private static func pointer(_ bytes: UnsafeRawBufferPointer) -> UnsafePointer<sockaddr>? {
    bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
  }
}
