import PlayheadMedia
import PlayheadTimekeeping
import Testing

@testable import PlayheadFFmpeg

/// What FFmpeg sends at the edits of an MP4 file, and at the end of variable rates in Matroska.
@Suite struct EditStartTests {
  private static let movie = "mov,mp4,m4a,3gp,3g2,mj2"
  private var track: MediaTrack {
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.declaredPacketCount = 10
    return track
  }

  /// Returns whether each packet begins an edit.
  private func starts(_ packets: [(decode: Int64, offset: Int64, isDiscarded: Bool)]) -> [Bool] {
    var starts = EditStarts(track, container: Self.movie)
    return packets.map { decode, offset, isDiscarded in
      var packet = PacketTiming(track: 0, presentationTicks: decode, decodeTicks: decode)
      (packet.byteOffset, packet.isDiscarded) = (offset, isDiscarded)
      starts?.mark(&packet)
      return packet.beginsEdit
    }
  }

  @Test func anEditBeginsWhereTimesOrOffsetsGoBack() {
    #expect(
      starts([(0, 0, false), (40, 10, false), (20, 5, true), (60, 10, true), (80, 20, false)])
        == [false, false, true, false, true])
    // The same samples again, of which none needs another one.
    #expect(starts([(0, 0, false), (40, 10, false), (80, 0, false)]) == [false, false, true])
  }

  @Test func primingBeginsNoEdit() {
    #expect(starts([(-20, 0, true), (0, 10, false), (20, 20, false)]) == [false, false, false])
  }

  @Test func packetsOfFragmentsAndOtherContainersBeginNone() {
    var fragmented = track
    fragmented.declaredPacketCount = nil
    #expect(EditStarts(fragmented, container: Self.movie) == nil)
    #expect(EditStarts(track, container: "mpegts") == nil)
  }

  @Test(arguments: [(59_960, 397, 40), (59_960, 396, 40), (59_960, 40, 40), (10_000, 397, 397)])
  func theLastPictureOfAVariableRateEndsWithTheMedia(
    start: Int64, duration: Int64, expected: Int64
  ) throws {
    var track = track
    track.frameRate = FrameRate(151, 60)
    var info = MediaInfo(name: "", container: "matroska,webm", tracks: [track], isSeekable: true)
    info.declaredDuration = .seconds(60)
    var mean = try #require(MeanDuration(track, in: info))
    var packet = PacketTiming(track: 0, presentationTicks: start, durationTicks: duration)
    mean.correct(&packet)
    #expect(packet.durationTicks == expected)
    track.constantFrameRate = track.frameRate
    #expect(MeanDuration(track, in: info) == nil)
  }
}
