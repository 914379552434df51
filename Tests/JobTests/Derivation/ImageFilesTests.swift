import PlayheadJobs
import Testing

@Suite struct ImageFilesTests {
  private func images(_ line: String) -> ImageFiles? {
    FFmpegArguments(line.split(separator: " ").map(String.init)).inputs.first?.imageFiles
  }

  @Test func theNamesTellTheKindOfSequence() {
    #expect(images("-i a.mp4 o") == nil && images("-i a-%d.mp4 o") == nil)
    #expect(images("-i a.png o") == .single && images("-f image2 -i a o") == .single)
    #expect(images("-pattern_type none -i a%d.png o") == .single)
    #expect(images("-pattern_type glob -i *.jpg o") == .pattern("*.jpg"))
    #expect(
      images("-start_number 7 -i a%03d.jpg o")
        == .numbered(prefix: "a", digits: 3, suffix: ".jpg", first: 7))
    #expect(
      images("-i a%99d.png o") == .single && images("-i a%999999999999999999999d.png o") == .single)
  }

  @Test func numberedFilesAreCountedFromTheFirst() throws {
    let files = try #require(images("-i a%02d.png o"))
    func count(_ numbers: ClosedRange<Int>) -> Int {
      files.count(
        exists: { name in numbers.contains { name == "a\($0 < 10 ? "0" : "")\($0).png" } },
        matches: { _ in 0 })
    }
    #expect(count(1...120) == 120 && count(4...6) == 3 && count(5...6) == 0)
  }

  @Test func theGreatestNumberEndsTheSequence() throws {
    let files = try #require(images("-start_number 9223372036854775800 -i a%d.png o"))
    #expect(files.count(exists: { _ in true }, matches: { _ in 0 }) == 7)
    let last = try #require(images("-start_number 9223372036854775807 -i a%d.png o"))
    #expect(last.count(exists: { _ in true }, matches: { _ in 0 }) == 0)
  }
}
