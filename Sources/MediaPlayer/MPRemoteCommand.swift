import Foundation
internal import PlayheadLocking

/// What a handler did with a command. The desktop does not see it.
@nonexhaustive
public enum MPRemoteCommandHandlerStatus: Int, Sendable {
  /// It carried the command out.
  case success = 0
  /// What the command needs does not exist.
  case noSuchContent = 100
  /// Nothing plays.
  case noActionableNowPlayingItem = 110
  /// A device is missing.
  case deviceNotFound = 120
  /// It failed.
  case commandFailed = 200
}

/// A command that the desktop may send. It is offered while it is enabled and has a target.
///
/// Targets are called on the main queue, so the program must run it: `dispatchMain()`, or a main run loop.
// Sendable is unchecked: all that changes is behind a lock. Subclasses have no state.
open class MPRemoteCommand: NSObject, @unchecked Sendable {
  /// A target, by which it is removed. The closure is called on the main queue only.
  private final class Target: NSObject, @unchecked Sendable {
    let handler: (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
    init(_ handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus) {
      self.handler = handler
    }
  }

  private struct State {
    var isEnabled = true
    var targets: [Target] = []
    var numbers: [NSNumber] = []
    var didChange: @Sendable () -> Void = {}
  }

  private let state = Locked(State())

  override init() {}

  /// Whether the command is offered, if it has a target.
  open var isEnabled: Bool {
    get { state.withLock { $0.isEnabled } }
    set { change { $0.isEnabled = newValue } }
  }

  /// Adds a target, and returns the object by which it is removed.
  @discardableResult
  open func addTarget(
    handler: @escaping (MPRemoteCommandEvent) -> MPRemoteCommandHandlerStatus
  ) -> Any {
    let target = Target(handler)
    change { $0.targets.append(target) }
    return target
  }

  /// Removes a target that `addTarget` returned; nil for all targets.
  open func removeTarget(_ target: Any?) {
    let object = target.map { $0 as AnyObject }
    change { $0.targets.removeAll { object == nil || $0 === object } }
  }

  var isOffered: Bool { state.withLock { $0.isEnabled && !$0.targets.isEmpty } }

  func follow(_ didChange: @escaping @Sendable () -> Void) {
    state.withLock { $0.didChange = didChange }
  }

  /// The rates or lengths of subclasses.
  fileprivate var numbers: [NSNumber] {
    get { state.withLock { $0.numbers } }
    set { change { $0.numbers = newValue } }
  }

  private func change(_ body: (inout State) -> Void) {
    let (old, didChange) = state.withLock { state in
      let old = state.targets
      body(&state)
      return (old, state.didChange)
    }
    // Targets are not released with the lock held.
    withExtendedLifetime(old) { didChange() }
  }

  /// Creates the event of the command with a position or a rate.
  func event(_ value: Double) -> MPRemoteCommandEvent { MPRemoteCommandEvent(self, value) }

  /// Calls the targets on the main queue, and before that a closure.
  func send(_ value: Double, _ begin: @escaping @Sendable () -> Void) {
    let event = event(value)
    // Not to the main queue itself: a notification that a target posts there for `queue: .main` would wait
    // for itself.
    OperationQueue.main.addOperation { [self] in
      begin()
      guard isEnabled else { return }
      for target in state.withLock({ $0.targets }) { _ = target.handler(event) }
    }
  }
}

/// A command that the desktop has sent.
// Sendable is unchecked: nothing changes, and subclasses have no state.
open class MPRemoteCommandEvent: NSObject, @unchecked Sendable {
  /// The command.
  public let command: MPRemoteCommand
  /// When it arrived, in seconds since the system started.
  public let timestamp = ProcessInfo.processInfo.systemUptime
  fileprivate let value: Double

  fileprivate init(_ command: MPRemoteCommand, _ value: Double) {
    (self.command, self.value) = (command, value)
  }
}

/// A request for another position.
open class MPChangePlaybackPositionCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The position in seconds.
  open var positionTime: TimeInterval { value }
}

/// A request for another rate.
open class MPChangePlaybackRateCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The rate.
  open var playbackRate: Float { Float(value) }
}

/// A request to skip a part. Never sent.
open class MPSkipIntervalCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// The length in seconds.
  open var interval: TimeInterval { value }
}

/// A request to move fast. Never sent.
open class MPSeekCommandEvent: MPRemoteCommandEvent, @unchecked Sendable {
  /// Whether the movement begins or ends.
  open var type: MPSeekCommandEventType { .beginSeeking }
}

/// Whether a fast movement begins or ends.
@nonexhaustive
public enum MPSeekCommandEventType: UInt, Sendable {
  /// It begins.
  case beginSeeking
  /// It ends.
  case endSeeking
}

/// The command for another position.
open class MPChangePlaybackPositionCommand: MPRemoteCommand, @unchecked Sendable {
  override func event(_ value: Double) -> MPRemoteCommandEvent {
    MPChangePlaybackPositionCommandEvent(self, value)
  }
}

/// The command for another rate.
open class MPChangePlaybackRateCommand: MPRemoteCommand, @unchecked Sendable {
  /// The rates that the program supports; empty for all. The nearest one is requested.
  open var supportedPlaybackRates: [NSNumber] {
    get { numbers }
    set { numbers = newValue }
  }

  override func event(_ value: Double) -> MPRemoteCommandEvent {
    MPChangePlaybackRateCommandEvent(self, value)
  }
}

/// A command to skip a part. Never sent.
open class MPSkipIntervalCommand: MPRemoteCommand, @unchecked Sendable {
  /// The lengths to skip, in seconds.
  open var preferredIntervals: [NSNumber] {
    get { numbers }
    set { numbers = newValue }
  }
}
