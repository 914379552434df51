/// A rule of audio outputs. It can be checked on any output.
public struct AudioOutputCheck: Sendable, CustomStringConvertible {
  /// The rule in words.
  public let description: String
  private let body: @Sendable (AudioOutputRow) throws -> [String]

  init(_ rule: String, body: @escaping @Sendable (AudioOutputRow) throws -> [String]) {
    description = rule
    self.body = body
  }

  /// Returns the violations of the rule.
  ///
  /// - Parameter row: The output to check.
  /// - Returns: One sentence for each violation; empty if the rule holds.
  public func violations(_ row: AudioOutputRow) -> [String] {
    do { return try body(row) } catch { return ["\(error)"] }
  }

  /// All rules of outputs.
  public static var all: [AudioOutputCheck] { playing + reporting + ending }

  /// Returns the sentence if the condition is false.
  static func require(_ condition: Bool, _ sentence: String) -> [String] {
    condition ? [] : [sentence]
  }
}
