/// The encoder of the command's JSON.
///
/// It writes only the keys that the command documents. Values that conform to `Codable` encode these keys
/// first, and further ones for other encoders, so that a value can be decoded without loss.
package protocol CommandEncoder: Encoder {
  /// Encodes a number as this text, with all its decimal places.
  func encode(number text: String)
}
