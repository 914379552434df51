import Foundation
import PortableCombine

/// Encodes JSON with `encode(encoder:)`.
extension JSONEncoder: TopLevelEncoder {}

/// Decodes JSON with `decode(type:decoder:)`.
extension JSONDecoder: TopLevelDecoder {}

/// Encodes property lists with `encode(encoder:)`.
extension PropertyListEncoder: TopLevelEncoder {}

/// Decodes property lists with `decode(type:decoder:)`.
extension PropertyListDecoder: TopLevelDecoder {}
