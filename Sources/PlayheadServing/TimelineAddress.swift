import PlayheadTimekeeping

/// Where the timeline of another playhead is served.
public struct TimelineAddress: Hashable, Sendable, CustomStringConvertible {
  /// The port that is used if none is given.
  public static let usualPort: UInt16 = 9_000

  /// A name, or an address as text, also one of a multicast group.
  public var host: String
  public var port: UInt16

  /// Creates an address.
  public init(host: String, port: UInt16 = Self.usualPort) { (self.host, self.port) = (host, port) }

  /// The address as the command line names it, as in `playhead://127.0.0.1:9000`.
  public var description: String {
    "playhead://\(host.contains(":") ? "[\(host)]" : host):\(port)"
  }

  /// Returns whether clients that ask here reach a server at another address, if the addresses show that.
  package func isServed(at server: Self) -> Bool {
    let here = ["localhost", "127.0.0.1", "::1"]
    return port == server.port
      && (host == server.host
        || here.contains(host) && (here + ["0.0.0.0", "::"]).contains(server.host))
  }

  /// Parses `playhead://HOST` or `playhead://HOST:PORT`. Returns nil for any other text.
  package init?(_ text: String) {
    let scheme = "playhead://"
    guard text.hasPrefix(scheme) else { return nil }
    let place = text.dropFirst(scheme.count)
    let hasPort = place.last != "]" && place.contains(":")
    self.init(place: hasPort ? String(place) : "\(place):\(Self.usualPort)")
  }

  /// Parses `PORT`, at the loopback address, or `ADDRESS:PORT`, with an IPv6 address in brackets; nil for other text.
  package init?(place: String) {
    let colon = place.lastIndex(of: ":")
    let digits = colon.map { place[place.index(after: $0)...] } ?? place[...]
    guard let port = UInt16(digits: digits), port > 0 else { return nil }
    var host = colon.map { place[..<$0] } ?? "127.0.0.1"
    if host.first == "[", host.last == "]" {
      host = host.dropFirst().dropLast()
    } else if host.contains(where: { ":[]/@".contains($0) }) {
      return nil
    }
    if host.isEmpty { return nil }
    self.init(host: String(host), port: port)
  }
}
