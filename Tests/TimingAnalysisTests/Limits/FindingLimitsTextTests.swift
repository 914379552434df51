import PlayheadTimingAnalysis
import Testing

/// The text of limits is read and written.
@Suite struct FindingLimitsTextTests {
  @Test func theDefaultsChangeNothingWhenTheyAreRead() throws {
    let text = FindingLimits().text
    #expect(try FindingLimits(text: text) == FindingLimits())
    #expect(try FindingLimits(text: text).text == text)
    #expect(try FindingLimits(text: "") == FindingLimits())
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for kind in Finding.Kind.allCases { #expect(text.contains("\n\(kind.rawValue) ")) }
  }

  @Test(arguments: [
    ("gap video error 2 frames", "gap video error 2 frames"),
    ("gap error 20ms, note 5 ms # both", "gap error 20 ms, note 5 ms"),
    (
      "av-offset warning -40..60 ms,error -1.5..2 s",
      "av-offset warning -40..60 ms, error -1.5..2 s"
    ),
    ("av-offset error 0.25 s", "av-offset error 250 ms"),
    ("drift error 1e2 ppm 0 s", "drift error 0 s 100 ppm"),
    ("frame-rate-label note .5%", "frame-rate-label note 0.5 %"),
    ("early-end error", "early-end error 500 ms"), ("join\tnote\r", "join note"),
    ("gap audio ignore", "gap audio ignore"), ("truncated default", "truncated default 100 ms"),
    ("late-start note 0.0405 s", "late-start note 0.0405 s"),
    ("late-start note 1e-300 s", "late-start note 1e-300 s"),
  ])
  func aLineIsReadAndWritten(line: String, written: String) throws {
    let text = try FindingLimits(text: line).text
    let words = text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(words.contains(written), "\(text)")
    #expect(try FindingLimits(text: text).text == text)
  }

  @Test(arguments: [
    ("gapp error", "unknown finding 'gapp' (did you mean 'gap'?)"),
    ("hello", "unknown finding 'hello'"),
    ("gap", "a severity is missing (note, warning, error or default)"),
    ("gap error 5 ms,", "a severity is missing (note, warning, error or default)"),
    ("gap eror", "unknown severity 'eror' (did you mean 'error'?)"),
    ("gap vidoe error", "unknown severity 'vidoe' (did you mean 'video'?)"),
    ("gap 5 ms", "unknown severity '5' (expected note, warning, error, default or ignore)"),
    ("join video note", "'join' is not about one track"),
    ("join error 5 ms", "'join' has no bounds"),
    ("gap error 5", "a bound has no unit (ms, s or frames)"),
    ("gap error 5 ppm", "'gap' has no bounds in 'ppm' (expected ms, s or frames)"),
    ("gap error x", "invalid bound 'x' (expected 5 ms or -40..60 ms)"),
    ("gap error nan s", "invalid bound 'nan' (expected 5 ms or -40..60 ms)"),
    ("gap error inf s", "invalid bound 'inf' (expected 5 ms or -40..60 ms)"),
    ("gap error 1e999 s", "invalid bound '1e999' (expected 5 ms or -40..60 ms)"),
    ("gap error 0x5 s", "'gap' has no bounds in 'x5' (expected ms, s or frames)"),
    ("gap error 1..2..3 s", "invalid bound '1..2..3' (expected 5 ms or -40..60 ms)"),
    ("gap error .. s", "invalid bound '..' (expected 5 ms or -40..60 ms)"),
    ("gap error -5 ms", "invalid bound '-5': it is negative"),
    ("gap error 60..-40 ms", "invalid bound '60..-40': its end is less than its start"),
    ("gap error 5 ms 6 ms", "two bounds in s"),
    ("gap ignore error", "nothing can follow 'ignore'"),
    ("gap ignore, error", "nothing can follow 'ignore'"),
    (", error", "a line starts with the name of a finding"),
    ("gap note\n\n gap error", "this is set on line 1 already"),
    (String(repeating: "x", count: 99), "unknown finding '\(String(repeating: "x", count: 40))…'"),
  ])
  func anErrorNamesTheLineAndTheReason(line: String, message: String) {
    let error = #expect(throws: FindingLimits.TextError.self) {
      try FindingLimits(text: "# A comment\n\n" + line)
    }
    #expect(error?.description == message.replacing("line 1", with: "line 3"))
    #expect(error?.line == 3 + line.count { $0 == "\n" })
  }
}
