import PlayheadMedia
import PlaybackSession
import PlayheadTesting
import PlayheadTimekeeping

extension MPVStage {
  /// 10 s of video and sound with chapters and tags.
  static func film() throws -> MPVStage {
    var info = FakeMedia(frameCount: 250).info
    info.container = "matroska,webm"
    info.tags = [
      MediaTag(key: "TITLE", value: "A Film"), MediaTag(key: "ARTIST", value: "Someone"),
    ]
    info.chapters = [(0, "One"), (4, "Two")].map { start, title in
      Chapter(start: .seconds(start), end: .seconds(start + 4), title: title)
    }
    info.tracks[0].codec = "h264"
    (info.tracks[0].width, info.tracks[0].height) = (320, 180)
    info.tracks[0].frameRate = FrameRate(25, 1)
    var sound = MediaTrack(index: 1, kind: .audio, timebase: .milliseconds)
    (sound.codec, sound.language, sound.channelCount, sound.sampleRate) = ("aac", "eng", 2, 48_000)
    (sound.startTicks, sound.durationTicks) = (0, 10_000)
    info.tracks.append(sound)
    let media = info
    let session = FakeSession(["/media/film.mkv"]) { _ in
      FakeMedia(
        info: media,
        steps: (0..<250).flatMap { index in
          let sound = PacketTiming(
            track: 1, presentationTicks: Int64(index) * 40, durationTicks: 40, byteCount: 100,
            isKeyframe: true)
          return FakeMedia.frames(index..<index + 1) + [.packet(sound)]
        })
    }
    try session.perform(.setPaused(true))
    session.start()
    return MPVStage(session)
  }
}
