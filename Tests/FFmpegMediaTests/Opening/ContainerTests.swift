import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

/// Compares the reported properties of containers with those that ffprobe reports.
@Suite struct ContainerTests {
  @Test func thereAreSamples() {
    #expect(SampleMedia.facts.count > 20)
  }

  @Test(arguments: SampleMedia.facts)
  func containersMatchFfprobe(_ facts: ContainerFacts) throws {
    let info = try SampleMedia.open(facts.file).info
    #expect(info.name == Repository.sample(facts.file))
    #expect(info.container == facts.format)
    #expect(info.isSeekable)
    #expect(info.declaredStart?.ticks == facts.start_us)
    #expect(info.declaredDuration?.ticks == facts.duration_us)
    for time in [info.declaredStart, info.declaredDuration].compactMap(\.self) {
      #expect(time.timebase == .microseconds)
    }
  }

  @Test(arguments: SampleMedia.facts)
  func chaptersMatchFfprobe(_ facts: ContainerFacts) throws {
    let expected = facts.chapters.map {
      Chapter(
        start: MediaTime(ticks: $0.start, timebase: $0.time_base.timebase),
        end: MediaTime(ticks: $0.end, timebase: $0.time_base.timebase), title: $0.title)
    }
    #expect(try SampleMedia.open(facts.file).info.chapters == expected)
  }

  @Test(arguments: SampleMedia.facts)
  func tracksMatchFfprobe(_ facts: ContainerFacts) throws {
    let tracks = try SampleMedia.open(facts.file).info.tracks
    #expect(tracks.count == facts.streams.count)
    for (track, stream) in zip(tracks, facts.streams) {
      #expect(track.index == stream.index)
      #expect(track.kind.rawValue == stream.kind)
      #expect(track.codec == stream.codec)
      #expect(track.timebase == stream.time_base.timebase)
      // Eight frames without times precede the first timestamp, which is 20 ms.
      let start =
        facts.file == "bbb_cut_neg.mkv" && stream.kind == "video" ? -300 : stream.start_pts
      #expect(track.startTicks == start)
      #expect(track.durationTicks == stream.duration_ts)
      #expect(track.language == stream.language)
      #expect(track.isDefault == stream.default)
      #expect(track.isAttachedPicture == stream.attached_pic)
      #expect(track.sampleRate == stream.sample_rate)
      #expect(track.channelCount == stream.channels)
      let rates = [stream.avg_frame_rate, stream.r_frame_rate].compactMap {
        FrameRate($0.numerator, $0.denominator)
      }
      let hasRate = track.kind == .video || track.tags.contains { $0.key == "timecode" }
      #expect(track.frameRate == (hasRate ? rates.first : nil))
    }
  }

  @Test(arguments: [
    ("mediafile-artwork.flac", ["image/png", "image/jpeg"]),
    ("mediafile-artwork.mp3", ["image/png", "image/jpeg"]), ("bbb.mp4", []),
  ])
  func attachedPicturesAreArtworks(_ file: String, _ mediaTypes: [String]) throws {
    let info = try SampleMedia.open(file).info
    #expect(info.artworks.map(\.mediaType) == mediaTypes)
    for artwork in info.artworks {
      #expect(info.tracks[artwork.track].isAttachedPicture)
      // The bytes are the complete picture file, beginning with its signature.
      let signature: [UInt8] = artwork.mediaType == "image/png" ? [0x89, 0x50] : [0xFF, 0xD8]
      #expect(artwork.bytes.prefix(2) == signature[...])
      #expect(artwork.bytes.count > 100)
    }
  }

  @Test func metadataFallsBackToTheTrack() throws {
    let info = try SampleMedia.open("mediafile.opus").info
    #expect(info.tags.isEmpty)
    #expect(info.metadata.title == "full")
    #expect(info.metadata.album == "the album")
    #expect(info.metadata["musicbrainz_albumid"]?.hasPrefix("9e873859") == true)
  }

  @Test(arguments: [
    ("bbb_start3600.ts", true), ("pygame-blue.mpg", true), ("bbb_small.mp4", false),
    ("bbb_chapters.mkv", false), ("pygame-house_lo.wav", false),
  ])
  func anUndeclaredDurationIsMarkedAsEstimated(_ file: String, _ isEstimated: Bool) throws {
    #expect(try SampleMedia.open(file).info.isDurationEstimated == isEstimated)
  }

  @Test func theVideoSizeIsReported() throws {
    let video = try #require(try SampleMedia.open("bbb.mp4").info.tracks.first)
    #expect(video.width == 1280)
    #expect(video.height == 720)
  }

  @Test func containerAndTrackTagsAreReported() throws {
    #expect(
      try SampleMedia.open("mediafile-full.m4a").info.tags.contains(
        MediaTag(key: "title", value: "full")))
    let audio = try SampleMedia.open("bbb_multi.mkv").info.tracks[1]
    #expect(audio.tags.contains(MediaTag(key: "language", value: try #require(audio.language))))
  }

  @Test(arguments: [
    ("bbb_multi.mkv", [0, 1]), ("coffee_vbr_art.mp3", [0]), ("gnome-dual-monitors.webm", [0]),
    ("bbb_tmcd.mov", [0, 1]),
  ])
  func onlyAudioAndVideoDefineTheTimeline(_ file: String, _ indices: [Int]) throws {
    #expect(try SampleMedia.open(file).info.timelineTracks.map(\.index) == indices)
  }
}
