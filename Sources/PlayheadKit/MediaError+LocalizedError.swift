import FoundationEssentials
import Media

extension MediaError: LocalizedError {
  /// The error's `description`: one line that names the file, what failed and why.
  public var errorDescription: String? { description }
}
