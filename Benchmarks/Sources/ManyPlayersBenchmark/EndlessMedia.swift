import PlayheadKit

/// Endless synthetic media with 25 packets a second, which cost nothing to read.
final class EndlessMedia: MediaOpener {
  let name = "endless"

  func open(interruption: Interruption) throws(MediaError) -> any MediaSource { Source() }

  private final class Source: MediaSource {
    let info: MediaInfo
    private var next: Int64 = 0

    init() {
      var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
      track.startTicks = 0
      info = MediaInfo(name: "endless", container: "endless", tracks: [track], isSeekable: true)
    }

    func read() throws(MediaError) -> MediaRead {
      defer { next += 1 }
      return .packet(
        PacketTiming(track: 0, presentationTicks: next * 40, durationTicks: 40, byteCount: 1_000))
    }

    func seek(to time: MediaTime) throws(MediaError) {
      next = max(time.nanoseconds(rounding: .down) / 40_000_000, 0)
    }
  }
}
