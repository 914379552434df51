import Foundation

/// Whether a sanitizer watches (`scripts/run-tests`), whose own memory is measured too.
let isSanitized = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil
