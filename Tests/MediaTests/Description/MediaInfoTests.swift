import PlayheadMedia
import Testing
import PlayheadTimekeeping

@Suite struct MediaInfoTests {
  private func info(_ tracks: [MediaTrack]) -> MediaInfo {
    MediaInfo(name: "m", container: "c", tracks: tracks, isSeekable: true)
  }

  private func track(
    _ index: Int, _ kind: MediaTrack.Kind, isDefault: Bool = false, isPicture: Bool = false,
    start: Int64? = nil, length: Int64? = nil
  ) -> MediaTrack {
    var track = MediaTrack(index: index, kind: kind, timebase: Timebase(1, 90_000))
    track.isDefault = isDefault
    track.isAttachedPicture = isPicture
    track.startTicks = start
    track.durationTicks = length
    return track
  }

  @Test func theDefaultTracksDefineTheTimeline() {
    let tracks = [
      track(0, .video, isPicture: true), track(1, .subtitle, isDefault: true), track(2, .audio),
      track(3, .audio, isDefault: true), track(4, .video), track(5, .video), track(6, .data),
    ]
    #expect(info(tracks).timelineTracks.map(\.index) == [4, 3])
    #expect(info([track(0, .video, isPicture: true), track(1, .data)]).timelineTracks.isEmpty)
  }

  @Test func thePresentationBeginsAtTheLeastStartOfItsTracks() {
    let tracks = [track(0, .video, start: 9_000), track(1, .audio, start: 4_500)]
    #expect(info(tracks).presentationStart == .milliseconds(50))
    #expect(info([track(0, .audio)]).presentationStart == nil)
  }

  @Test func trackDurationsTakePrecedenceOverTheContainers() {
    var both = info([
      track(0, .video, start: 9_000, length: 90_000), track(1, .audio, start: 0, length: 90_000),
    ])
    both.declaredDuration = .seconds(50)
    #expect(both.declaredDuration(from: .zero) == .milliseconds(1_100))

    var one = info([track(0, .video, start: 9_000, length: 90_000), track(1, .audio, start: 0)])
    #expect(one.declaredDuration(from: .zero) == nil)
    one.declaredStart = .seconds(2)
    one.declaredDuration = .seconds(50)
    #expect(one.declaredDuration(from: .seconds(1)) == .seconds(51))
  }
}
