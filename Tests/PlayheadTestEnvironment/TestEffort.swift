import Foundation

/// How much the tests do: a part of it in `make test`, enough to find defects in `make check`, and more in `make nightly`.
///
/// The build with a sanitizer makes each round ten times as long, and a few rounds find its defects. Its results
/// are compared without it.
package enum TestEffort {
  private static let variables = ProcessInfo.processInfo.environment

  /// Whether the tests and the command are built with a sanitizer, as `scripts/run-tests` can do. It uses additional memory and
  /// descriptors.
  package static let hasSanitizer = variables["PLAYHEAD_SANITIZER"] != nil

  /// Whether the tests do all rounds and all cases (`PLAYHEAD_THOROUGH=1`).
  package static let isThorough = variables["PLAYHEAD_THOROUGH"] != nil

  /// Whether the tests do few rounds and try few cases (`PLAYHEAD_BRIEF=1`, and with a sanitizer).
  private static let isBrief = !isThorough && (hasSanitizer || variables["PLAYHEAD_BRIEF"] != nil)

  /// Returns how many rounds a random test does: a third, or a tenth if it is brief.
  package static func rounds(_ count: Int) -> Int {
    if isThorough { return count }
    return isBrief ? (count + 9) / 10 : (count + 2) / 3
  }

  /// Returns which cases of a table a test tries: each fourth one if it is brief.
  package static func some<Cases: Collection>(_ cases: Cases) -> [Cases.Element] {
    isBrief ? fourth(of: cases) : Array(cases)
  }

  /// Returns which cases of a table a test tries if each takes seconds: each fourth one.
  package static func few<Cases: Collection>(_ cases: Cases) -> [Cases.Element] {
    isThorough ? Array(cases) : fourth(of: cases)
  }

  private static func fourth<Cases: Collection>(of cases: Cases) -> [Cases.Element] {
    cases.enumerated().filter { $0.offset % 4 == 0 }.map(\.element)
  }
}
