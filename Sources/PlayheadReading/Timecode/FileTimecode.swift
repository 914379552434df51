import PlayheadMedia
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// A timecode that media has.
package struct FileTimecode: Hashable, Sendable {
  /// Where it comes from.
  package enum Source: Hashable, Sendable {
    /// A timecode track of QuickTime, or the container declares it.
    case tmcd
    case mxf
    /// The header of a group of pictures of MPEG video.
    case gop
    /// Another tag.
    case tag
    /// The samples since midnight of a Broadcast WAV file.
    case timeReference
    /// Linear timecode in a channel, counted from 1 over the channels of all sound tracks.
    case ltc(channel: Int)
  }

  package var source: Source
  /// The index of the track; nil if it is the container's.
  package var track: Int?
  /// The first label, or the time of day of a time reference.
  package var timecode: String
  /// The position to which it belongs: the start of presentation, unless it is linear timecode, or that of a group
  /// of pictures inside the media.
  package var position: MediaTime
  /// The frame rate, if it is known.
  package var frameRate: FrameRate?
  /// The time of day of the label; nil if the frame rate is not known.
  package var timeOfDay: MediaTime?
  /// How long all labels of a day take: not 24 hours at 30000/1001 frames per second and the like.
  package var day = MediaTime.seconds(86_400)
  /// What linear timecode shows besides; nil for another one.
  package var survey: LTCSurvey.Summary?

  /// By how many millionths the timecode is faster than the media's clock.
  package var drift: Double { survey?.drift ?? 0 }
}

extension FileTimecode {
  /// Returns the timecodes that media declares, each label once.
  package static func declared(in info: MediaInfo) -> [FileTimecode] {
    let rate = info.timelineTracks.lazy.compactMap(\.constantFrameRate).first
    var found: [FileTimecode] = []
    // The track of the timecode itself is named instead of those that refer to it.
    let tracks = info.tracks.filter { $0.kind == .data } + info.tracks.filter { $0.kind != .data }
    let places: [(MediaTrack?, [MediaTag])] = tracks.map { ($0, $0.tags) } + [(nil, info.tags)]
    for (track, tags) in places {
      for tag in tags {
        let one: FileTimecode
        switch tag.key.lowercased() {
        case "timecode":
          one = FileTimecode(source(of: track, in: info), track?.index, tag.value, at: rate)
        case "time_reference":
          let sound = info.tracks.first { $0.kind == .audio }
          guard let samples = Int64(tag.value), samples > 0, let hertz = sound?.sampleRate,
            hertz > 0, samples / Int64(hertz) < 86_400
          else { continue }
          let time = MediaTime(ticks: samples, timebase: Timebase(1, Int32(clamping: hertz)))
          let milliseconds = time.nanoseconds(rounding: .down) / 1_000_000
          one = FileTimecode(
            source: .timeReference, track: track?.index, timecode: WebVTT.text(of: milliseconds),
            position: .zero, timeOfDay: time)
        default: continue
        }
        let isKnown = found.contains { $0.timecode == one.timecode }
        if !isKnown { found.append(one) }
      }
    }
    return found
  }

  private init(_ source: Source, _ track: Int?, _ label: String, at rate: FrameRate?) {
    (self.source, self.track, timecode, frameRate) = (source, track, label, rate)
    position = .zero
    guard let rate, rate.numerator > 0 else { return }
    let nominal = (Int64(rate.numerator) + Int64(rate.denominator) / 2) / Int64(rate.denominator)
    guard let timecode = Timecode(label, nominalRate: max(nominal, 1)) else { return }
    let frame = Timebase(rate.denominator, rate.numerator)
    timeOfDay = MediaTime(ticks: timecode.frame, timebase: frame)
    day = MediaTime(ticks: timecode.base.framesPerTenMinutes * 144, timebase: frame)
  }

  private static func source(of track: MediaTrack?, in info: MediaInfo) -> Source {
    if info.container.hasPrefix("mxf") { return .mxf }
    return info.container.hasPrefix("mov") ? .tmcd : .tag
  }

  /// Returns the timecode of the first group of pictures of MPEG video; nil if there is none. Media may begin inside
  /// the group before it.
  ///
  /// - Parameters:
  ///   - opener: The media, which can be opened again.
  ///   - interruption: Cancels opening and reading.
  /// - Throws: A `MediaError` if the media cannot be opened or read.
  package static func ofGroup(
    in opener: any MediaOpener, interruption: Interruption
  ) throws(MediaError) -> FileTimecode? {
    let opened = try opener.open(interruption: interruption)
    let video = opened.info.timelineTracks.first { $0.kind == .video }
    guard let video, ["mpeg1video", "mpeg2video"].contains(video.codec),
      let source = opened as? any DecodingSource,
      // Without a decoder, payloads are not kept.
      let decoder = source.makeDecoder(ofTrack: video.index)
    else { return nil }
    defer { withExtendedLifetime(decoder) {} }
    let rate = video.constantFrameRate
    var pictureCount = 0
    for _ in 0..<greatestPacketCount {
      guard case .packet(let packet) = try source.read() else { return nil }
      guard packet.track == video.index else { continue }
      pictureCount += 1
      let bytes = (source.takePayload() as? any ReadablePacket)?.start(4_096) ?? []
      if let label = GroupTimecode.label(in: bytes) {
        var found = FileTimecode(.gop, video.index, label, at: rate)
        if pictureCount == 1 { return found }
        // The label is that of the picture of the group that is shown first.
        let count = GroupTimecode.leadCount(in: bytes) ?? 0
        let lead = rate.map {
          MediaTime(ticks: count, timebase: Timebase($0.denominator, $0.numerator))
        }
        let start = opened.info.presentationStart ?? .zero
        if let time = packet.presentationTicks.map(video.time),
          let position = time.subtracting(start)?.subtracting(lead ?? .zero)
        {
          found.position = position
          return found
        }
      }
      if pictureCount == greatestPictureCount { return nil }
    }
    return nil
  }

  /// How many packets, and how many of the video, are read until a group begins.
  private static let greatestPacketCount = 10_000
  private static let greatestPictureCount = 300

  /// Reads sound of media, and returns the linear timecode of its channels.
  ///
  /// - Parameters:
  ///   - opener: The media.
  ///   - track: The only track that is read; nil for all.
  ///   - stopsAtFirst: Whether only the first timecode is found, without its drift and breaks.
  ///   - interruption: Cancels reading.
  /// - Throws: A `MediaError` if reading fails, or if libltc is missing.
  package static func linear(
    in opener: any MediaOpener, track: Int? = nil, stopsAtFirst: Bool = false,
    interruption: Interruption
  ) throws(MediaError) -> [FileTimecode] {
    let sound: SoundChannels
    do {
      sound = try SoundChannels(opening: opener, interruption: interruption)
    } catch {
      if error.reason == .noSound { return [] }
      throw error
    }
    var channels: [Int: Channel] = [:]
    var isFound = false
    while !isFound, let block = try sound.next() {
      if let track, block.track != track { continue }
      for index in 0..<block.channelCount {
        let number = block.firstChannel + index
        let channel: Channel
        if let known = channels[number] {
          channel = known
        } else {
          do { channel = Channel(try LTCDecoder(sampleRate: block.sampleRate), block.track) } catch
          {
            throw MediaError(.decode, of: sound.info.name, reason: .unsupported)
          }
          channels[number] = channel
        }
        channel.add(block, index)
        isFound = isFound || stopsAtFirst && channel.survey.summary != nil
      }
    }
    return channels.sorted { $0.key < $1.key }.compactMap { number, channel in
      channel.survey.summary.map { summary in
        FileTimecode(
          source: .ltc(channel: number + 1), track: channel.track, timecode: summary.timecode,
          position: summary.position, frameRate: summary.rate.frameRate,
          timeOfDay: summary.timeOfDay,
          day: MediaTime(ticks: summary.rate.day / 4, timebase: summary.rate.frame),
          survey: summary)
      }
    }
  }

  /// A channel that is read.
  private final class Channel {
    let decoder: LTCDecoder
    let track: Int
    var survey = LTCSurvey()

    init(_ decoder: LTCDecoder, _ track: Int) { (self.decoder, self.track) = (decoder, track) }

    func add(_ block: SoundChannels.Block, _ index: Int) {
      let count = block.channelCount
      let values = stride(
        from: index, to: block.samples.count - block.samples.count % count, by: count
      ).map { block.samples[$0] }
      for frame in decoder.decode(values) {
        guard
          let sighting = frame.sighting(
            at: HostInstant(nanoseconds: 0), sampleRate: block.sampleRate)
        else { continue }
        let before = MediaTime(
          ticks: decoder.end - frame.start, timebase: Timebase(1, Int32(clamping: block.sampleRate))
        )
        survey.add(sighting, at: max(block.end.subtracting(before) ?? .zero, .zero))
      }
    }
  }
}
