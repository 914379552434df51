import Foundation

/// Whether the tests run under a sanitizer (`scripts/run-tests`), whose own memory is measured too.
let isSanitized = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil
