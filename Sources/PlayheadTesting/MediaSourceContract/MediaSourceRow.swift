import Media

/// One medium in the table that the contract suite of media sources runs over.
public struct MediaSourceRow: Sendable, CustomStringConvertible {
  public let name: String
  /// Opens the same medium each time.
  public let opener: any MediaOpener

  public init(_ name: String, _ opener: any MediaOpener) {
    self.name = name
    self.opener = opener
  }

  /// The name.
  public var description: String { name }
}
