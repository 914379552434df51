extension Record {
  /// A list of values and the completion that follows them.
  public struct Recording {
    /// The values that this subscriber receives.
    public typealias Input = Output

    /// The values, in order.
    public private(set) var output: [Output]
    /// The completion; `.finished` if none was recorded.
    public private(set) var completion: Subscribers.Completion<Failure>
    private var isComplete: Bool

    /// Creates an empty recording, to which values can be added.
    public init() {
      output = []
      completion = .finished
      isComplete = false
    }

    /// Creates a complete recording, to which nothing can be added.
    ///
    /// - Parameters:
    ///   - output: The values to publish.
    ///   - completion: How the publisher ends.
    public init(output: [Output], completion: Subscribers.Completion<Failure> = .finished) {
      self.output = output
      self.completion = completion
      isComplete = true
    }

    /// Adds a value. Traps after the completion.
    ///
    /// - Parameter input: The value.
    public mutating func receive(_ input: Record<Output, Failure>.Recording.Input) {
      precondition(!isComplete, "Nothing can be recorded after the completion.")
      output.append(input)
    }

    /// Adds the completion. Traps if the recording already has one.
    ///
    /// - Parameter completion: The completion.
    public mutating func receive(completion: Subscribers.Completion<Failure>) {
      precondition(!isComplete, "Nothing can be recorded after the completion.")
      self.completion = completion
      isComplete = true
    }
  }
}

extension Record.Recording: Codable where Output: Codable, Failure: Codable {
  private enum CodingKeys: String, CodingKey {
    case output
    case completion
  }

  /// Decodes a complete recording, as written by `encode(into:)`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      output: try container.decode([Output].self, forKey: .output),
      completion: try container.decode(
        Subscribers.Completion<Failure>.self, forKey: .completion))
  }

  /// Encodes the values and the completion.
  ///
  /// - Parameter encoder: The encoder to write to.
  /// - Throws: An error of the encoder.
  public func encode(into encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(output, forKey: .output)
    try container.encode(completion, forKey: .completion)
  }

  public func encode(to encoder: any Encoder) throws {
    try encode(into: encoder)
  }
}

extension Record.Recording: Sendable where Output: Sendable {}
