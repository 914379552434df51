import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// FFmpeg does not seek in a manifest of DASH that is still being extended.
@Suite(.enabled(if: av_find_input_format("dash") != nil)) struct DynamicManifestTests {
  private static func write(_ attributes: String, in folder: TemporaryDirectory) throws -> String {
    let file = URL(filePath: Repository.path("Tests/Fixtures/media/hls/mp4/0.mp4"))
    let bytes = try Data(contentsOf: file)
    for (index, range) in [0..<846, 846..<5_189, 5_189..<8_938, 8_938..<12_989].enumerated() {
      let name = index == 0 ? "init.mp4" : "\(index).m4s"
      _ = try folder.write(bytes.subdata(in: range), to: name)
    }
    let manifest = """
      <?xml version="1.0" encoding="utf-8"?>
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011"
        profiles="urn:mpeg:dash:profile:isoff-live:2011" \(attributes)>
        <Period id="0" start="PT0.0S">
          <AdaptationSet id="0" contentType="video">
            <Representation id="0" bandwidth="40000" mimeType="video/mp4">
              <SegmentTemplate timescale="12800" startNumber="1" initialization="init.mp4"
                media="$Number$.m4s">
                <SegmentTimeline><S t="1024" d="25600" r="2"/></SegmentTimeline>
              </SegmentTemplate>
            </Representation>
          </AdaptationSet>
        </Period>
      </MPD>
      """
    return try folder.write(Data(manifest.utf8), to: "main.mpd")
  }

  @Test(arguments: [
    (#"type="static" mediaPresentationDuration="PT6S""#, true), (#"type="static""#, true),
    (#"type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z""#, false),
    (
      #"type="dynamic" availabilityStartTime="2020-01-01T00:00:00Z" "#
        + #"mediaPresentationDuration="PT6S""#, false
    ),
  ])
  func onlyAManifestThatIsCompleteCanBeSought(attributes: String, isSeekable: Bool) throws {
    let folder = try TemporaryDirectory()
    let path = try Self.write(attributes, in: folder)
    let media = LocatedMedia(path: path, protocols: ["file"])
    let source = try media.open(interruption: Interruption())
    #expect(source.info.isSeekable == isSeekable)
    let report = try media.open(for: .report(.whole), interruption: Interruption())
    #expect(report.info.isSeekable == isSeekable)
    if isSeekable {
      try source.seek(to: .seconds(3))
      #expect(try source.readPacket() != nil)
    } else {
      #expect { try source.seek(to: .seconds(3)) } throws: {
        ($0 as? MediaError)?.reason == .notSeekable
      }
    }
  }
}
