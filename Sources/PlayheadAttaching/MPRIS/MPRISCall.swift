import PlayheadInterprocess
import PlayheadTimekeeping

/// A call that the machine wants to be made.
struct MPRISCall: Equatable {
  /// What the reply is for.
  enum Purpose: Equatable {
    /// The names on the bus.
    case names
    /// The properties of a player that might be followed.
    case survey(name: String)
    /// The process of the player that is followed.
    case process
    /// The properties of the program that is followed, such as `CanQuit`.
    case program
    /// The properties of the player that is followed.
    case properties
    case position
    /// The position before a seek to this one by an offset.
    case positionBeforeSeek(MediaTime)
    case request(PlayerRequest)
  }

  var purpose: Purpose
  var request: BusRequest
  /// How long a reply is awaited.
  var limit: Duration
  /// The number of the player that was followed; replies for another one are ignored.
  var following: Int
  /// The instant before the call was sent.
  var sent = HostInstant(nanoseconds: 0)

  static let object = "/org/mpris/MediaPlayer2"
  static let program = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let properties = "org.freedesktop.DBus.Properties"
  static let bus = "org.freedesktop.DBus"
}
