import FoundationEssentials

extension PlayerQueue {
  /// An entry of a queue: a player that is played once, or a closure that makes a player each time the entry is played.
  ///
  /// Entries are compared by identity.
  public final class Entry: Hashable, Sendable {
    private enum Source {
      case player(Player)
      case closure(@Sendable () throws -> Player)
    }

    private let source: Source
    /// The URL of the media, also before its player is made; nil if it is not known.
    public let url: URL?
    /// What a supervisor attached to the entry.
    package let attachment: (any AnyObject & Sendable)?

    /// Creates an entry that makes its player when it is opened.
    ///
    /// The entry stays in the queue after it was played, so that the queue can go back to it. If
    /// the closure throws, the queue skips the entry and publishes the error.
    ///
    /// - Parameters:
    ///   - url: The URL of the media, for `url`.
    ///   - makePlayer: Called on the worker of the queue, where it may block. It must return a new
    ///     player each time.
    public convenience init(
      url: URL? = nil, makePlayer: @escaping @Sendable () throws -> Player
    ) {
      self.init(url: url, attachment: nil, makePlayer: makePlayer)
    }

    /// Creates an entry as `init(url:makePlayer:)` does, with an object for the supervisor.
    package init(
      url: URL? = nil, attachment: (any AnyObject & Sendable)?,
      makePlayer: @escaping @Sendable () throws -> Player
    ) {
      source = .closure(makePlayer)
      self.url = url
      self.attachment = attachment
    }

    /// Creates an entry of a player. It is removed from the queue after it was played.
    ///
    /// - Parameter player: A player that is in no other entry.
    public init(_ player: Player) {
      source = .player(player)
      url = player.url
      attachment = nil
    }

    /// Whether the entry stays in the queue after it was played.
    var isKept: Bool { player == nil }

    /// The player, if the entry was created with one.
    var player: Player? { if case .player(let player) = source { player } else { nil } }

    func makePlayer() throws -> Player {
      switch source {
      case .player(let player): player
      case .closure(let makePlayer): try makePlayer()
      }
    }

    public static func == (one: Entry, other: Entry) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(ObjectIdentifier(self))
    }
  }

  /// An entry that was skipped because it could not be played.
  public struct Failure: Sendable {
    /// The entry.
    public var entry: Entry
    /// A `MediaError`, or the error that the closure of the entry threw.
    public var error: any Error
  }
}
