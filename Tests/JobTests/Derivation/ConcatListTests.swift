import PlayheadJobs
import Testing

@Suite struct ConcatListTests {
  private func seconds(_ text: String) throws -> [Double]? {
    let list = ConcatList(text)
    let facts = list.facts(of: list.entries.map { $0.path == "film.mp4" ? JobCase.film : nil })
    return try facts.map { facts in
      try ["-an o.mp4", "o.mp4"].map { output in
        let line = "-f concat -i list \(output)".split(separator: " ").map(String.init)
        return try FFmpegArguments(line).expectedDuration(facts: [facts]).seconds
      }
    }
  }

  @Test func pathsAreUnquoted() {
    let list = ConcatList(
      "ffconcat version 1.0\n# film\nfile 'a b.mp4'\r\nfile it\\'s' 'x y\nduration")
    #expect(list.entries.map(\.path) == ["a b.mp4", "it's x"])
  }

  @Test func locationsWithAProtocolAreNotRelativeToTheList() {
    let list = ConcatList("file a.mp4\nfile file:b.mp4\nfile /c.mp4\nfile http://d/e\nfile ../f")
    #expect(
      list.locations(listedAt: "lists/one.txt")
        == ["lists/a.mp4", "file:b.mp4", "/c.mp4", "http://d/e", "lists/../f"])
    #expect(list.locations(listedAt: "one.txt").first == "a.mp4")
  }

  @Test func aListOfEstimatesIsAnEstimate() {
    func isEstimated(_ text: String) -> Bool? {
      let list = ConcatList(text)
      return list.facts(of: list.entries.map { _ in JobCase.guess })?.isEstimated
    }
    #expect(isEstimated("file a\nfile b") == true)
    #expect(isEstimated("file a\nduration 3\nfile b\noutpoint 5") == false)
  }

  @Test func theFilesFollowEachOther() throws {
    #expect(try seconds("file film.mp4\nfile film.mp4") == [20.5, 21])
    #expect(try seconds("file film.mp4\nduration 4\nfile film.mp4\noutpoint 5") == [9, 9])
    #expect(
      try seconds("file film.mp4\ninpoint 00:00:02\nfile film.mp4\ninpoint 1") == [17.5, 18])
  }

  @Test func aFileThatIsUnknownHasNoLength() throws {
    #expect(try seconds("file missing.mp4\nfile film.mp4") == nil)
    #expect(try seconds("") == nil)
  }
}
