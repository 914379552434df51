import PlayheadTimekeeping

/// The properties of a job besides the position in its output.
public struct JobDetails: Hashable, Sendable, Codable {
  /// How the share that is done is known.
  public var estimate: JobEstimate
  /// The frames that the job has encoded per second since its start; nil without video.
  public var framesPerSecond: Double?
  /// The size of the output in bytes; nil if the job does not report it.
  public var size: Int64?
  /// The speed of the slowest phase in about the last minute.
  public var slowest: Rate
  /// The speed of the fastest phase in about the last minute.
  public var fastest: Rate

  /// Creates details without frames or a size.
  ///
  /// - Parameters:
  ///   - estimate: How the share that is done is known.
  ///   - slowest: The least speed.
  ///   - fastest: The greatest speed.
  public init(estimate: JobEstimate, slowest: Rate = .paused, fastest: Rate = .paused) {
    (self.estimate, self.slowest, self.fastest) = (estimate, slowest, fastest)
  }
}
