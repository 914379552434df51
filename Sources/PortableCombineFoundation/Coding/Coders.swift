import Foundation
import PortableCombine

/// Writes JSON, for `encode(encoder:)`.
extension JSONEncoder: TopLevelEncoder {}

/// Reads JSON, for `decode(type:decoder:)`.
extension JSONDecoder: TopLevelDecoder {}

/// Writes property lists, for `encode(encoder:)`.
extension PropertyListEncoder: TopLevelEncoder {}

/// Reads property lists, for `decode(type:decoder:)`.
extension PropertyListDecoder: TopLevelDecoder {}
