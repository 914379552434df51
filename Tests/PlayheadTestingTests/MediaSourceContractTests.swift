import PlayheadMedia
import PlayheadTesting
import Testing
import PlayheadTimekeeping

/// Fake media satisfy the contract, and media that break it are detected.
@Suite struct MediaSourceContractTests {
  private static let rows = [
    MediaSourceRow("frames", FakeMedia(frameCount: 100)),
    MediaSourceRow("late start", FakeMedia(frameCount: 100, start: 3_600_000)),
    MediaSourceRow("start before zero", FakeMedia(frameCount: 100, start: -500)),
    MediaSourceRow("forwards only", FakeMedia(frameCount: 100, isSeekable: false)),
    MediaSourceRow(
      "pauses",
      FakeMedia(
        info: FakeMedia(frameCount: 40).info,
        steps: FakeMedia.frames(0..<15) + [.pause(.seconds(1))] + FakeMedia.frames(15..<40))),
  ]

  @Test(arguments: rows, MediaSourceCheck.all)
  func theContractHolds(_ row: MediaSourceRow, _ check: MediaSourceCheck) {
    #expect(check.violations(row) == [])
  }

  @Test func mediaThatBreakTheContractAreDetected() {
    let failing = MediaSourceRow(
      "failing", FakeMedia(failingWith: MediaError(.open, of: "fake", reason: .damaged)))
    let unseekable = MediaSourceRow(
      "lying about seeks",
      FakeMedia(frameCount: 10, failingToSeekWith: MediaError(.seek, of: "fake", reason: .other)))
    var strange = FakeMedia.frames(0..<10)
    strange.append(.packet(PacketTiming(track: 7, presentationTicks: 0)))
    let unknown = MediaSourceRow(
      "unknown track", FakeMedia(info: FakeMedia(frameCount: 10).info, steps: strange))
    func count(_ row: MediaSourceRow) -> Int {
      MediaSourceCheck.all.count { !$0.violations(row).isEmpty }
    }
    #expect(count(failing) == MediaSourceCheck.all.count)
    #expect(count(unseekable) == 4)
    #expect(count(unknown) == 1)
  }
}
