import FoundationEssentials

extension MediaError: LocalizedError {
  /// The error's `description`: one line with the file, the failure and its cause.
  public var errorDescription: String? { description }
}
