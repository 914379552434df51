import Glibc
import PlayheadTimekeeping

/// Where an MPD is, and the password for it, as `mpc` reads them.
package struct MPDAddress: Equatable, Sendable {
  /// An error in the text of an address.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  /// The sockets to try in order.
  package var sockets: [PlayerSocket]
  /// Nil if none is sent.
  package var password: String?

  private static let defaultPort: UInt16 = 6_600

  /// Reads an address, without `text` that of MPD_HOST, MPD_PORT and XDG_RUNTIME_DIR, or the usual one.
  ///
  /// `text` is `HOST`, `HOST:PORT` or the path of a Unix socket, which begins with `/`, or with `@` if it is abstract.
  /// `PASSWORD@` may precede it.
  package init(_ text: String?, environment: [String: String]) throws(Failure) {
    var port = Self.defaultPort
    if let text = environment["MPD_PORT"], !text.isEmpty {
      guard let number = UInt16(digits: text), number > 0 else {
        throw Failure(description: "MPD_PORT is not a port: \(text)")
      }
      port = number
    }
    let usual = environment["MPD_HOST"].flatMap { $0.isEmpty ? nil : Self.split($0) }
    guard let chosen = text.map(Self.split) ?? usual else {
      sockets = environment["MPD_PORT"]?.isEmpty == false ? [] : Self.sockets(environment)
      sockets.append(.host("localhost", port: port))
      return
    }
    password = chosen.password ?? (usual?.host == chosen.host ? usual?.password : nil)
    if let password, password.utf8.contains(where: { $0 < 32 }) {
      throw Failure(description: "the password for MPD contains a control character")
    }
    sockets = [try Self.socket(chosen.host, port)]
  }

  /// The sockets of the user's own MPD, and of that of the system.
  private static func sockets(_ environment: [String: String]) -> [PlayerSocket] {
    let own = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return [own, "/run"].compactMap(\.self).map { .local(Array("\($0)/mpd/socket".utf8)) }
  }

  /// Divides a text at its first `@`, unless it begins with that.
  private static func split(_ text: String) -> (password: String?, host: String) {
    guard let at = text.firstIndex(of: "@"), at != text.startIndex else { return (nil, text) }
    return (String(text[..<at]), String(text[text.index(after: at)...]))
  }

  private static func socket(_ text: String, _ port: UInt16) throws(Failure) -> PlayerSocket {
    if text.hasPrefix("/") || text.hasPrefix("@") { return .local(Array(text.utf8)) }
    var (host, rest) = (text[...], Substring())
    if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
      host = text[..<end].dropFirst()
      rest = text[end...].dropFirst()
    } else if let colon = text.firstIndex(of: ":"), text.lastIndex(of: ":") == colon {
      (host, rest) = (text[..<colon], text[colon...])
    }
    guard !host.isEmpty || rest.hasPrefix(":") else {
      throw Failure(description: "no host: \(text)")
    }
    let name = host.isEmpty ? "localhost" : String(host)
    if rest.isEmpty { return .host(name, port: port) }
    guard rest.hasPrefix(":"), let number = UInt16(digits: rest.dropFirst()), number > 0 else {
      throw Failure(description: "not a port: \(rest.dropFirst())")
    }
    return .host(name, port: number)
  }
}
