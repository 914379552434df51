import CPlayheadFFmpeg
import Glibc
import PlayheadMedia
import PlayheadTimekeeping

/// A source that reads media with FFmpeg.
///
/// The properties that `read` uses have no exclusivity checks, which would take longer than all else
/// that it adds to FFmpeg's own reading. A source is called on one thread at a time, and FFmpeg's
/// callbacks use the objects of the demuxer, never the source.
final class FFmpegSource: CueDecodingSource, FramedSource, CorrectingSource {
  /// How many packets of other tracks are read at most to find the first video packet, or the next one of a track.
  private static let greatestLeadCount = 256
  /// The seconds by which derived times may differ from stored ones.
  private static let greatestRounding = 0.06

  @exclusivity(unchecked) var info: MediaInfo
  @exclusivity(unchecked) var demuxer: Demuxer
  let packet: Packet
  /// Packets that were read ahead, by a seek or after opening; `read` returns them first.
  @exclusivity(unchecked) var ahead = PacketQueue()
  @exclusivity(unchecked) var beginning: Beginning
  /// Whether the media must be opened again to go to the start, because FFmpeg cannot seek there.
  var reopensForStart = false
  /// The starts of tracks whose first packets have no times.
  private var untimedStarts: [Int: Int64] = [:]
  /// An error that occurred while packets were read ahead; `read` throws it after these packets.
  @exclusivity(unchecked) var failure: MediaError?
  /// The indices of the decoded tracks, whose payloads are kept for `takePayload`.
  @exclusivity(unchecked) var decodedTracks: Set<Int> = []
  /// Nil unless parsed tracks are read by the index.
  @exclusivity(unchecked) private var parsedFrames: ParsedFrames?
  /// The tracks whose times libavformat leaves out, and streams that continue tracks in another codec, by index.
  @exclusivity(unchecked) private var incompleteSound: [Int: ADTSTimes] = [:]
  /// The tracks whose times libavformat may take from the next frame, by index.
  @exclusivity(unchecked) private var splitSound: [Int: SplitFrameTimes] = [:]
  /// The tracks that may begin with the rest of a frame and of which nothing was read, by index.
  @exclusivity(unchecked) var frameStarts: [Int: FrameStart] = [:]
  /// Whether reading may continue elsewhere than at the start.
  private(set) var hasSought = false
  /// Whether a track has begun with the rest of a frame.
  @exclusivity(unchecked) var hasFoundRest = false
  /// The corrections of the tracks that begin with the rest of a frame, by index.
  @exclusivity(unchecked) var cutStarts: [Int: CutStart] = [:]
  /// The tracks whose index lists their packets edit by edit, by index.
  @exclusivity(unchecked) private var editStarts: [Int: EditStarts] = [:]
  /// The tracks whose packets have a default duration that is the mean of all, by index.
  @exclusivity(unchecked) private var meanDurations: [Int: MeanDuration] = [:]
  /// Whether packets declare lengths that the container may not have, as those of ALAC, FLAC and MP3 do.
  @exclusivity(unchecked) private var declaresLengths = false
  /// Nil unless this is raw sound, which may consist of several sample rates.
  @exclusivity(unchecked) var frameClock: FrameClock?
  /// The tracks of FLAC whose times libavformat's parser changes, by index.
  @exclusivity(unchecked) private var parsedFLAC: [Int: FLACTimes] = [:]
  /// The tracks whose packets have the time of a frame that begins in them, by index.
  @exclusivity(unchecked) private var framedPCM: [Int: FramedPCMTimes] = [:]
  /// The tracks with headers between their packets, by index.
  @exclusivity(unchecked) var headers: [Int: OggHeaders] = [:]
  /// Nil unless this is a file of Ogg with one track.
  @exclusivity(unchecked) var oggTimes: OggTimes?
  /// Whether the media consists of several recordings; nil if it was not examined.
  var hasJoins: Bool?
  /// The recording that is read behind the first one; nil while that is read.
  @exclusivity(unchecked) var later: LaterRecording?
  /// The last packet of a later recording.
  var laterPacket: PacketTiming?
  /// The measured length of all recordings; nil if it was not measured.
  var joinedLength: MediaTime?
  /// The declared positions of the joins in lists of HLS.
  var declaredJoins: [ClosedRange<MediaTime>] = []
  /// Whether all lists of HLS declare the same number of joins.
  var hasParts = false
  /// Whether FFmpeg counts the times of packed audio in HLS; nil if that was not examined.
  var segmentsAreCounted: Bool?
  /// The codecs of the tracks when the media was opened.
  private let codecs: [AVCodecID]
  /// The parameters of the tracks that have another codec in the part of HLS that is read, by index.
  @exclusivity(unchecked) private(set) var otherCodecs: [Int: StreamParameters] = [:]
  /// Whether reading has gone on into a part that `info` does not describe.
  private(set) var hasGoneOn = false
  /// The lists of HLS, if their joins were read.
  var segmentLists: [SegmentList] = []
  /// Whether lists of HLS name segments at URLs.
  var hasRemoteSegments = false
  /// The last packet as the file has it, if the time of its page was corrected.
  @exclusivity(unchecked) var original: PacketTiming?
  /// The byte offset of the last packet of each track for which a wrong page of Ogg was looked for.
  @exclusivity(unchecked) var reportedOffsets: [Int: Int64] = [:]
  /// The byte offset of the last packet of each track of Ogg.
  @exclusivity(unchecked) var pageOffsets: [Int: Int64] = [:]
  /// The tracks of Ogg that are in a recording behind the first one, by index.
  @exclusivity(unchecked) var oggCounts: [Int: OggCount] = [:]
  /// The number of pictures of Theora that begin in a page and were read.
  @exclusivity(unchecked) var picturePage: (offset: Int64, count: Int) = (-1, 0)
  /// Nil unless the file's structure is checked.
  private let lastPayload: LastPayload?
  /// Whether packets of wrong pages of Ogg are reported.
  private let reportsDeviations: Bool
  /// Whether the times of packets before zero are reported. libavformat does not return them.
  private let reportsEarlyTimes: Bool
  /// Whether packets of fragments with wrong times are reported.
  private let reportsFragments: Bool
  private let isOgg: Bool
  private let isTransport: Bool
  @exclusivity(unchecked) private(set) var clockReference: Int64?
  /// Nil unless the padding behind the sound of MP3 must be left out.
  @exclusivity(unchecked) private var soundEnd: SoundEnd?
  /// Nil unless bytes of the stream may be missing.
  private let missingBytes: MissingBytes?
  /// The place before the last packet of each track at which bytes are missing, by index.
  @exclusivity(unchecked) private var missingOffsets: [Int: Int64] = [:]

  /// Creates a source of the opened media, and examines the first packets.
  init(_ demuxer: consuming Demuxer) throws(MediaError) {
    let name = demuxer.name
    guard let packet = Packet.open() else { throw MediaError(.open, of: name, errno: ENOMEM) }
    info = demuxer.info
    codecs = demuxer.codecs
    beginning = Beginning(of: info.seekingTracks)
    lastPayload = demuxer.opener.purpose == .report ? LastPayload(container: info.container) : nil
    isOgg = info.container == "ogg"
    isTransport = info.container == "mpegts"
    let isReport = demuxer.opener.purpose == .report
    reportsDeviations = isOgg && isReport
    reportsEarlyTimes = isReport && info.container.hasPrefix("matroska,")
    reportsFragments = isReport && demuxer.mayDeviate
    missingBytes = demuxer.opener.missingBytes
    self.demuxer = demuxer
    self.packet = packet
    if self.demuxer.probesBriefly { awaitTrack() } else { learnUntimedStart() }
    learnFrameLength()
    frameClock = FrameClock(info.tracks, container: info.container)
    learnOggTimes()
    soundEnd = SoundEnd(self.demuxer)
    findIncompleteSound()
    findFrameStarts()
    declareRecordings()
    if self.demuxer.opener.purpose != .report { leaveOutLengthOfPart() }
  }

  /// Finds the tracks that may begin with the rest of a frame, of which nothing was read.
  private func findFrameStarts() {
    for track in info.tracks {
      frameStarts[track.index] = FrameStart(track, container: info.container)
    }
  }

  /// Finds the tracks whose times libavformat leaves out.
  private func findIncompleteSound() {
    declaresLengths =
      info.container != "flac"
      && info.tracks.contains {
        $0.codec.map { SoundFrame.codecs.union(SoundFrame.countedCodecs).contains($0) } ?? false
      }
    for track in info.tracks where parsedFLAC[track.index] == nil {
      parsedFLAC[track.index] = FLACTimes(track, container: info.container)
    }
    for track in info.tracks where framedPCM[track.index] == nil {
      framedPCM[track.index] = FramedPCMTimes(track, container: info.container)
    }
    for track in info.tracks where incompleteSound[track.index] == nil {
      incompleteSound[track.index] = ADTSTimes(track)
    }
    for track in info.tracks where splitSound[track.index] == nil {
      splitSound[track.index] = SplitFrameTimes(track, container: info.container)
    }
    for track in info.tracks where headers[track.index] == nil {
      headers[track.index] = OggHeaders(track, container: info.container)
    }
    for track in info.tracks where meanDurations[track.index] == nil {
      meanDurations[track.index] = MeanDuration(track, in: info)
    }
    guard [.report, .index].contains(demuxer.opener.purpose) else { return }
    for track in info.tracks where editStarts[track.index] == nil {
      editStarts[track.index] = EditStarts(track, container: info.container)
    }
  }

  /// Computes times again from the next one that the container gives, because reading continues elsewhere.
  func restartIncompleteSound() {
    hasSought = true
    frameClock?.restart()
    cutStarts.removeAll()
    findFrameStarts()
    if incompleteSound.isEmpty, splitSound.isEmpty, headers.isEmpty, parsedFLAC.isEmpty,
      framedPCM.isEmpty
    {
      return
    }
    headers.removeAll()
    parsedFLAC.removeAll()
    framedPCM.removeAll()
    incompleteSound.removeAll()
    splitSound.removeAll()
    findIncompleteSound()
  }

  /// Continues with the media of another source, of which nothing was read; returns false if it has other tracks.
  func adopt(_ other: FFmpegSource) -> Bool {
    guard info.tracks.count == other.info.tracks.count, info.agrees(with: other.info) else {
      return false
    }
    swap(&demuxer, &other.demuxer)
    swap(&ahead, &other.ahead)
    (info, beginning, failure) = (other.info, other.beginning, other.failure)
    (untimedStarts, reopensForStart, hasGoneOn) = (other.untimedStarts, false, false)
    otherCodecs = [:]
    for (index, codec) in zip(codecs, other.codecs).map({ $0 == $1 ? nil : $1 }).enumerated()
    where codec != nil {
      otherCodecs[index] = StreamParameters(demuxer.streams[index])
    }
    packet.clear()
    restartIncompleteSound()
    return true
  }

  /// Corrects the length of a tick if frames of raw sound are longer than libavformat counts: of several blocks of ADTS,
  /// it counts one. It has buffered the first packet already.
  private func learnFrameLength() {
    let isADTS = info.container == "aac"
    guard isADTS || MediaTrack.rawContainers.contains(info.container),
      let index = info.tracks.firstIndex(where: {
        $0.kind == .audio && (!isADTS || $0.codec == "aac")
      })
    else { return }
    if ahead.isEmpty {
      guard demuxer.pause == nil, (try? demuxer.read(into: packet)) == true,
        ahead.append(packet)
      else { return packet.clear() }
    }
    if !isADTS {
      let first = ahead.timings.first { _ in true }
      let samples = ahead.firstPayload.flatMap { payload in
        demuxer.context.pointee.streams[index].flatMap {
          SoundFrame.sampleCount(UnsafeRawBufferPointer(payload), $0.pointee.codecpar)
        }
      }
      return info.tracks[index].setFrameTicks(first?.durationTicks, ofSamples: samples)
    }
    let header = ahead.firstPayload.flatMap { ADTSHeader(UnsafeRawBufferPointer($0)) }
    info.tracks[index].setBlockCount(header?.blockCount ?? 1)
  }

  private func completeTimes(_ timing: inout PacketTiming) {
    let payload = UnsafeBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    incompleteSound[packet.parameters?.stream ?? timing.track]?.complete(&timing, payload)
  }

  /// Prepares to complete the times of a stream that continues a track in another codec.
  private func prepare(_ parameters: StreamParameters) {
    if incompleteSound[parameters.stream] != nil { return }
    incompleteSound[parameters.stream] = ADTSTimes(parameters)
  }

  /// Gives a packet of FLAC the time at which the frame before it ends.
  private func continueFLAC(_ timing: inout PacketTiming) {
    let payload = UnsafeRawBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    guard parsedFLAC[timing.track]?.correct(&timing, payload) == true,
      let ticks = timing.presentationTicks
    else { return }
    packet.retime(ticks)
  }

  /// Gives a packet of LPCM the time of its first sample.
  private func continuePCM(_ timing: inout PacketTiming) {
    let payload = UnsafeRawBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    framedPCM[timing.track]?.correct(&timing, payload)
    if let ticks = timing.presentationTicks { packet.retime(ticks) }
  }

  /// Gives a raw frame of another sample rate than the first one its own time.
  private func countFrame(_ timing: inout PacketTiming) {
    let payload = UnsafeRawBufferPointer(
      start: packet.pointer.pointee.data, count: Int(packet.pointer.pointee.size))
    let before = timing.presentationTicks
    let isOther = frameClock?.isOther(payload) ?? false
    let following = isOther && peek(track: timing.track) != nil ? ahead.firstPayload : nil
    frameClock?.correct(&timing, payload, before: following.map { UnsafeRawBufferPointer($0) })
    if let ticks = timing.presentationTicks, ticks != before { packet.retime(ticks) }
  }

  /// Shortens a packet of sound to the length that it declares, unless the container has.
  private func shorten(_ timing: inout PacketTiming) {
    guard info.tracks.indices.contains(timing.track) else { return }
    let (track, packet) = (info.tracks[timing.track], packet.pointer.pointee)
    let payload = UnsafeRawBufferPointer(start: packet.data, count: Int(packet.size))
    guard let codec = track.codec else { return }
    // A recording behind a join may have another sample rate.
    let own = ["mp1", "mp2", "mp3"].contains(codec) ? AudioFrameHeader(payload)?.sampleRate : nil
    let rate = own.map(Int64.init) ?? track.sampleRate.map(Int64.init)
    guard let samples = rate.flatMap({ Timebase(reducing: 1, $0) }) else { return }
    func ticks(of count: Int64) -> Int64? {
      MediaTime(ticks: count, timebase: samples)
        .converted(to: track.timebase, rounding: .toNearestOrEven)?.ticks
    }
    if SoundFrame.countedCodecs.contains(codec) {
      let parameters = demuxer.context.pointee.streams[timing.track]?.pointee.codecpar
      let count = parameters.flatMap { SoundFrame.sampleCount(payload, $0) }
      timing.durationTicks = count.flatMap(ticks) ?? timing.durationTicks
      // libavformat reads many blocks at once, and takes fewer for damage.
      if codec == "adpcm_adx", SoundFrame.endOfADX(payload) != nil { timing.isCorrupt = false }
      return
    }
    guard SoundFrame.codecs.contains(codec),
      let count = SoundFrame.sampleCount(payload, codec: codec),
      track.samplesPerPacket.map({ count <= $0 }) ?? true
    else { return }
    if let ticks = ticks(of: count) {
      let isOther = rate != track.sampleRate.map(Int64.init)
      timing.durationTicks = isOther ? ticks : min(timing.durationTicks ?? ticks, ticks)
    }
  }

  /// Opens media to read all its bytes.
  static func open(
    _ opener: LocatedMedia, interruption: Interruption
  ) throws(MediaError) -> FFmpegSource {
    try read(Demuxer.open(opener, interruption: interruption))
  }

  private static func read(_ demuxer: consuming Demuxer) throws(MediaError) -> FFmpegSource {
    // If probing has come to a packet that is not in the file, reading would go on behind it.
    guard demuxer.opener.purpose == .report, demuxer.indexesMissingBytes else {
      return try FFmpegSource(demuxer)
    }
    let info = demuxer.info
    return try FFmpegSource(demuxer.reopenedWithoutProbing(), describedBy: info)
  }

  /// Opens media to read its packets from its index, or all bytes if that does not list them.
  static func openByIndex(
    _ opener: LocatedMedia, interruption: Interruption
  ) throws(MediaError) -> FFmpegSource {
    let demuxer = try Demuxer.open(opener, interruption: interruption)
    if demuxer.opener.purpose == .report { return try read(demuxer) }
    let info = demuxer.info
    let frames = try ParsedFrames(demuxer)
    if let indexed = try demuxer.skippingData() {
      return try FFmpegSource(indexed, describedBy: info, frames)
    }
    var opener = opener
    opener.purpose = .report
    return try open(opener, interruption: interruption)
  }

  /// Creates a source of opened media whose description is known.
  private init(
    _ demuxer: consuming Demuxer, describedBy info: MediaInfo, _ frames: ParsedFrames? = nil
  ) throws(MediaError) {
    guard let packet = Packet.open() else {
      throw MediaError(.open, of: demuxer.name, errno: ENOMEM)
    }
    self.info = info
    codecs = demuxer.codecs
    parsedFrames = frames.flatMap { $0.isEmpty ? nil : $0 }
    beginning = Beginning(of: info.seekingTracks)
    lastPayload = nil
    (isOgg, reportsDeviations, reportsEarlyTimes, missingBytes) = (false, false, false, nil)
    isTransport = false
    reportsFragments = demuxer.mayDeviate
    self.demuxer = demuxer
    self.packet = packet
    learnUntimedStart()
    findIncompleteSound()
  }

  /// Reads ahead until a track can be played: without a header, tracks become known with their packets.
  private func awaitTrack() {
    // At most as much is read as of a file.
    var starts: [Int: Int64] = [:]
    while info.timelineTracks.isEmpty, !ahead.isFull {
      // The next read fails with the same error.
      guard let hasRead = try? demuxer.read(into: packet), hasRead else { return }
      let timing = packet.timing
      _ = ahead.append(packet)
      info = demuxer.info
      guard let ticks = timing.decodeTicks ?? timing.presentationTicks else { continue }
      let start = starts[timing.track, default: ticks]
      starts[timing.track] = start
      let (length, overflow) = ticks.subtractingReportingOverflow(start)
      let track = info.tracks[timing.track]
      if overflow || track.time(ofTicks: length) >= Demuxer.fileProbeLength { return }
    }
  }

  var mayHang: Bool { demuxer.mayHang }

  func read() throws(MediaError) -> MediaRead {
    if later != nil { return try readLater() }
    do throws(MediaError) {
      let read = try readOwn()
      guard case .endOfMedia = read else { return read }
    } catch {
      return try openNext(behind: error) ? readLater() : .endOfMedia
    }
    return try openNext() ? readLater() : .endOfMedia
  }

  /// Reads the next packet of the first recording.
  func readOwn() throws(MediaError) -> MediaRead {
    if parsedFrames == nil { return try readPacket() }
    while case .packet(let packet) = try readPacket() {
      if let frame = parsedFrames?.hold(packet) { return .packet(frame) }
    }
    return parsedFrames?.removeHeld().map(MediaRead.packet) ?? .endOfMedia
  }

  private func readPacket() throws(MediaError) -> MediaRead {
    if !decodedTracks.isEmpty { packet.clear() }
    repeat {
      if ahead.isEmpty {
        if let error = failure.take() { throw error }
        if let pause = demuxer.pause {
          guard demuxer.readHeld(into: packet) else { return .nothingYet(retryAfter: pause) }
        } else {
          guard try demuxer.read(into: packet) else {
            guard try enterOtherCodecs() else { return .endOfMedia }
            return try readPacket()
          }
        }
      } else {
        ahead.removeFirst(into: packet)
      }
    } while !headers.isEmpty && keepHeader()
      || !(frameStarts.isEmpty && cutStarts.isEmpty) && !correctStart()
    if soundEnd != nil { leaveOutPadding() }
    lastPayload?.keep(packet)
    if isOgg { retimeRecording() }
    var timing = packet.timing
    if let parameters = packet.parameters {
      timing.hasOtherCodec = true
      prepare(parameters)
    } else if !otherCodecs.isEmpty {
      timing.hasOtherCodec = otherCodecs[timing.track] != nil
    }
    if !incompleteSound.isEmpty { completeTimes(&timing) }
    if oggTimes != nil { correctOggTimes(&timing) }
    if !splitSound.isEmpty, let times = splitSound[timing.track] {
      let next = times.mayBeNext(timing) ? peek(track: timing.track) : nil
      splitSound[timing.track]?.correct(&timing, before: next)
    }
    if !parsedFLAC.isEmpty { continueFLAC(&timing) }
    if declaresLengths { shorten(&timing) }
    if frameClock != nil { countFrame(&timing) }
    if !framedPCM.isEmpty, framedPCM[timing.track] != nil { continuePCM(&timing) }
    if !meanDurations.isEmpty { meanDurations[timing.track]?.correct(&timing) }
    if reportsDeviations { recordOriginal(of: timing) }
    if reportsEarlyTimes { recordEarlyTime(of: timing) }
    if reportsFragments { recordFragment(of: timing) }
    if isOgg { markRecording(&timing) }
    if isTransport {
      clockReference = nil
      if let offset = timing.byteOffset { clockReference = demuxer.clockReference(at: offset) }
    }
    if !editStarts.isEmpty { editStarts[timing.track]?.mark(&timing) }
    if let missingBytes { markMissing(missingBytes, &timing) }
    if !beginning.isComplete { beginning.record(timing) }
    // A payload that nothing decodes is freed as it is read.
    if decodedTracks.isEmpty || !decodedTracks.contains(timing.track) { packet.clear() }
    // In a container without a header, a track becomes known with its first packet.
    if timing.track >= info.tracks.count {
      info.tracks = demuxer.info.tracks
      correctStarts()
      findIncompleteSound()
    }
    return .packet(timing)
  }

  /// Leaves out the padding in the last frames of MP3, if no frames follow the one that is the last by the header.
  private func leaveOutPadding() {
    guard let (end, padding) = soundEnd?.end(behind: packet.pointer.pointee, in: demuxer),
      info.tracks.indices.contains(packet.timing.track)
    else { return }
    readAhead { $0.pointee.pos >= end }
    let track = info.tracks[packet.timing.track]
    let following = ahead.packets(ofTrack: track.index).map(\.pointee)
    guard let samples = track.sampleRate.flatMap({ Timebase(reducing: 1, Int64($0)) }),
      SoundEnd.offset(behind: following.last ?? packet.pointer.pointee) == end
    else { return }
    let rest = following.reduce(Int64(0)) { MovieFragments.sum($0, max($1.duration, 0)) }
    let length = MediaTime(ticks: rest, timebase: track.timebase)
      .converted(to: samples, rounding: .toNearestOrEven)?.ticks
    let own = MediaTime(ticks: packet.pointer.pointee.duration, timebase: track.timebase)
      .converted(to: samples, rounding: .toNearestOrEven)?.ticks
    guard let length, let own, length < Int64(padding) else { return }
    packet.pad(UInt32(clamping: min(Int64(padding) - length, own)))
  }

  /// Marks the first packet of each track after bytes that are missing.
  private func markMissing(_ missingBytes: MissingBytes, _ timing: inout PacketTiming) {
    guard timing.presentationTicks ?? timing.decodeTicks != nil,
      let place = timing.byteOffset.flatMap(missingBytes.last(upTo:)),
      missingOffsets[timing.track] != place
    else { return }
    missingOffsets[timing.track] = place
    timing.followsMissingBytes = true
  }

  /// Notes the time that the file stores for a packet, if it is before zero and not that of the packet.
  private func recordEarlyTime(of timing: PacketTiming) {
    original = nil
    guard let blocks = demuxer.bytes?.earlyBlocks, !blocks.isEmpty,
      let offset = timing.byteOffset, offset > reportedOffsets[timing.track] ?? -1,
      info.tracks.indices.contains(timing.track)
    else { return }
    let index = blocks.partitioningIndex { $0.offset >= offset }
    guard index < blocks.count, blocks[index].offset == offset else { return }
    reportedOffsets[timing.track] = offset
    let (track, ticks) = (info.tracks[timing.track], blocks[index].ticks)
    if let right = timing.presentationTicks ?? timing.decodeTicks {
      let (distance, overflow) = ticks.subtractingReportingOverflow(right)
      if !overflow, abs(track.time(ofTicks: distance).seconds) <= Self.greatestRounding {
        // It is not missing, and the derived time is right.
        if timing.presentationTicks == nil {
          original = timing
          original?.presentationTicks = right
        }
        return
      }
    }
    original = timing
    original?.presentationTicks = ticks
    if timing.presentationTicks != nil { original?.decodeTicks = ticks }
  }

  /// Notes the time that the file stores for the first packet of a track in a fragment, if it is wrong.
  private func recordFragment(of timing: PacketTiming) {
    original = nil
    guard let offset = timing.byteOffset, info.tracks.indices.contains(timing.track),
      let found = demuxer.deviation(ofTrack: timing.track, at: offset),
      found.part.lowerBound > reportedOffsets[timing.track] ?? -1
    else { return }
    reportedOffsets[timing.track] = found.part.lowerBound
    func wrong(_ ticks: Int64?) -> Int64? {
      ticks.map {
        let (sum, overflow) = $0.addingReportingOverflow(found.ticks)
        return overflow ? (found.ticks < 0 ? .min : .max) : sum
      }
    }
    original = timing
    original?.presentationTicks = wrong(timing.presentationTicks)
    original?.decodeTicks = wrong(timing.decodeTicks)
  }

  /// Keeps the packet that was read, if it is a header.
  private func keepHeader() -> Bool {
    let track = Int(packet.pointer.pointee.stream_index)
    return headers[track]?.keep(packet, isDecoded: decodedTracks.contains(track)) ?? false
  }

  /// Returns the timing of the next packet of a track, and reads ahead to it; nil if none follows soon.
  private func peek(track: Int) -> PacketTiming? {
    if let timing = ahead.firstTiming(ofTrack: track) { return timing }
    var found: PacketTiming?
    readAhead { packet in
      if Int(packet.pointee.stream_index) == track { found = packet.timing }
      return found != nil
    }
    return found
  }

  /// Reads ahead, and keeps the packet that was read, until a condition of a packet holds or no more can be read soon.
  func readAhead(until isLast: (UnsafeMutablePointer<AVPacket>) -> Bool) {
    guard let held = Packet.open() else { return }
    av_packet_move_ref(held.pointer, packet.pointer)
    defer { av_packet_move_ref(packet.pointer, held.pointer) }
    for _ in 0..<Self.greatestLeadCount where demuxer.pause == nil && !ahead.isFull {
      do throws(MediaError) {
        guard try demuxer.read(into: packet) else { break }
      } catch {
        failure = error
        break
      }
      let isFound = isLast(packet.pointer)
      guard ahead.append(packet), !isFound else { break }
    }
  }

  /// Continues with the part of HLS before whose other codecs reading has ended; returns false if it has not.
  private func enterOtherCodecs() throws(MediaError) -> Bool {
    guard let location = demuxer.references.codecs.changedLocation else { return false }
    _ = try findJoins()
    let (whole, now) = (info, demuxer.opener.firstPart)
    guard let number = Self.part(after: now, whoseHeaderIs: location, in: segmentLists),
      try enter(part: number)
    else {
      throw MediaError(
        .read, of: info.name, reason: .unsupported,
        detail: "the media goes on in other codecs, and cannot be read from there")
    }
    (info, hasGoneOn) = (whole, true)
    return true
  }

  /// Returns the first part behind another one with a header at a location. Lists name it relative to their own ones.
  static func part(
    after number: Int, whoseHeaderIs location: [UInt8], in lists: [SegmentList]
  ) -> Int? {
    let location = String(decoding: location, as: UTF8.self)
    let parts = lists.flatMap { list in
      list.parts.enumerated().compactMap { index, first -> (number: Int, length: Int)? in
        guard index > number, let name = list.segments[first].initialization?.location,
          location == name || location.hasSuffix(name.hasPrefix("/") ? name : "/" + name)
        else { return nil }
        return (index, name.utf8.count)
      }
    }
    // A shorter name is that of another file in another folder.
    let longest = parts.map(\.length).max()
    return parts.first { $0.length == longest }?.number
  }

  func readSegmentLists() -> [SegmentList]? {
    guard info.container == "hls" else { return nil }
    let isFile = demuxer.bytes?.isSeekable == true
    var reader = SegmentReader(
      demuxer.opener, isFile: isFile, interruption: demuxer.interruption)
    return reader?.read()
  }

  var method: ReadingMethod {
    (demuxer.source as? SkippingInput)?.mediaData == .zeros ? .index : .whole
  }

  var framing: Framing? {
    if let later { return later.source.framing }
    var framing = demuxer.bytes?.framing
    // A file of another format may begin with the same tag, and contain bytes that look like a frame.
    if !["mp3", "aac"].contains(info.container) { framing?.declaresDuration = nil }
    if hasFoundRest {
      framing = framing ?? Framing()
      framing?.startsMidStream = true
    }
    if let lastPayload {
      framing = framing ?? Framing()
      let end = info.tracks.first?.durationTicks
      if lastPayload.isCut(inFileOf: demuxer.bytes?.lengthRead, declaredEnd: end) {
        framing?.ending = .cut
      }
      framing?.trailingByteCount = lastPayload.trailingByteCount(declaredEnd: end)
    }
    if let count = demuxer.bytes?.trailingByteCount {
      framing = framing ?? Framing()
      framing?.trailingByteCount = count
    }
    if demuxer.indexesMissingBytes {
      framing = framing ?? Framing()
      framing?.ending = .cut
    }
    return framing
  }

  /// Reads ahead to the first video packet with a time, to correct the start of a track whose first packets have none.
  private func learnUntimedStart() {
    // libavformat has buffered these packets already.
    guard let track = info.timelineTracks.first, track.kind == .video, track.startTicks != nil
    else { return }
    let delay = demuxer.streams[track.index].codecpar.pointee.video_delay
    var start = UntimedStart(of: track, in: info.container, delayedBy: delay)
    var count = 0
    while !start.isDecided, demuxer.pause == nil, !ahead.isFull {
      // A track may have no packets.
      guard start.hasUntimed || count < FFmpegSource.greatestLeadCount else { break }
      do throws(MediaError) {
        guard try demuxer.read(into: packet) else { break }
      } catch {
        failure = error
        break
      }
      count += 1
      start.record(packet.timing)
      beginning.record(packet.timing)
      guard ahead.append(packet) else { break }
    }
    packet.clear()
    untimedStarts[track.index] = start.ticks
    info.tracks[track.index].reorderDelayTicks = start.reorderDelayTicks
    correctStarts()
  }

  private func correctStarts() {
    for (index, ticks) in untimedStarts where info.tracks.indices.contains(index) {
      info.tracks[index].startTicks = ticks
    }
    // The declared end of ASF is counted from zero, except in a part of a broadcast.
    if info.container == "asf", let start = info.presentationStart, let end = info.declaredDuration,
      start < end
    {
      info.declaredStart = .zero
    }
  }

  func readDeclarations() -> HeaderDeclarations { demuxer.declarations() }
}
