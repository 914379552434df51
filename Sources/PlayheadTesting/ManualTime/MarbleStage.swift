import PortableCombine
import Timekeeping

/// Where a test plays a stream that is written as a line of text, and reads another one.
///
/// Each character is a tenth of a second: `-` nothing, `|` the end, `#` a failure, anything else a
/// value. What comes in one and the same tenth stands in parentheses, `(ab)`; a value that is
/// longer than one character in brackets, `[ab]`. Blanks mean nothing.
///
///     #expect(MarbleStage.play("ab--c|") { $0.delay(for: 0.2, scheduler: $1) } == "--ab--c|")
public enum MarbleStage {
  /// The failure written as `#`.
  public struct Failure: Error, Equatable {
    public init() {}
  }

  /// How long one character is.
  public static let tick = Duration.milliseconds(100)
  /// How long the output is watched once the input is at its end.
  private static let patience = 100

  /// Plays `input` through the publisher that `make` makes of it.
  ///
  /// - Parameters:
  ///   - demand: what is asked for at first.
  ///   - later: what is asked for later, by the number of the character.
  /// - Returns: what comes out, without the nothing at its end.
  public static func play<P: Publisher>(
    _ input: String, asking demand: Subscribers.Demand = .unlimited,
    later: [Int: Subscribers.Demand] = [:],
    _ make: (PassthroughSubject<String, Failure>, ManualScheduler) -> P
  ) -> String where P.Output == String, P.Failure == Failure {
    let scheduler = ManualScheduler()
    let source = PassthroughSubject<String, Failure>()
    let recorder = RecordingSubscriber<String, Failure>(asking: demand)
    make(source, scheduler).subscribe(recorder)
    let ticks = Marbles(input).ticks
    var output = Marbles(ticks: [])
    var seen = 0
    for tick in 0..<(ticks.count + patience) {
      // What falls due at an instant comes before what is sent then.
      scheduler.clock.advance(by: .zero)
      if let demand = later[tick] { recorder.request(demand) }
      for event in tick < ticks.count ? ticks[tick] : [] { source.send(event) }
      scheduler.clock.advance(by: .zero)
      let events = recorder.history.compactMap(Marbles.Event.init)
      output.ticks.append(Array(events[seen...]))
      seen = events.count
      scheduler.clock.advance(by: Self.tick - .nanoseconds(1))
      precondition(
        recorder.history.compactMap(Marbles.Event.init).count == seen,
        "Something came between two ticks.")
      scheduler.clock.skip(by: .nanoseconds(1))
    }
    precondition(recorder.faults.isEmpty, recorder.faults.joined(separator: " "))
    return output.text
  }
}

extension PassthroughSubject<String, MarbleStage.Failure> {
  fileprivate func send(_ event: Marbles.Event) {
    switch event {
    case .value(let value): send(value)
    case .end: send(completion: .finished)
    case .failure: send(completion: .failure(MarbleStage.Failure()))
    }
  }
}

extension Marbles.Event {
  fileprivate init?(_ event: RecordingSubscriber<String, MarbleStage.Failure>.Event) {
    switch event {
    case .subscription: return nil
    case .value(let value): self = .value(value)
    case .completion(.finished): self = .end
    case .completion(.failure): self = .failure
    }
  }
}
