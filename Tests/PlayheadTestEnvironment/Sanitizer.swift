import Foundation

/// The sanitizer that the tests and the command are built with, as `scripts/run-tests` can do.
package enum Sanitizer {
  /// Whether there is one. It uses additional memory and descriptors.
  package static let isUsed = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil

  /// Returns how many rounds a random test does: a tenth under a sanitizer, which makes each of them ten
  /// times as long, and finds in few rounds what it can find. The results are compared without it.
  package static func rounds(_ count: Int) -> Int { isUsed ? (count + 9) / 10 : count }

  /// Returns which cases of a table a test tries: each fourth one under a sanitizer.
  package static func some<Cases: Collection>(_ cases: Cases) -> [Cases.Element] {
    cases.enumerated().filter { !isUsed || $0.offset % 4 == 0 }.map(\.element)
  }
}
