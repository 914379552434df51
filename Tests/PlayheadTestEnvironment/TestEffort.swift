import Foundation

/// How much the tests do: a part of it in `make test` and `make check`, and all of it in `make nightly`.
package enum TestEffort {
  private static let variables = ProcessInfo.processInfo.environment

  /// Whether the tests and the command are built with a sanitizer, as `scripts/run-tests` can do. It uses additional memory and
  /// descriptors.
  package static let hasSanitizer = variables["PLAYHEAD_SANITIZER"] != nil

  /// Whether the tests do all rounds and all cases (`PLAYHEAD_THOROUGH=1`).
  package static let isThorough = variables["PLAYHEAD_THOROUGH"] != nil

  /// Returns how many rounds a random test does: a twentieth, unless it is thorough.
  package static func rounds(_ count: Int) -> Int {
    isThorough ? count : (count + 19) / 20
  }

  /// Returns which cases of a table a test tries: each eighth one, unless it is thorough.
  package static func some<Cases: Collection>(_ cases: Cases) -> [Cases.Element] {
    each(8, of: cases)
  }

  /// Returns which pairs of cases a test tries: each eighth one, with all cases of both tables, unless it is thorough.
  package static func some<First: Collection, Second: Collection>(
    _ first: First, _ second: Second
  ) -> [(First.Element, Second.Element)] {
    first.enumerated().flatMap { row in
      second.enumerated().filter { isThorough || (row.offset + $0.offset) % 8 == 0 }
        .map { (row.element, $0.element) }
    }
  }

  /// Returns which cases of a table a test tries if each takes seconds: each thirty-second one, unless it is thorough.
  package static func few<Cases: Collection>(_ cases: Cases) -> [Cases.Element] {
    each(32, of: cases)
  }

  private static func each<Cases: Collection>(_ step: Int, of cases: Cases) -> [Cases.Element] {
    isThorough ? Array(cases) : cases.enumerated().filter { $0.offset % step == 0 }.map(\.element)
  }
}
