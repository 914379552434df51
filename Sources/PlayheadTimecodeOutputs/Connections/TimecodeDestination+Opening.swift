import Glibc
import PlayheadInterprocess
import PlayheadTimecode
import PlayheadTimecodeInputs

extension TimecodeDestination {
  /// Opens the place without waiting. The caller closes the descriptor, which child processes do not inherit.
  func open() throws(TimecodeFailure) -> TimecodeConnection.Channel {
    switch self {
    case .midi(let path): .descriptor(try MIDIDevice.open(path))
    case .sequencer(let address): .sequencer(try SequencerPort(connectedTo: address))
    case .osc(let host, let port, _): .descriptor(try Self.connect(to: host, port))
    case .artNet(let host): .descriptor(try Self.connect(to: host, ArtTimecode.port))
    case .ltc(let path): .soundFile(try SoundFile.create(path))
    // It has its own connection.
    case .ltcDevice: throw .noDevice
    }
  }

  /// Whether a name server, or a device of sound, may delay opening or closing it.
  var mayBeDelayed: Bool {
    switch self {
    case .midi, .sequencer, .ltc: false
    case .ltcDevice: true
    case .osc(let host, _, _), .artNet(let host): !Self.isNumeric(host)
    }
  }

  /// Returns whether a host is an address, for which no name server is asked.
  private static func isNumeric(_ host: String) -> Bool {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return false }
    freeaddrinfo(list)
    return true
  }

  /// Makes a UDP socket whose packets go to a host.
  private static func connect(to host: String, _ port: UInt16) throws(TimecodeFailure) -> Int32 {
    let addresses: [HostAddress]
    do throws(SocketFailure) {
      addresses = try HostAddress.resolveDatagrams(host, port)
    } catch { throw .other(error.description) }
    var code = EHOSTUNREACH
    for address in addresses {
      let descriptor: Int32
      do throws(SocketFailure) { descriptor = try address.makeDatagramSocket() } catch {
        // The system may not have its family.
        if case .system(let reason) = error, reason != EAFNOSUPPORT { code = reason }
        continue
      }
      var isPermitted: Int32 = 1
      let size = socklen_t(MemoryLayout.size(ofValue: isPermitted))
      setsockopt(descriptor, SOL_SOCKET, SO_BROADCAST, &isPermitted, size)
      if address.withSystemAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 { return descriptor }
      code = errno
      close(descriptor)
    }
    throw .system(code)
  }
}
