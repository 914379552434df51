import Foundation
import Locking
import PortableCombine

extension Timer {
  /// A publisher that sends the date again and again, once it is connected.
  ///
  /// - Parameters:
  ///   - interval: the seconds between two dates, and before the first.
  ///   - tolerance: how much later each may come.
  ///   - runLoop: the run loop that sends them.
  ///   - mode: the mode the loop must run in.
  ///   - options: there are none to choose.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
    in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(
      interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// A publisher that sends the date again and again, once it is connected.
  ///
  /// All its subscribers share one timer. A date that a subscriber did not ask for is dropped.
  ///
  /// Source of the rule: Apple's documentation of `Timer.TimerPublisher`.
  public final class TimerPublisher: ConnectablePublisher {
    public typealias Output = Date
    public typealias Failure = Never

    /// The seconds between two dates, and before the first.
    public let interval: TimeInterval
    /// How much later each may come; nil for as much as the run loop likes.
    public let tolerance: TimeInterval?
    /// The run loop that sends them.
    public let runLoop: RunLoop
    /// The mode the loop must run in.
    public let mode: RunLoop.Mode
    /// There are none to choose.
    public let options: RunLoop.SchedulerOptions?

    private let dates = PassthroughSubject<Date, Never>()
    private let connection = Locked<Connection?>(nil)

    /// Makes the publisher; `Timer.publish(every:tolerance:on:in:options:)` does the same.
    public init(
      interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop,
      mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
    ) {
      self.interval = interval
      self.tolerance = tolerance
      self.runLoop = runLoop
      self.mode = mode
      self.options = options
    }

    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == Never, S.Input == Date {
      dates.receive(subscriber: subscriber)
    }

    /// Starts the timer, unless it runs; what it returns stops it.
    ///
    /// The timer runs until then, also when nobody holds the publisher or what this returns.
    public func connect() -> any Cancellable {
      let new = Connection(of: self, sendingTo: dates)
      let running = connection.withLock { connection -> Connection? in
        if connection == nil {
          connection = new
          return nil
        }
        return connection
      }
      if let running { return running }
      runLoop.add(new.timer, forMode: mode)
      return new
    }

    fileprivate func disconnect(_ ended: Connection) {
      let released = connection.withLock { $0 === ended ? $0.take() : nil }
      withExtendedLifetime(released) {}
    }
  }
}

/// The timer of a connected publisher.
private final class Connection: Cancellable {
  let timer: Timer
  private let action: TimerAction
  private weak var publisher: Timer.TimerPublisher?

  init(of publisher: Timer.TimerPublisher, sendingTo dates: PassthroughSubject<Date, Never>) {
    let action = TimerAction { dates.send(Date()) }
    self.action = action
    // With `timeInterval:` alone, Foundation on Linux fires at once.
    let first = publisher.runLoop.now.advanced(
      by: RunLoop.SchedulerTimeType.Stride(publisher.interval))
    timer = Timer(fire: first.fireDate, interval: publisher.interval, repeats: true) { _ in
      action.run(isLast: false)
    }
    if let tolerance = publisher.tolerance { timer.tolerance = tolerance }
    self.publisher = publisher
  }

  func cancel() {
    timer.invalidate()
    action.letGo()
    publisher?.disconnect(self)
  }
}
