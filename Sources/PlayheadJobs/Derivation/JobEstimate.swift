/// How the share of a job that is done is known.
package enum JobEstimate: String, Hashable, Sendable, Codable {
  /// The expected duration of the output was derived from the arguments.
  case arguments
  /// The share of the input that was read.
  case input
  /// The share is unknown.
  case none
}
