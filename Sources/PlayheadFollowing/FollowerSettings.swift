/// How a ``Follower`` is steered.
public struct FollowerSettings: Hashable, Sendable {
  /// By how much the rate may differ from the leader's, as a part of it; from 0.0001 to 0.1.
  public var pull = 0.005
  /// The difference beyond which a player is sought that cannot play at another rate.
  public var tolerance = Duration.milliseconds(40)
  /// For how long the player plays on, once the leader's position is not known any more. Then it is paused.
  public var freewheel = Duration.seconds(10)
  /// Whether a player that its user pauses or moves is left to the user. Otherwise it is brought back.
  public var leavesUsedPlayer = false

  /// Creates the usual settings.
  public init() {}
}
