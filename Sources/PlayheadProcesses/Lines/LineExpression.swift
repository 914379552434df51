import Glibc

/// A POSIX extended regular expression that finds a text in a line.
///
/// The C library follows all ways to match at once, so that a line takes no longer than its length
/// allows. Back-references would undo that and are refused.
final class LineExpression: Sendable {
  // Unsafe: the C library does not change a compiled expression while it matches.
  nonisolated(unsafe) private let compiled: UnsafeMutablePointer<regex_t>

  /// Compiles an expression, with `\d`, `\D` and `\t` in addition to the C library's; nil if it is not valid.
  init?(_ text: String) {
    guard let pattern = PatternReader.pattern(of: text) else { return nil }
    let compiled = UnsafeMutablePointer<regex_t>.allocate(capacity: 1)
    guard regcomp(compiled, pattern, REG_EXTENDED) == 0 else {
      compiled.deallocate()
      return nil
    }
    self.compiled = compiled
  }

  deinit {
    regfree(compiled)
    compiled.deallocate()
  }

  /// Returns the first group of the match, or the whole without groups, if there is any.
  func text(in line: String) -> String? {
    var places = [regmatch_t](repeating: regmatch_t(), count: 2)
    let group = compiled.pointee.re_nsub > 0 ? 1 : 0
    guard regexec(compiled, line, places.count, &places, 0) == 0, places[group].rm_so >= 0 else {
      return nil
    }
    let range = Int(places[group].rm_so)..<Int(places[group].rm_eo)
    return String(
      decoding: line.utf8.dropFirst(range.lowerBound).prefix(range.count), as: UTF8.self)
  }
}
