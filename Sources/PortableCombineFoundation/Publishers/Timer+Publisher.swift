import Foundation
import PlayheadLocking
import PortableCombine

extension Timer {
  /// Returns a publisher that sends the date repeatedly while it is connected.
  ///
  /// - Parameters:
  ///   - interval: The time in seconds between two dates, and before the first one.
  ///   - tolerance: The time in seconds by which a date may be late.
  ///   - runLoop: The run loop that sends the dates.
  ///   - mode: The mode in which the run loop must run.
  ///   - options: Unused: there are no options.
  /// - Returns: A connectable publisher, which starts when it is connected.
  public static func publish(
    every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop,
    in mode: RunLoop.Mode, options: RunLoop.SchedulerOptions? = nil
  ) -> TimerPublisher {
    TimerPublisher(
      interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
  }

  /// A publisher that sends the date repeatedly while it is connected.
  ///
  /// All subscribers share one timer. A date without demand is dropped.
  public final class TimerPublisher: ConnectablePublisher {
    /// The date when the timer fired.
    public typealias Output = Date
    public typealias Failure = Never

    /// The time in seconds between two dates, and before the first one.
    public let interval: TimeInterval
    /// The time in seconds by which a date may be late; nil for the run loop's default.
    public let tolerance: TimeInterval?
    /// The run loop that sends the dates.
    public let runLoop: RunLoop
    /// The mode in which the run loop must run.
    public let mode: RunLoop.Mode
    /// Unused: there are no options.
    public let options: RunLoop.SchedulerOptions?

    private let dates = PassthroughSubject<Date, Never>()
    private let connection = Locked<Connection?>(nil)

    /// Creates a publisher, like `Timer.publish(every:tolerance:on:in:options:)`.
    ///
    /// - Parameters:
    ///   - interval: The time in seconds between two dates, and before the first one.
    ///   - tolerance: The time in seconds by which a date may be late.
    ///   - runLoop: The run loop that sends the dates.
    ///   - mode: The mode in which the run loop must run.
    ///   - options: Unused: there are no options.
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

    /// Attaches a subscriber. It receives dates while the publisher is connected.
    ///
    /// - Parameter subscriber: The subscriber to attach.
    public func receive<S>(subscriber: S)
    where S: Subscriber, S.Failure == Never, S.Input == Date {
      dates.receive(subscriber: subscriber)
    }

    /// Starts the timer unless it is running. The timer runs until the result is cancelled, even if
    /// the publisher and the result are released.
    ///
    /// - Returns: An object that stops the timer when it is cancelled.
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
    // `Timer(timeInterval:repeats:)` of Foundation on Linux would fire immediately.
    let first = publisher.runLoop.now.advanced(
      by: RunLoop.SchedulerTimeType.Stride(publisher.interval))
    timer = Timer(fire: first.fireDate, interval: publisher.interval, repeats: true) { _ in
      action.run(isLast: false)
    }
    if let tolerance = publisher.tolerance { timer.tolerance = tolerance }
    self.publisher = publisher
  }

  func cancel() {
    // First, so that nobody is given a connection whose timer has ended.
    publisher?.disconnect(self)
    timer.invalidate()
    action.release()
  }
}
