import PlayheadLocking
import PlayheadTimekeeping

/// Cues that become known during playback, as those of media that arrives over a network.
///
/// A schedule of a feed (`Schedule.cues(_:)`) has the starts and ends of all its cues, those included that are
/// added later. It can be read and extended on any thread.
public final class CueFeed: Hashable, Sendable {
  /// The time at which a cue begins or ends.
  package struct Mark: Hashable, Sendable {
    /// The time.
    package var due: MediaTime
    /// Whether the cue begins.
    package var isStart: Bool
    /// When a cue that begins then ends; nil if that is not known.
    package var end: MediaTime?
  }

  /// An index in the list of marks.
  package struct Index: Hashable, Sendable {
    var edition = 0
    var count = 0
  }

  /// The marks after an index.
  package struct News: Sendable {
    /// The marks.
    package var marks: [Mark]
    /// Whether they are all there are, and replace those before, because some were forgotten.
    package var replacesAll: Bool
    /// The index after them.
    package var index: Index
  }

  private let state: Locked<CueFeedState>

  /// Creates a feed.
  ///
  /// - Parameter cues: The cues that are known already.
  public init(_ cues: some Sequence<Cue> = []) {
    var state = CueFeedState()
    state.add(CueTrack(cues))
    self.state = Locked(state)
  }

  public static func == (one: CueFeed, other: CueFeed) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

  // MARK: The cues that are known

  /// The cues that are known now.
  ///
  /// - Complexity: O(*n*), or O(1) if none was added.
  public var track: CueTrack { state.withLock { $0.all } }

  /// Whether no cue is known now.
  public var isEmpty: Bool { state.withLock { $0.isEmpty } }

  /// Returns the known cues that are current at a time, in the order of their starts.
  ///
  /// - Parameter time: A time of the feed's timeline.
  /// - Returns: The cues.
  public func cues(at time: MediaTime) -> [Cue] { cues(at: time, newest: .max) }

  /// Returns the known cues that are current at a time, or the newest ones, in the order of their starts.
  package func cues(at time: MediaTime, newest limit: Int) -> [Cue] {
    state.withLock { $0.cues(at: time, newest: limit) }
  }

  /// Returns the first known cue that begins after a time.
  ///
  /// - Parameter time: A time of the feed's timeline.
  /// - Returns: The cue; nil if none is known that begins after the time.
  public func next(after time: MediaTime) -> Cue? { state.withLock { $0.next(after: time) } }

  /// Returns the last known cue of those that begin before a time, or also those that begin then.
  package func last(before time: MediaTime, orAt isIncluded: Bool) -> Cue? {
    state.withLock { $0.last(before: time, orAt: isIncluded) }
  }

  // MARK: More cues

  /// Adds cues that have become known.
  ///
  /// - Parameter cues: Cues in any order.
  public func add(_ cues: some Sequence<Cue>) {
    let track = CueTrack(cues)
    if !track.isEmpty { change { $0.add(track) } }
  }

  /// Adds what a packet shows; nothing if a packet from the same byte offset was read before.
  package func add(_ update: CueUpdate, ofTrack track: Int, at byteOffset: Int64?) {
    change { $0.add(update, ofTrack: track, at: byteOffset) }
  }

  /// Records that the media was read up to a time: cues without a declared end have ended if they last no longer.
  package func endCues(until time: MediaTime) { change { $0.endCues(until: time) } }

  /// The first time at which a cue ends at the latest whose end is not declared; nil if there is none.
  package var nextUndeclaredEnd: MediaTime? { state.withLock { $0.nextUndeclaredEnd } }

  /// Records that reading continues elsewhere than after `time`, if known: the next cues do not end those read last.
  package func restart(after time: MediaTime?) { state.withLock { $0.restart(after: time) } }

  /// Records that the media was read to its end, up to which its last cues stay.
  package func finish() { change { $0.finish() } }

  private func change(_ body: (inout CueFeedState) -> Void) {
    let observers = state.withLock { state in
      let index = state.index
      body(&state)
      return state.index == index ? [] : Array(state.observers.values)
    }
    for observer in observers { observer() }
  }

  // MARK: Following

  /// Returns the marks after an index, or all of them; nil if there are none.
  package func news(since index: Index?) -> News? { state.withLock { $0.news(since: index) } }

  /// Calls a closure whenever there are more marks.
  package func observe(_ id: ObjectIdentifier, _ observer: @escaping @Sendable () -> Void) {
    let old = state.withLock { $0.observers.updateValue(observer, forKey: id) }
    withExtendedLifetime(old) {}
  }

  /// Ends the calls for an observer.
  package func removeObserver(_ id: ObjectIdentifier) {
    let observer = state.withLock { $0.observers.removeValue(forKey: id) }
    withExtendedLifetime(observer) {}
  }

  typealias Observers = [ObjectIdentifier: @Sendable () -> Void]
}
