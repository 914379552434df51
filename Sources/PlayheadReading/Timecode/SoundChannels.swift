import PlayheadMedia
import PlayheadTimekeeping

/// The channels of all sound tracks of media, read once from start to end. Used by one thread at a time.
package final class SoundChannels {
  /// Samples of one track.
  package struct Block: Sendable {
    /// The index of the track in the container.
    package let track: Int
    /// The number of the first channel, counted from 0 over the channels of all tracks.
    package let firstChannel: Int
    package let channelCount: Int
    package let sampleRate: Int
    /// The position after the last sample.
    package let end: MediaTime
    /// The interleaved samples.
    package let samples: [Float]
  }

  /// A sound track with the results for it.
  private final class Track {
    let track: MediaTrack
    let decoder: any MediaDecoder
    var converter: (any AudioConverter)?
    let channelCount: Int
    var firstChannel = 0
    /// The position of the next sample; nil before the first one.
    var end: MediaTime?

    init(_ track: MediaTrack, _ decoder: any MediaDecoder) {
      (self.track, self.decoder) = (track, decoder)
      channelCount = min(max(track.channelCount ?? 1, 1), SoundChannels.greatestChannelCount)
    }
  }

  /// Timestamps may be rounded by so much.
  private static let tolerance = MediaTime.milliseconds(20)
  private static let greatestChannelCount = 32

  private let source: any DecodingSource
  private let tracks: [Track]
  private let interruption: Interruption
  private let start: MediaTime
  private var waiting: [Block] = []
  private var isAtEnd = false
  /// The description of the media.
  package let info: MediaInfo

  /// Opens media. Throws if it cannot be opened, or has no sound. The interruption cancels all operations.
  package init(opening opener: any MediaOpener, interruption: Interruption) throws(MediaError) {
    let opened = try opener.open(interruption: interruption)
    let info = opened.info
    guard let source = opened as? any DecodingSource else {
      throw MediaError(.decode, of: info.name, reason: .unsupported)
    }
    let tracks = info.tracks.filter { $0.kind == .audio }.compactMap { track in
      source.makeDecoder(ofTrack: track.index).map { Track(track, $0) }
    }
    if tracks.isEmpty { throw MediaError(.open, of: info.name, reason: .noSound) }
    (self.source, self.tracks, self.interruption, self.info) = (source, tracks, interruption, info)
    start = info.presentationStart ?? .zero
    var first = 0
    for track in tracks {
      track.firstChannel = first
      first += track.channelCount
    }
  }

  /// Returns the next samples; nil at the end.
  package func next() throws(MediaError) -> Block? {
    while waiting.isEmpty {
      for track in tracks { try collect(track) }
      if !waiting.isEmpty || isAtEnd { break }
      switch try source.read() {
      case .packet(let packet):
        if let track = tracks.first(where: { $0.track.index == packet.track }),
          let payload = source.takePayload()
        {
          track.decoder.send(payload)
        }
      case .endOfMedia:
        isAtEnd = true
        for track in tracks { track.decoder.finish() }
        for track in tracks { try collect(track) }
      case .nothingYet(let delay): interruption.wait(for: delay)
      }
      if interruption.isInterrupted {
        throw MediaError(.read, of: info.name, reason: .interrupted)
      }
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  private func collect(_ track: Track) throws(MediaError) {
    while let frame = track.decoder.receive() {
      guard case .audio(let rate, let channels, _) = frame.format, rate > 0, channels > 0 else {
        continue
      }
      if track.converter?.format.sampleRate != rate {
        track.converter = try track.decoder.makeAudioConverter(
          to: AudioFormat(sampleRate: rate, channelCount: track.channelCount))
      }
      guard let converter = track.converter else { continue }
      var samples: [Float] = []
      try converter.convert(frame, into: &samples)
      let length = MediaTime(
        ticks: Int64(samples.count / converter.format.channelCount),
        timebase: Timebase(1, Int32(clamping: rate)))
      let stated = frame.timing.presentationTicks.flatMap {
        track.track.time(ofTicks: $0).subtracting(start)
      }
      let begin = position(of: stated, after: track.end)
      track.end = begin.adding(length) ?? begin
      waiting.append(
        Block(
          track: track.track.index, firstChannel: track.firstChannel,
          channelCount: converter.format.channelCount, sampleRate: rate,
          end: track.end ?? .zero, samples: samples))
    }
  }

  /// Returns where samples begin: after those before, unless timestamps show a gap.
  private func position(of stated: MediaTime?, after end: MediaTime?) -> MediaTime {
    guard let end else { return stated ?? .zero }
    guard let stated, let gap = stated.subtracting(end),
      !(-Self.tolerance...Self.tolerance).contains(gap)
    else { return end }
    return stated
  }
}
