import Media

/// One media file in the table of the contract suite of media sources.
public struct MediaSourceRow: Sendable, CustomStringConvertible {
  /// The name in test results.
  public let name: String
  /// Opens the same media each time.
  public let opener: any MediaOpener

  /// Creates a row of the table.
  ///
  /// - Parameters:
  ///   - name: The name in test results.
  ///   - opener: Opens the same media each time.
  public init(_ name: String, _ opener: any MediaOpener) {
    self.name = name
    self.opener = opener
  }

  /// The name in test results.
  public var description: String { name }
}
