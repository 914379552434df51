import Foundation
import PlayheadTestEnvironment
import Testing

@Suite struct AnalyzePageTests {
  @Test func aPageIsWrittenBesideTheReport() throws {
    let folder = try TemporaryDirectory()
    let outcome = try BuiltCommand.run(
      "playhead analyze --html p.html $MEDIA/bbb_small.mp4 missing.mp4 $MEDIA/bbb_chapters.mkv",
      in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors == "playhead: missing.mp4: No such file or directory\n")
    #expect(outcome.output.contains("bbb_small.mp4:"))
    #expect(outcome.output.contains(" mov, 5.312 s"))
    let page = try String(contentsOfFile: folder.path("p.html"), encoding: .utf8)
    #expect(page.hasPrefix("<!DOCTYPE html>") && page.hasSuffix("</html>\n"))
    for number in 1...3 {
      #expect(
        page.contains("<section id=\"file\(number)\">")
          && page.contains("<a href=\"#file\(number)\">"))
    }
    #expect(!page.contains("<script") && !page.contains("http://") && !page.contains("https://"))
  }

  @Test func aPageIsReplacedAndAnotherFileIsNot() throws {
    let folder = try TemporaryDirectory()
    let media = try Data(contentsOf: URL(fileURLWithPath: Repository.sample("bbb_small.mp4")))
    try folder.write(media, to: "a.mp4")
    try folder.write(
      Data(("<!DOCTYPE html>" + String(repeating: "old", count: 100_000)).utf8), to: "p.html")
    let refused = try BuiltCommand.run("playhead analyze --html a.mp4 a.mp4", in: folder)
    #expect(refused.status == 1 && refused.output == "")
    #expect(refused.errors == "playhead: a.mp4: not a page of --html; it is not replaced\n")
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("a.mp4"))) == media)
    let replaced = try BuiltCommand.run("playhead analyze --html p.html a.mp4", in: folder)
    #expect(replaced.status == 0 && replaced.errors == "")
    let page = try String(contentsOfFile: folder.path("p.html"), encoding: .utf8)
    #expect(page.hasSuffix("</html>\n") && !page.contains("old"))
  }

  @Test(arguments: [
    ("missing/p.html", "missing/p.html: No such file or directory"),
    ("/dev/full", "/dev/full: No space left on device"),
  ])
  func aPageThatCannotBeWrittenIsOneLine(path: String, line: String) throws {
    let outcome = try BuiltCommand.run("playhead analyze --html \(path) $MEDIA/bbb_small.mp4")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "playhead: \(line)\n")
  }
}
