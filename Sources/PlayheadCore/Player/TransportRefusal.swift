/// Why a playhead refuses a request.
@nonexhaustive
public enum TransportRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The player behind the playhead cannot do it; the text states why.
  case unsupported(String)
  /// There is nothing to play, or no connection to the player.
  case unavailable

  public var description: String {
    switch self {
    case .unsupported(let what): what
    case .unavailable: "there is nothing to play"
    }
  }
}
