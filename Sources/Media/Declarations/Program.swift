/// One program of a broadcast stream: the tracks that belong together.
public struct Program: Hashable, Sendable {
  /// The program number in the stream.
  public var number: Int
  /// The indices of its tracks.
  public var tracks: [Int]
  /// The name of the service, if the stream declares one.
  public var name: String?

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - number: The program number in the stream.
  ///   - tracks: The indices of its tracks.
  ///   - name: The name of the service, if the stream declares one.
  public init(number: Int, tracks: [Int], name: String? = nil) {
    self.number = number
    self.tracks = tracks
    self.name = name
  }
}
