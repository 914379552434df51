import Foundation
import PlayheadMedia
import PlayheadTestEnvironment
import Testing

@testable import PlayheadFFmpeg

/// Formats that FFmpeg does not read.
@Suite struct UnsupportedFormatTests {
  private static let timedText = #"<tt xmlns="http://www.w3.org/ns/ttml"><body/></tt>"#

  @Test(
    arguments: [
      timedText, #"<?xml version="1.0"?><!-- <p> --><!DOCTYPE tt>"# + timedText,
      "\u{FEFF}" + timedText,
      #"<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"/>"#, "<tt>",
    ])
  func timedTextIsNamed(text: String) {
    for bytes in [Array(text.utf8), Array(text.data(using: .utf16LittleEndian)!)] {
      #expect(UnsupportedFormat.name(of: bytes, container: nil) == "TTML subtitles")
    }
  }

  @Test(arguments: ["", "<", "<svg/>", "<ttx/>", "<!-- <tt>", "text", "<MPD><tt/></MPD>"])
  func otherTextIsNot(text: String) {
    #expect(UnsupportedFormat.name(of: Array(text.utf8), container: nil) == nil)
  }

  @Test func anAnimatedPictureIsNamed() {
    func picture(flags: UInt8) -> [UInt8] {
      Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0, flags, 0, 0, 0]
    }
    let names = [0x02, 0x12, 0x10].map {
      UnsupportedFormat.name(of: picture(flags: $0), container: "webp_pipe")
    }
    #expect(names == ["animated WebP", "animated WebP", nil])
  }

  @Test func listsOfByteRangesAreNamed() {
    let manifests = [
      #"<SegmentList><Initialization range="0-8"/><SegmentURL mediaRange="9-20"/></SegmentList>"#,
      #"<d:SegmentURL media="it's.m4s" mediaRange = '9-20'/>"#,
      #"<SegmentList><SegmentURL media="1.m4s"/></SegmentList>"#,
      #"<SegmentURL media=" mediaRange=1.m4s"/>"#,
      #"<!-- <SegmentURL mediaRange="9-20"/> <a> --><SegmentURL media="1.m4s"/>"#,
    ]
    let names = manifests.map { UnsupportedFormat.name(of: Array($0.utf8), container: "dash") }
    let name = "lists of byte ranges (mediaRange) in DASH"
    #expect(names == [name, name, nil, nil, nil])
  }

  @Test func listsOfSegmentsWithNumbersAreNamed() {
    let manifests = [
      #"<SegmentList timescale="1" startNumber="1"><SegmentURL media="1.m4s"/></SegmentList>"#,
      #"<d:SegmentList startNumber = '10'/>"#,
      #"<SegmentList startNumber="0"><SegmentURL media="1.m4s"/></SegmentList>"#,
      #"<SegmentList duration="2"><SegmentURL media="startNumber='1'.m4s"/></SegmentList>"#,
      #"<SegmentTemplate startNumber="1" media="$Number$.m4s"/>"#,
    ].map { Array($0.utf8) }
    let names = manifests.map { UnsupportedFormat.name(of: $0, container: "dash") }
    let name = "lists of segments with numbers (startNumber) in DASH"
    #expect(names == [name, name, nil, nil, nil])
    #expect(manifests.map(UnsupportedFormat.listsSegments) == [true, false, true, true, false])
  }

  @Test func aListOfByteRangesIsFoundBehindOtherElements() throws {
    let folder = try TemporaryDirectory()
    let manifest =
      #"<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" "#
      + #"profiles="urn:mpeg:dash:profile:isoff-main:2011">"#
      + "<!--" + String(repeating: " ", count: 100_000) + "-->"
      + #"<Period><SegmentURL mediaRange="9-20"/></Period></MPD>"#
    let path = try folder.write(Data(manifest.utf8), to: "a.mpd")
    let error = #expect(throws: MediaError.self) {
      _ = try LocatedMedia(path: path).open(interruption: Interruption())
    }
    #expect(error?.description.contains("mediaRange") == true)
  }

  @Test func aListOfByteRangesAtAURLIsRefused() throws {
    let manifest =
      #"<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static">"#
      + String(repeating: " ", count: 100_000)
      + #"<Period><SegmentURL mediaRange="9-20"/></Period></MPD>"#
    let server = try MediaServer(Data(manifest.utf8))
    for purpose in [OpeningPurpose.timing, .decoding] {
      let error = #expect(throws: MediaError.self) {
        _ = try LocatedMedia(path: server.url("a.mpd"))
          .open(for: purpose, interruption: Interruption())
      }
      #expect(error?.description.contains("mediaRange") == true)
    }
  }

  @Test(arguments: [false, true])
  func theErrorNamesTheFormat(isCueFile: Bool) throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(Data(Self.timedText.utf8), to: "a.ttml")
    let error = #expect(throws: MediaError.self) {
      if isCueFile {
        _ = try LocatedMedia(path: path).readCueFile()
      } else {
        _ = try LocatedMedia(path: path).open(interruption: Interruption())
      }
    }
    #expect(error?.reason == .unsupported)
    #expect(
      error?.description
        == "\(path): not supported by this build (FFmpeg does not read TTML subtitles)")
  }
}
