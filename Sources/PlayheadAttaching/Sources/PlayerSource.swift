import PlayheadCore
import PlayheadTimekeeping

/// Another player, read and controlled by one of the interfaces that it offers.
///
/// A source reports in order, on one thread at a time, and never before `start` was called. It takes text
/// from the player as it is; code that shows the text removes the control characters.
package protocol PlayerSource: AnyObject, Sendable {
  /// How messages name the player, as in `mpv:/tmp/socket`.
  var name: String { get }
  /// How the player's values differ from its position, until a report says otherwise.
  var habits: PositionHabits { get }
  /// The process of the player; nil if it is not known.
  var process: Int32? { get }

  /// Connects without waiting. Calls the closure with reports until `stop`, or until the player is lost. Called once.
  func start(_ report: @escaping @Sendable (SourceReport) -> Void)
  /// Asks for the position, whose answers are reported, and does not wait. Returns whether the player owes one.
  @discardableResult
  func read() -> Bool
  /// Asks the player to do something, and does not wait for that. Throws why it cannot.
  func request(_ request: PlayerRequest) throws(TransportRefusal)
  /// Ends the connection. Nothing is reported after this has returned, unless a report calls it.
  func stop()
}

extension PlayerSource {
  package var process: Int32? { nil }
}

/// What a source reports of its player.
package enum SourceReport: Equatable, Sendable {
  /// The facts are these now. They became so after the instant `since`.
  case facts(PlayerFacts, since: HostInstant, received: HostInstant)
  /// The values of the readings that follow differ from the position in this way.
  case habits(PositionHabits)
  /// By how much all positions from now on may be wrong besides, either way; `bias` is the part of it by which all are
  /// wrong in the same way.
  case uncertainty(Duration, bias: Duration)
  /// The sound of the player is this, by which it is found on a sound server; nil if that is not known.
  case sound(PlayerSound?)
  /// A value of the position.
  case reading(PositionReading)
  /// The player was asked for its position, and has answered that it has none: it opens the item, waits for media,
  /// or plays a stream without positions.
  case withoutPosition
  /// The player has answered a question. The answer changes no other report.
  case answered
  /// A seek has begun. The position is not known until the playhead was moved.
  case seeking(since: HostInstant, received: HostInstant)
  /// The seek that has begun leads to this position.
  case seekDestination(SeekDestination)
  /// The playhead was moved: by a seek, or by a loop of the player's. It is at this position then, if that is known.
  case moved(to: MediaTime?, since: HostInstant, received: HostInstant)
  /// The current item has been played to its end.
  case ended(received: HostInstant)
  /// What the user should know, in words.
  case noticed(String)
  /// A request was refused by the player, for a reason in words.
  case refused(PlayerRequest, String)
  /// The player cannot be reached, or no longer. It is the last report.
  case lost(Loss)

  /// Why a player is lost.
  package enum Loss: Error, Equatable {
    /// The player has ended, or was closed.
    case closed
    /// It could not be reached, or its messages make no sense: the reason, in words.
    case failed(String)
  }
}

/// The position to which a seek leads.
package struct SeekDestination: Equatable, Sendable {
  package var position: MediaTime
  /// How much later than its target an exact seek may lead: by a frame; nil if it may lead anywhere.
  package var reach: Duration?

  package init(position: MediaTime, reach: Duration?) {
    (self.position, self.reach) = (position, reach)
  }
}

/// Something that another player is asked to do.
package enum PlayerRequest: Equatable, Sendable {
  case setPaused(Bool)
  case seek(to: MediaTime)
  /// Plays at a rate, which is positive.
  case setRate(Rate)
  case next
  case previous
  /// Sets the volume in percent.
  case setVolume(Double)
  case setMuted(Bool)
  /// Ends the player itself.
  case quit
}
