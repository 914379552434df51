import PlayheadAudio
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTestEnvironment
import Testing
import PlayheadTimekeeping

@testable import PlayheadCore

/// The first and the last sample of a track: encoders add samples before and after, which are not
/// presented.
@Suite struct TrimmingTests {
  private static let lossless: Set = ["flac", "alac", "pcm_u8"]

  @Test func thereAreFactsOfEachCodec() {
    #expect(SoundFacts.all.count == 31)
  }

  @Test(arguments: SoundFacts.all.map(\.file))
  func theSoundIsWhatFFmpegDecodes(_ file: String) throws {
    let facts = try #require(SoundFacts.all.first { $0.file == file })
    let sound = try DecodedSound(path: Repository.sample(file)) { JoinedSource.joining($0) }
    let channels = sound.format.channelCount
    #expect(channels == facts.channels)
    let count = facts.count - (DeclaredPadding.inOldest[file] ?? 0)
    #expect(sound.samples.count == count * channels)
    #expect(sound.frames.reduce(0) { $0 + $1.count } == count)
    // Floating-point decoders differ slightly between versions and processors.
    let tolerance: Float = Self.lossless.contains(sound.track.codec ?? "") ? 0 : 1 / 8_192
    for (frame, sample) in facts.samples where frame * channels < sound.samples.count {
      let own = sound.samples[frame * channels]
      #expect(abs(own - sample) <= tolerance, "frame \(frame)")
    }
    #expect(sound.damagedPacketCount == 0)
  }

  @Test(arguments: [
    "coffee_vbr_art.mp3", "mediafile-artwork.mp3", "mediafile-cbr.mp3", "mediafile.opus",
  ])
  func mediaEndsWithItsLastSample(_ file: String) throws {
    let facts = try #require(SoundFacts.all.first { $0.file == file })
    let opened = try LocatedMedia(path: Repository.sample(file)).open(interruption: Interruption())
    var source = PlacedSource(opened)
    var readAhead = ReadAhead(info: opened.info)
    while !readAhead.isAtEnd {
      let (read, placed) = try source.read()
      readAhead.record(read, placed)
    }
    let rate = try #require(opened.info.tracks.first { $0.kind == .audio }?.sampleRate)
    let frameCount = readAhead.greatestEnd.seconds * Double(rate)
    #expect(abs(frameCount - Double(facts.count)) < 0.001)
  }

  /// The positions of the frames are those of one sound without gaps.
  @Test(arguments: SoundFacts.all.map(\.file))
  func timestampsAgreeWithTheNumberOfSamples(_ file: String) throws {
    let sound = try DecodedSound(path: Repository.sample(file)) { JoinedSource.joining($0) }
    let first = try #require(sound.frames.first?.ticks)
    var run = SampleRun(
      from: sound.track.time(ofTicks: first), sampleRate: sound.format.sampleRate,
      timebase: sound.track.timebase)
    var gaps: [Int64] = []
    for frame in sound.frames {
      gaps += run.place(frame.count, at: frame.ticks.map(sound.track.time(ofTicks:))).map(\.gap)
    }
    gaps += run.settle(before: nil).map(\.gap)
    // The first packet of this file lasts longer than its sound.
    let declared = file == "beepflash/bf_frag.mp4" ? [2_816] : [] as [Int64]
    #expect(gaps.filter { $0 != 0 } == declared)
  }
}
