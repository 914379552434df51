import PortableCombine
import PlayheadTimekeeping

/// Runs a stream that is written as a line of text through a publisher, and returns the output as text.
///
/// Each character is a tenth of a second: `-` for no event, `|` for finished, `#` for a failure, any other character
/// for a value. Events in the same tenth are enclosed in parentheses, as in `(ab)`. A value with more than one
/// character is enclosed in brackets, as in `[ab]`. Spaces are ignored.
///
///     #expect(MarbleStage.play("ab--c|") { $0.delay(for: 0.2, scheduler: $1) } == "--ab--c|")
public enum MarbleStage {
  /// The failure written as `#`.
  public struct Failure: Error, Equatable {
    /// Creates a failure.
    public init() {}
  }

  /// The duration of one character.
  public static let tick = Duration.milliseconds(100)
  /// The number of ticks for which the output is recorded after the end of the input.
  private static let patience = 100

  /// Runs `input` through a publisher.
  ///
  /// - Parameters:
  ///   - input: The events of the upstream.
  ///   - demand: The initial demand.
  ///   - later: Further demand, by the number of the tick.
  ///   - make: Makes the publisher from the upstream and a scheduler.
  /// - Returns: The events of the output, without trailing `-`.
  /// - Precondition: The publisher keeps its contract, and sends events at whole ticks only.
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
      // Actions due at an instant run before values are sent at that instant.
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
        "An event happened between two ticks.")
      scheduler.clock.skip(by: .nanoseconds(1))
    }
    precondition(recorder.violations.isEmpty, recorder.violations.joined(separator: " "))
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
