import Foundation

/// Whether a sanitizer watches (`scripts/test-sanitized`), whose own memory is measured too.
let isSanitized = ProcessInfo.processInfo.environment["PLAYHEAD_SANITIZER"] != nil
