import Glibc
import PlayheadInterprocess

/// A socket of the server of a timeline, or of a client. It does not block. Its owner closes the descriptor.
package struct DatagramSocket: Sendable {
  package let descriptor: Int32
  /// The address of the server, or its multicast group.
  private let address: HostAddress
  /// Whether the host has reported that nobody receives the last datagram.
  package private(set) var isRefused = false

  /// Which sockets of other programs may receive at the same port.
  package enum Sharing {
    case none
    /// Those that receive what is sent to a group or to all machines.
    case groups
    /// Also those at any address of this machine, of which only the last receives what is sent to it alone.
    case anyAddress
  }

  /// Opens a socket that receives at an address of this machine or a multicast group.
  package init(
    servingAt address: TimelineAddress, sharing: Sharing = .none
  ) throws(TimelineFailure) {
    do throws(SocketFailure) {
      try self.init(HostAddress.resolveDatagrams(address.host, address.port)[0])
    } catch { throw TimelineFailure(error.description) }
    // The address follows the family and the port; in IPv6, also the flow.
    let isIPv4 = self.address.family == AF_INET
    let host = Array(self.address.bytes.dropFirst(isIPv4 ? 4 : 8).prefix(isIPv4 ? 4 : 16))
    let isMulticast = isIPv4 ? host.first.map { $0 >> 4 } == 0xE : host.first == 0xFF
    let isForAll = isIPv4 && host.last == 255
    if sharing == .none, isIPv4 ? host == [255, 255, 255, 255] : isMulticast {
      close(descriptor)
      throw TimelineFailure("neither an address of this machine nor a multicast group of IPv4")
    }
    let isShared =
      switch sharing {
      case .none: false
      case .groups: isMulticast || isForAll
      case .anyAddress: isMulticast || isForAll || host.allSatisfy { $0 == 0 }
      }
    if isShared { set(SO_REUSEADDR, of: SOL_SOCKET, to: Self.isOn) }
    var isOpen = self.address.withSystemAddress { bind(descriptor, $0, $1) } == 0
    if isOpen, isIPv4, isMulticast {
      let anyInterface: [UInt8] = [0, 0, 0, 0]
      isOpen = set(IP_ADD_MEMBERSHIP, of: Int32(IPPROTO_IP), to: host + anyInterface)
    }
    if !isOpen { throw TimelineFailure(closing().description) }
  }

  /// Returns the addresses at which a server may be, in the order in which they are asked. A name may be looked up for
  /// long.
  package static func addresses(
    of places: [TimelineAddress]
  ) throws(SocketFailure) -> ArraySlice<HostAddress> {
    var found: [HostAddress] = []
    for place in places { found += try HostAddress.resolveDatagrams(place.host, place.port) }
    return found[...]
  }

  /// Opens a socket that asks a server.
  package init(asking address: HostAddress) throws(SocketFailure) {
    try self.init(address)
    guard self.address.withSystemAddress({ connect(descriptor, $0, $1) }) == 0 else {
      throw closing()
    }
    // There is a way to the server. Without a connection, it may answer from another of its addresses.
    var none = sockaddr()
    connect(descriptor, &none, socklen_t(MemoryLayout.size(ofValue: none)))
    // Without one, too, an error of the server's host is reported. Each family has its own option.
    set(IP_RECVERR, of: Int32(IPPROTO_IP), to: Self.isOn)
    set(IPV6_RECVERR, of: Int32(IPPROTO_IPV6), to: Self.isOn)
  }

  /// The value of an option that is set.
  private static let isOn = withUnsafeBytes(of: Int32(1)) { Array($0) }

  private init(_ address: HostAddress) throws(SocketFailure) {
    (self.address, descriptor) = (address, try address.makeDatagramSocket())
  }

  @discardableResult
  private func set(_ option: Int32, of level: Int32, to value: [UInt8]) -> Bool {
    setsockopt(descriptor, level, option, value, socklen_t(value.count)) == 0
  }

  /// Closes the socket, and returns why the last call failed.
  private func closing() -> SocketFailure {
    defer { close(descriptor) }
    return .system(errno)
  }

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
    if count >= 0 { return (Array(bytes.prefix(count)), Array(sender.prefix(Int(length)))) }
    // Reports of errors that are not received would end each wait.
    while recv(descriptor, &bytes, bytes.count, Int32(MSG_ERRQUEUE)) >= 0 {}
    return nil
  }

  /// Sends a datagram to an address, or to the server, or drops it if that is not possible now.
  package func send(_ bytes: [UInt8], to receiver: [UInt8]? = nil) {
    let receiver = receiver ?? address.bytes
    _ = receiver.withUnsafeBytes { receiver in
      sendto(
        descriptor, bytes, bytes.count, 0,
        receiver.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(receiver.count))
    }
  }
}
