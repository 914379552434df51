/// A publisher that replays recorded values and a completion to each subscriber.
public struct Record<Output, Failure: Error>: Publisher {
  /// The values and the completion to replay.
  public let recording: Recording

  /// Creates a publisher of the recording that `record` fills.
  ///
  /// - Parameter record: Fills the recording. Called once, immediately.
  public init(record: (inout Record<Output, Failure>.Recording) -> Void) {
    var recording = Recording()
    record(&recording)
    self.init(recording: recording)
  }

  /// Creates a publisher of a recording.
  ///
  /// - Parameter recording: The values and the completion to publish.
  public init(recording: Record<Output, Failure>.Recording) {
    self.recording = recording
  }

  /// Creates a publisher of values and a completion.
  ///
  /// - Parameters:
  ///   - output: The values to publish.
  ///   - completion: How the publisher ends.
  public init(output: [Output], completion: Subscribers.Completion<Failure>) {
    self.init(recording: Recording(output: output, completion: completion))
  }

  @inlinable
  public func receive<S>(subscriber: S)
  where Output == S.Input, Failure == S.Failure, S: Subscriber {
    subscriber.receive(
      elementsOf: recording.output, of: "Record", then: recording.completion)
  }
}

extension Record: Codable where Output: Codable, Failure: Codable {}

extension Record: Sendable where Output: Sendable {}
