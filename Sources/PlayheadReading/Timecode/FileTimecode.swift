import PlayheadMedia
import PlayheadTimecode
import PlayheadTimecodeInputs
import PlayheadTimekeeping

/// A timecode that media has.
package struct FileTimecode: Hashable, Sendable {
  /// Where it comes from.
  package enum Source: String, Sendable {
    /// A timecode track of QuickTime, or the container declares it.
    case tmcd
    case mxf
    /// The header of a group of pictures of MPEG video.
    case gop
    /// Another tag.
    case tag
    /// The samples since midnight of a Broadcast WAV file.
    case timeReference = "time_reference"
    /// Linear timecode in the sound.
    case ltc
  }

  package var source: Source
  /// The index of the track; nil if it is the container's.
  package var track: Int?
  /// The channel of linear timecode, counted from 1 over the channels of all sound tracks.
  package var channel: Int?
  /// The first label, or the time of day of a time reference.
  package var timecode: String
  /// The position to which it belongs: the start of presentation, unless the code is inside the media.
  package var position = MediaTime.zero
  /// The frame rate, if it is known.
  package var frameRate: FrameRate?
  /// The time of day of the label; nil if the frame rate is not known, or if linear timecode runs backward.
  package var timeOfDay: MediaTime?
  /// How long all labels of a day take: not 24 hours at 30000/1001 frames per second and the like.
  package var day = MediaTime.seconds(86_400)
  /// Whether linear timecode runs backward, without forward code after that.
  package var isReversed = false
  /// By how many millionths linear timecode is faster than the media's clock; nil for another one.
  package var drift: Double?
  /// The first breaks of linear timecode, and the number of all.
  package var breaks: [LTCSurvey.Break] = []
  package var breakCount = 0
}

// MARK: Declared

extension FileTimecode {
  /// Returns the timecodes that media declares, each label once.
  package static func declared(in info: MediaInfo) -> [FileTimecode] {
    let rate = info.timelineTracks.lazy.compactMap(\.constantFrameRate).first
    let source: Source =
      info.container.hasPrefix("mxf") ? .mxf : info.container.hasPrefix("mov") ? .tmcd : .tag
    // The track of the timecode itself is named instead of those that refer to it.
    let tracks = info.tracks.filter { $0.kind == .data } + info.tracks.filter { $0.kind != .data }
    let places: [(MediaTrack?, [MediaTag])] = tracks.map { ($0, $0.tags) } + [(nil, info.tags)]
    var found: [FileTimecode] = []
    for (track, tag) in places.flatMap({ track, tags in tags.map { (track, $0) } }) {
      let own = track?.kind == .data ? track?.frameRate : nil
      let one: FileTimecode? =
        switch tag.key.lowercased() {
        case "timecode": FileTimecode(source, track?.index, tag.value, at: own ?? rate)
        case "time_reference": FileTimecode(timeReference: tag.value, track?.index, in: info)
        default: nil
        }
      if let one, !found.contains(where: { $0.timecode == one.timecode }) { found.append(one) }
    }
    return found
  }

  private init(_ source: Source, _ track: Int?, _ label: String, at rate: FrameRate?) {
    (self.source, self.track, timecode, frameRate) = (source, track, label, rate)
    guard let rate, rate.numerator > 0 else { return }
    let nominal = (Int64(rate.numerator) + Int64(rate.denominator) / 2) / Int64(rate.denominator)
    guard let timecode = Timecode(label, nominalRate: max(nominal, 1)) else { return }
    let frame = Timebase(rate.denominator, rate.numerator)
    timeOfDay = MediaTime(ticks: timecode.frame, timebase: frame)
    day = MediaTime(ticks: timecode.base.framesPerTenMinutes * 144, timebase: frame)
  }

  private init?(timeReference text: String, _ track: Int?, in info: MediaInfo) {
    guard let samples = Int64(text), samples > 0,
      let hertz = info.tracks.first(where: { $0.kind == .audio })?.sampleRate, hertz > 0,
      samples / Int64(hertz) < 86_400
    else { return nil }
    let time = MediaTime(ticks: samples, timebase: Timebase(1, Int32(clamping: hertz)))
    (source, self.track, timeOfDay) = (.timeReference, track, time)
    timecode = WebVTT.text(of: time.nanoseconds(rounding: .down) / 1_000_000)
  }
}

// MARK: Groups of pictures

extension FileTimecode {
  /// How many packets, and how many of the video, are read until a group begins.
  private static let greatestPacketCount = 10_000
  private static let greatestPictureCount = 300

  /// Opens media again, and returns the timecode of the first group of pictures of MPEG video; nil if there is none.
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
    let (rate, start) = (video.constantFrameRate, opened.info.presentationStart ?? .zero)
    var pictureCount = 0
    for _ in 0..<greatestPacketCount where pictureCount < greatestPictureCount {
      guard case .packet(let packet) = try source.read() else { return nil }
      guard packet.track == video.index else { continue }
      pictureCount += 1
      let bytes = (source.takePayload() as? any ReadablePacket)?.start(4_096) ?? []
      guard let group = GroupTimecode(bytes) else { continue }
      var found = FileTimecode(.gop, video.index, group.label, at: rate)
      if pictureCount == 1 { return found }
      // The label is that of the picture of the group that is shown first.
      let lead = rate.map {
        MediaTime(ticks: group.leadCount, timebase: Timebase($0.denominator, $0.numerator))
      }
      if let time = packet.presentationTicks.map(video.time),
        let position = time.subtracting(start)?.subtracting(lead ?? .zero)
      {
        found.position = position
        return found
      }
    }
    return nil
  }
}

// MARK: Linear timecode

extension FileTimecode {
  /// Returns the linear timecode of all channels, or of a track's; `stopsAtFirst` finds the first that runs forward.
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
    var channels: [Int: (track: Int, decoder: LTCDecoder, survey: LTCSurvey)] = [:]
    while let block = try sound.next() {
      if let track, block.track != track { continue }
      let sample = Timebase(1, Int32(clamping: block.sampleRate))
      for index in 0..<block.channelCount {
        let number = block.firstChannel + index
        let known = channels[number]
        let decoder = if let known { known.decoder } else { try sound.makeDecoder(of: block) }
        var survey = known?.survey ?? LTCSurvey()
        for frame in decoder.decode(block.samples, channel: index, of: block.channelCount) {
          let sighting = frame.sighting(
            at: HostInstant(nanoseconds: 0), sampleRate: block.sampleRate)
          let before = MediaTime(ticks: decoder.end - frame.start, timebase: sample)
          let position = max(block.end.subtracting(before) ?? .zero, .zero)
          if let sighting { survey.add(sighting, at: position) }
        }
        channels[number] = (block.track, decoder, survey)
      }
      if stopsAtFirst,
        channels.values.contains(where: { $0.survey.start != nil && !$0.survey.isReversed })
      {
        break
      }
    }
    return channels.sorted { $0.key < $1.key }.compactMap { number, channel in
      channel.survey.start.map { start in
        let (rate, survey) = (start.rate, channel.survey)
        return FileTimecode(
          source: .ltc, track: channel.track, channel: number + 1, timecode: start.label.text,
          position: start.position, frameRate: rate.frameRate,
          timeOfDay: survey.isReversed ? nil : rate.position(at: 4 * start.label.frame),
          day: MediaTime(ticks: rate.day / 4, timebase: rate.frame),
          isReversed: survey.isReversed, drift: survey.drift, breaks: survey.breaks,
          breakCount: survey.breakCount)
      }
    }
  }
}

extension SoundChannels {
  fileprivate func makeDecoder(of block: Block) throws(MediaError) -> LTCDecoder {
    do throws(TimecodeFailure) {
      return try LTCDecoder(sampleRate: block.sampleRate)
    } catch {
      throw MediaError(.decode, of: info.name, reason: .unsupported, detail: error.description)
    }
  }
}
