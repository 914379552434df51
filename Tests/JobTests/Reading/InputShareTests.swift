import PlayheadJobs
import Testing

@Suite struct InputShareTests {
  private typealias Part = InputShare.Part

  /// Returns the share of a command whose inputs are files of 100 and 50 s, and which has read the first one up
  /// to a time, and the second one up to another.
  private func share(_ line: String, _ first: Double, _ second: Double? = nil) -> Double? {
    let arguments = FFmpegArguments(line.split(separator: " ").map(String.init))
    let files = [[Part(location: "a", length: 100)], [Part(location: "b", length: 50)]]
    guard var share = InputShare(arguments, files: files) else { return nil }
    share.reach(first, inPart: 0, ofInput: 0)
    if let second { share.reach(second, inPart: 0, ofInput: 1) }
    return share.value
  }

  @Test(
    arguments: [
      ("-i a -vf select=1 o", 25, nil, 0.25), ("-ss 20 -i a o", 60, nil, 0.5),
      ("-ss 20 -t 40 -i a o", 30, nil, 0.25), ("-to 50 -i a o", 60, nil, 1),
      ("-sseof -50 -i a o", 75, nil, 0.5), ("-ss 20 -i a o", 10, nil, 0),
      // Inputs are read side by side, unless they are joined.
      ("-i a -i b o", 50, 50, 0.5), ("-i a -t 10 -i b o", 50, 10, 0.5),
      ("-i a -i b -filter_complex [0][1]concat o", 100, 25, 125.0 / 150),
      ("-f lavfi -i x -i b o", 0, 25, 0.5), ("-stream_loop -1 -i a -i b o", 90, 25, 0.5),
    ] as [(String, Double, Double?, Double)])
  func theShareIsThatOfWhatTheCommandReads(
    line: String, first: Double, second: Double?, expected: Double
  ) {
    #expect(share(line, first, second).map { abs($0 - expected) < 1e-9 } == true)
  }

  @Test(arguments: [
    "-i a -t 5 o", "-i a -fs 1M o", "-i a -frames:v 9 o", "-stream_loop 3 -i a o",
    "-f lavfi -i x o",
    "-ss x -i a o", "-ss 200 -i a o",
  ])
  func theShareDependsOnMore(line: String) { #expect(share(line, 10) == nil) }

  @Test func aListIsReadFileByFile() throws {
    let arguments = FFmpegArguments(["-ss", "20", "-f", "concat", "-i", "list", "o"])
    let parts = [Part(location: "a", begin: 5, length: 30), Part(location: "b", length: 70)]
    var share = try #require(InputShare(arguments, files: [parts]))
    share.reach(30, inPart: 0, ofInput: 0)
    #expect(share.value == 5.0 / 80)
    share.reach(30, inPart: 1, ofInput: 0)
    #expect(share.value == 0.5)
    #expect(InputShare(arguments, files: [[parts[0], parts[0]]]) == nil)
  }
}
