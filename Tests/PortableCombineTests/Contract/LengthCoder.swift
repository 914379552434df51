import PortableCombine

/// A coder that encodes a number as an array with that many elements.
struct LengthCoder: TopLevelEncoder, TopLevelDecoder {
  struct NotANumber: Error {}

  func encode<T>(_ value: T) throws -> [Int] where T: Encodable {
    guard let number = value as? Int, number >= 0 else { throw NotANumber() }
    return Array(repeating: 0, count: min(number, 100))
  }

  func decode<T>(_ type: T.Type, from elements: [Int]) throws -> T where T: Decodable {
    guard let number = elements.count as? T else { throw NotANumber() }
    return number
  }
}
