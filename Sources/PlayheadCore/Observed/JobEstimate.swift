/// How the share of a job that is done is known.
public enum JobEstimate: String, Hashable, Sendable, Codable {
  /// The expected duration of the output was derived from the arguments, or the caller has stated it.
  case arguments
  /// The share is that of the input, or of the file, that has been read.
  case input
  /// The share is unknown.
  case none
}
