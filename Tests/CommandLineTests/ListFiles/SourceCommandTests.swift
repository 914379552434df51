import Foundation
import Testing

/// The sources that the command line names, and the files that they may refer to.
@Suite struct SourceCommandTests {
  private static let playlist = """
    printf '#EXTM3U\\n#EXT-X-TARGETDURATION:6\\n#EXTINF:6,\\n../outside.ts\\n#EXT-X-ENDLIST\\n' \\
      > folder/list.m3u8
    """

  @Test(arguments: [
    "playhead --instant -q", "playhead analyze -q", "playhead timeline",
    "playhead timeline --frames",
  ])
  func aPlaylistReadsNothingOutsideItsDirectory(_ command: String) throws {
    let setting = "mkdir folder; cp $MEDIA/bbb_start3600.ts outside.ts\n\(Self.playlist)"
    let refused = try BuiltCommand.run("\(setting)\n\(command) folder/list.m3u8 > /dev/null")
    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("folder/../outside.ts: outside the directory of"))
    #expect(refused.errors.split(separator: "\n").count == 1)
    let allowed = try BuiltCommand.run(
      "\(setting)\n\(command) --protocols file folder/list.m3u8 > /dev/null")
    #expect(allowed.status == 0 && allowed.errors.isEmpty)
  }

  @Test func fileNamesThatAreNotUTF8AreOpened() throws {
    let outcome = try BuiltCommand.run(
      """
      cp $MEDIA/bbb_small.mp4 $'caf\\xe9.mp4'; cp $MEDIA/mediafile-cbr.mp3 $'caf\\xe8.mp4'
      playhead --instant -f json -i 1h caf*.mp4 && playhead analyze -f json caf*.mp4
      playhead timeline $'caf\\xe9.mp4' > /dev/null && playhead $'no\\xe9'
      """)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no\u{fffd}: No such file or directory"))
    #expect(outcome.output.contains("caf\u{fffd}.mp4"))
    #expect(!outcome.output.unicodeScalars.contains { $0.value >= 0x10_ff80 })
    let containers = ["mov,mp4,m4a,3gp,3g2,mj2", "mp3"]
    #expect(containers.allSatisfy { outcome.output.contains($0) })
  }
}
