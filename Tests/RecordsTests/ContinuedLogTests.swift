import PlayheadKit
import Testing

@testable import PlayheadRecords

/// A log is extended only if it has records of the same format, as far as its first bytes show.
@Suite struct ContinuedLogTests {
  private func canContinue(_ format: some RecordFormat, _ start: String) -> Bool {
    format.canContinue(Array(start.utf8))
  }

  private func columns(_ fields: [Field], _ separator: Character, header: Bool) -> ColumnFormat {
    ColumnFormat(
      fields, separator: separator, hasHeader: header,
      style: FieldStyle(.printable, places: 3, absent: "-"))
  }

  @Test(arguments: [
    ("item,position\n1,2\n", true), ("position\n", true), ("state,percent\r\n1", true),
    ("item,posi", true), ("it", true), ("item,place\n", false), ("item,posi\n", false),
    ("item;position\n", false), ("hello\n", false), ("item,\n", false), ("item\n\u{0}", false),
  ])
  func aTableContinuesIfItsHeaderHasKnownFields(_ start: String, _ isContinued: Bool) {
    let table = columns([.position, .duration], ",", header: true)
    #expect(canContinue(table, start) == isContinued)
  }

  /// Text has no header; the first words must be numbers where the fields are.
  @Test(arguments: [
    ("0.000 5.312 0.0\n", true), ("-1.5 2\n", true), ("00:00:01;02\n", true), ("1", true),
    ("0.000 - -\n", true), ("hello world\n", false), ("\n", false), ("0.000  1\n", false),
    ("#!/bin/sh\n", false), ("1 2 3\n\u{0}", false),
  ])
  func textContinuesIfItBeginsWithNumbers(_ start: String, _ isContinued: Bool) {
    let text = columns([.position, .duration], " ", header: false)
    #expect(canContinue(text, start) == isContinued)
  }

  @Test func fieldsAfterTheFirstTextMayBeAnything() {
    let text = columns([.position, .title, .duration], " ", header: false)
    #expect(canContinue(text, "1.5 a b\n") && !canContinue(text, "a 1.5\n"))
    #expect(canContinue(columns([.title], " ", header: false), "#!/bin/sh\n"))
  }

  @Test func objectsAndBlocksOfFFmpegBeginWithTheirOwnBytes() throws {
    let objects = JSONFormat([.position], places: 6)
    #expect(canContinue(objects, #"{"type":"#) && !canContinue(objects, "[{\"a\":1}]"))
    #expect(!canContinue(objects, "{ \"type\":1}") && !canContinue(objects, ""))
    #expect(canContinue(FFmpegFormat(), "frame=1\n") && canContinue(FFmpegFormat(), "bitrate=N/A"))
    #expect(!canContinue(FFmpegFormat(), "out_time=1") && !canContinue(FFmpegFormat(), "fram"))
    let lines = TemplateFormat(
      try Template("{position}", hasEscapes: false),
      style: FieldStyle(.printable, places: 3, absent: "-"))
    #expect(canContinue(lines, "anything") && !canContinue(lines, "a\u{0}"))
  }
}
