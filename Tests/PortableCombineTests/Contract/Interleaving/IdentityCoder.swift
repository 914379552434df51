import PlayheadTesting
import PortableCombine

/// A coder whose encoded form is the number itself.
struct IdentityCoder: TopLevelEncoder, TopLevelDecoder {
  func encode<T>(_ value: T) throws -> Int where T: Encodable {
    guard let number = value as? Int else { throw ContractRow.Failure() }
    return number
  }

  func decode<T>(_ type: T.Type, from number: Int) throws -> T where T: Decodable {
    guard let value = number as? T else { throw ContractRow.Failure() }
    return value
  }
}
