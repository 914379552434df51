import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// The duration of Opus in Ogg.
@Suite struct OpusDurationTests {
  @Test(arguments: [48_000, 5 * 48_000 + 7, 3_600 * 48_000, 48_000 * 86_400 * 30] as [Int64])
  func aCaptureLastsFromItsStartToItsEnd(samples: Int64) throws {
    let folder = try TemporaryDirectory()
    let whole = try LocatedMedia(path: Repository.sample("mediafile.opus")).open(
      interruption: Interruption()
    ).info
    let path = try folder.write(
      try OggPages.changingPositions(of: "mediafile.opus") { $0 + samples }, to: "capture.opus")
    let info = try LocatedMedia(path: path).open(interruption: Interruption()).info
    #expect(info.declaredDuration == whole.declaredDuration && whole.declaredDuration != nil)
    #expect(info.tracks[0].durationTicks == whole.tracks[0].durationTicks)
  }

  @Test func aCaptureWithOtherTracksLastsFromItsStartToItsEnd() throws {
    let folder = try TemporaryDirectory()
    let samples = ["pygame-house_lo.ogg", "mediafile.opus"]
    let data = try OggPages.multiplexing(samples, from: 1)
    var later = data
    let pages = OggPages.soundPages(of: data)
    for (index, page) in pages.enumerated() where data[page.lowerBound + 14] == 2 {
      later = OggPages.changingPosition(ofSoundPage: index, in: later, by: 240_000)
    }
    func track(_ data: Data) throws -> MediaTrack {
      let path = try folder.write(data, to: "tracks.ogg")
      return try LocatedMedia(path: path).open(interruption: Interruption()).info.tracks[1]
    }
    let (whole, capture) = (try track(data), try track(later))
    #expect(capture.codec == "opus" && capture.durationTicks == whole.durationTicks)
    #expect((capture.startTicks ?? 0) - (whole.startTicks ?? 0) == 240_000)
  }
}
