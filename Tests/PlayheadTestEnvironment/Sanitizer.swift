import Foundation

/// The sanitizer that the tests and the command are built with, as `scripts/run-tests` can do.
package enum Sanitizer {
  /// Whether there is one. It uses additional memory and descriptors.
  package static let isUsed = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil
}
