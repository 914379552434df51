import Glibc

/// Which players of the session bus a source may follow.
package enum MPRISTarget: Equatable, Sendable {
  /// All players.
  case any
  /// The player of a name such as `vlc`, or the instances of a program of that name.
  case named(String)

  /// The start of the names of players on the bus.
  static let prefix = "org.mpris.MediaPlayer2."
  /// A program that shows the newest player again, under its own name.
  private static let proxy = "org.mpris.MediaPlayer2.playerctld"

  /// How messages name the target.
  package var name: String {
    switch self {
    case .any: "mpris"
    case .named(let name): "mpris:\(name)"
    }
  }

  /// Whether a source may follow a name on the bus. If any may be, its own process and a proxy are left out.
  func includes(_ busName: String, process: Int32 = getpid()) -> Bool {
    guard busName.hasPrefix(Self.prefix) else { return false }
    switch self {
    case .any: return busName != Self.proxy && !busName.hasSuffix(".instance\(process)")
    case .named(let name): return Self.isInstance(busName, of: name)
    }
  }

  /// Whether the user named exactly this player.
  func names(_ busName: String) -> Bool {
    self == .named(String(busName.dropFirst(Self.prefix.count)))
  }

  /// Whether a name on the bus is that of a program such as `vlc`, or of an instance of it.
  static func isInstance(_ busName: String, of program: String) -> Bool {
    let name = prefix + program
    return busName == name || busName.hasPrefix(name + ".")
  }
}
