import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadCore
@testable import PlayheadFFmpeg

/// Manifests of DASH whose Period presents a part of its segments.
@Suite struct LimitedPeriodTests {
  /// A manifest: the attributes of MPD and Period, and those of the template of the pictures, which last 6 s.
  struct Manifest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let presentation: String
    let period: String
    var offset = 0
    /// The first and the last presented time of the media, in milliseconds.
    let presented: Range<Int64>
    var template = "<SegmentTimeline><S t=\"1024\" d=\"25600\" r=\"2\"/></SegmentTimeline>"

    var text: String {
      """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" minBufferTime="PT2S"
        profiles="urn:mpeg:dash:profile:isoff-live:2011" \(presentation)>
        <Period \(period)>
          <AdaptationSet contentType="video">
            <Representation id="v" bandwidth="40000" mimeType="video/mp4" codecs="avc1.42c00a">
              <SegmentTemplate timescale="12800" presentationTimeOffset="\(max(1_024 + offset * 12_800, 0))"
                startNumber="0" initialization="init.mp4" media="$Number$.m4s">\(template)
              </SegmentTemplate>
            </Representation>
          </AdaptationSet>
        </Period>
      </MPD>
      """
    }
  }

  private static let manifests = [
    Manifest(
      testDescription: "the Period declares it", presentation: "mediaPresentationDuration=\"PT6S\"",
      period: "duration=\"PT3.5S\"", presented: 0..<3_500),
    Manifest(
      testDescription: "the presentation declares it",
      presentation: "mediaPresentationDuration=\"PT3.48S\"", period: "", presented: 0..<3_480),
    Manifest(
      testDescription: "it begins later", presentation: "mediaPresentationDuration=\"PT3S\"",
      period: "", offset: 2, presented: 2_000..<5_000),
    Manifest(
      testDescription: "it is as long as the segments",
      presentation: "mediaPresentationDuration=\"PT6S\"", period: "", presented: 0..<6_000),
    Manifest(
      testDescription: "the segments begin later, as those that ffmpeg makes of a part",
      presentation: "mediaPresentationDuration=\"PT6S\"", period: "", offset: -4,
      presented: 0..<6_000,
      template: "<SegmentTimeline><S t=\"52224\" d=\"25600\" r=\"2\"/></SegmentTimeline>"),
    Manifest(
      testDescription: "it is longer", presentation: "mediaPresentationDuration=\"PT9S\"",
      period: "", presented: 0..<6_000),
  ]

  private static func folder(_ manifest: Manifest) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    let media = try Data(
      contentsOf: URL(filePath: Repository.path("Tests/Fixtures/media/hls/mp4/0.mp4")))
    let parts = [
      ("init.mp4", 0..<846), ("0.m4s", 846..<5_189), ("1.m4s", 5_189..<8_938),
      ("2.m4s", 8_938..<12_989),
    ]
    for (name, range) in parts { _ = try folder.write(media.subdata(in: range), to: name) }
    _ = try folder.write(Data(manifest.text.utf8), to: "main.mpd")
    return folder
  }

  @Test(arguments: manifests) func whatLiesOutsideIsNotPlayed(_ manifest: Manifest) throws {
    let folder = try Self.folder(manifest)
    let media = LocatedMedia(path: folder.path("main.mpd"), protocols: ["file"])
    let source = try media.open(interruption: Interruption())
    let track = source.info.tracks[0]
    func milliseconds(_ ticks: Int64) -> Int64 {
      Int64((track.time(ofTicks: ticks - 1_024).seconds * 1_000).rounded())
    }
    let packets = try source.readAll().filter { !$0.isDiscarded }
    let starts = packets.compactMap(\.presentationTicks)
    let ends = packets.compactMap { packet in
      packet.presentationTicks.map { $0 + (packet.durationTicks ?? 512) }
    }
    #expect(starts.min().map(milliseconds) == manifest.presented.lowerBound)
    #expect(ends.max().map(milliseconds) == manifest.presented.upperBound)
    let length = try MediaDuration.measured(
      byReading: media.open(interruption: Interruption())
    ).time.seconds
    #expect(
      abs(length * 1_000 - Double(manifest.presented.upperBound - manifest.presented.lowerBound))
        < 1)
    if manifest.presentation.contains("9S") { return }
    let declared = try #require(
      source.info.declaredDuration(from: source.info.presentationStart ?? .zero))
    #expect(abs(declared.seconds - length) < 0.001)
  }

  @Test func aSeekBehindTheEndFindsTheEnd() throws {
    let folder = try Self.folder(Self.manifests[0])
    let source = try LocatedMedia(path: folder.path("main.mpd"), protocols: ["file"])
      .open(interruption: Interruption())
    let start = try #require(source.info.presentationStart)
    try source.seek(to: start.adding(.seconds(5)) ?? start)
    let rest = try source.readAll().filter { !$0.isDiscarded }
    let last = try #require(rest.compactMap(\.presentationTicks).max())
    #expect(source.info.tracks[0].time(ofTicks: last - 1_024) == .milliseconds(3_480))
    try source.seek(to: start)
    #expect(try source.readAll().filter { !$0.isDiscarded }.count == 88)
  }
}
