import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

extension Demuxer {
  /// Returns the durations that each header declares: from libavformat if it has them, otherwise from the bytes.
  func declarations() -> HeaderDeclarations {
    // The bytes of a pipe, a growing file or a URL other than Ogg are not read: they may be unavailable or slow.
    var declarations = HeaderDeclarations()
    let name = context.pointee.iformat.map { String(cString: $0.pointee.name) } ?? ""
    switch name {
    case "flac": declarations.durations = streamInfoDuration.map { [$0] } ?? []
    case "matroska,webm": declarations.durations = segmentDuration.map { [$0] } ?? []
    case "mpegts": declarations.programs = programs
    default:
      guard var bytes = headerBytes() else { break }
      declarations.addHeaders(of: name, tracks: streams.map { Int64($0.id) }, &bytes)
    }
    return declarations
  }

  /// The bytes of the file up to the tags at its end; nil if they cannot be read at any offset.
  func headerBytes(budget: Int = HeaderBytes.usualBudget) -> HeaderBytes? {
    guard let size = bytes?.end ?? fixedSize else { return nil }
    let (file, source, ogg) = (bytes, source as? SkippingInput, source as? OggURLInput)
    return HeaderBytes(size: size, budget: budget) { offset, count in
      source.map { $0.bytes(at: offset, count: count) }
        ?? ogg.map { $0.bytes(at: offset, count: count) }
        ?? file?.correctedBytes(at: offset, count: count)
    }
  }

  /// Sets the durations of Opus in Ogg to the end minus the start.
  func correctOpusDuration() {
    guard let format = context.pointee.iformat, String(cString: format.pointee.name) == "ogg",
      var bytes = headerBytes()
    else { return }
    let count = Int(context.pointee.nb_streams)
    for index in 0..<count {
      guard let stream = context.pointee.streams[index],
        stream.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_OPUS,
        let span = OpusSpan(&bytes, stream: index, isAlone: count == 1)
      else { continue }
      setDuration(MediaTime(ticks: span.length, timebase: Timebase(1, 48_000)), of: stream)
    }
  }

  /// Shortens the tracks of MP4 or MOV that begin late to what their edits present. libavformat adds the delay to this,
  /// up to the length of all samples.
  func correctDelayedTracks() {
    // A smaller difference is that of priming and padding.
    let tolerance = MediaTime.milliseconds(100)
    guard Self.isMovie(context.pointee.iformat),
      streams.contains(where: { $0.delay.map { $0 > tolerance } == true }),
      var bytes = headerBytes(), let headers = MovieHeaders(&bytes), !headers.isFragmented
    else { return }
    for index in 0..<Int(context.pointee.nb_streams) {
      guard let stream = context.pointee.streams[index],
        let track = headers.tracks.first(where: { $0.identifier == Int64(stream.pointee.id) }),
        let delay = track.delay, delay > tolerance,
        let length = track.presentedDuration?.subtracting(delay), length > .zero
      else { continue }
      let timebase = Timebase(ffmpeg: stream.pointee.time_base)
      let end = MediaTime(ticks: stream.pointee.duration, timebase: timebase).subtracting(tolerance)
      if let ticks = length.converted(to: timebase, rounding: .up)?.ticks,
        end.map({ length < $0 }) == true
      {
        stream.pointee.duration = ticks
      }
    }
  }

  /// Replaces libavformat's estimate of the duration of MP3 and ADTS by one from all parts of the file.
  func correctEstimate() {
    guard let format = context.pointee.iformat, context.pointee.nb_streams > 0,
      context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_BITRATE,
      let stream = context.pointee.streams[0],
      var bytes = headerBytes(budget: SampledDuration.budget)
    else { return }
    let name = String(cString: format.pointee.name)
    guard ["mp3", "aac"].contains(name),
      let duration = SampledDuration(&bytes, isADTS: name == "aac")?.duration
    else { return }
    setDuration(duration, of: stream)
  }

  private func setDuration(_ duration: MediaTime, of stream: UnsafeMutablePointer<AVStream>) {
    let timebase = Timebase(ffmpeg: stream.pointee.time_base)
    guard let ticks = duration.converted(to: timebase, rounding: .toNearestOrEven)?.ticks,
      let microseconds = duration.converted(to: .microseconds, rounding: .toNearestOrEven)?.ticks
    else { return }
    stream.pointee.duration = ticks
    if context.pointee.nb_streams == 1 { context.pointee.duration = microseconds }
  }

  /// Whether libavformat read the duration from a header and did not estimate it.
  private var isDurationDeclared: Bool {
    context.pointee.duration_estimation_method == AVFMT_DURATION_FROM_STREAM
  }

  private var streamInfoDuration: DeclaredDuration? {
    guard isDurationDeclared, let stream = streams.first, stream.duration > 0 else { return nil }
    let duration = MediaTime(
      ticks: stream.duration, timebase: Timebase(ffmpeg: stream.time_base))
    return DeclaredDuration(.streamInfo, track: 0, duration)
  }

  private var segmentDuration: DeclaredDuration? {
    guard isDurationDeclared, context.pointee.duration > 0 else { return nil }
    return DeclaredDuration(
      .segmentDuration, MediaTime(ticks: context.pointee.duration, timebase: .microseconds))
  }

  private var programs: [MediaProgram] {
    (0..<Int(context.pointee.nb_programs)).compactMap { index in
      guard let program = context.pointee.programs[index]?.pointee else { return nil }
      let tracks = (0..<Int(program.nb_stream_indexes)).map { Int(program.stream_index[$0]) }
      return MediaProgram(
        number: Int(program.id), tracks: tracks,
        name: MediaTag.all(in: program.metadata).value(of: "service_name"))
    }
  }
}

extension AVStream {
  /// The start; nil if it or the duration is not known.
  fileprivate var delay: MediaTime? {
    guard start_time != ffmpeg_no_timestamp(), duration > 0 else { return nil }
    return MediaTime(ticks: start_time, timebase: Timebase(ffmpeg: time_base))
  }
}

extension HeaderDeclarations {
  /// Adds the declarations in the file's bytes, by the name of the container in libavformat.
  fileprivate mutating func addHeaders(
    of container: String, tracks identifiers: [Int64], _ bytes: inout HeaderBytes
  ) {
    switch container {
    case "avi": add(AVIHeaders(&bytes), trackCount: identifiers.count)
    case "wav": add(WAVHeaders(&bytes))
    case "mp3": add(MP3Header(&bytes))
    case _ where container.hasPrefix("mov,"): add(MovieHeaders(&bytes), tracks: identifiers)
    default: break
    }
  }

  fileprivate mutating func add(_ headers: MovieHeaders?, tracks identifiers: [Int64]) {
    guard let headers else { return }
    if headers.isFragmented {
      // The other headers of a fragmented movie count only the samples outside the fragments.
      if let duration = headers.fragmentDuration {
        durations.append(DeclaredDuration(.movieExtendsHeader, duration))
      }
      return
    }
    if let duration = headers.duration {
      durations.append(DeclaredDuration(.movieHeader, duration))
    }
    for track in headers.tracks {
      guard let index = identifiers.firstIndex(of: track.identifier) else { continue }
      let declared: [(DeclaredDuration.Header, MediaTime?)] = [
        (.trackHeader, track.presentedDuration), (.mediaHeader, track.mediaDuration),
        (.sampleTable, track.sampleDuration),
      ]
      durations += declared.compactMap { header, duration in
        duration.map { DeclaredDuration(header, track: index, $0) }
      }
      if let delay = track.delay, let trimmedStart = track.trimmedStart {
        edits.append(TrackEdit(track: index, delay: delay, trimmedStart: trimmedStart))
      }
    }
  }

  fileprivate mutating func add(_ headers: AVIHeaders?, trackCount: Int) {
    guard let headers else { return }
    isIndexMissing = !headers.hasIndex
    // libavformat splits a DV stream that includes audio into two tracks.
    guard headers.streams.count == trackCount else { return }
    durations = headers.streams.enumerated().compactMap { track, duration in
      duration.map { DeclaredDuration(.streamHeader, track: track, $0) }
    }
  }

  fileprivate mutating func add(_ headers: WAVHeaders?) {
    durations = [
      (DeclaredDuration.Header.dataChunk, headers?.dataDuration),
      (.factChunk, headers?.factDuration),
    ].compactMap { header, duration in
      duration.map { DeclaredDuration(header, track: 0, $0) }
    }
  }

  fileprivate mutating func add(_ header: MP3Header?) {
    durations = header.map { [DeclaredDuration($0.header, $0.duration)] } ?? []
  }
}

/// The stream lengths that the headers of an AVI file declare, and whether the file has an index.
///
/// libavformat does not expose them unchanged: it shortens the length of a stream if the file is
/// cut, ignores the length of PCM, and builds an index while it reads.
struct AVIHeaders {
  /// The least placeholder length: writers that cannot seek back leave lengths of 2^30 and more.
  private static let placeholder: UInt64 = 1 << 30

  /// The length of each stream, from its stream header; nil if the header declares none.
  private(set) var streams: [MediaTime?] = []
  private(set) var hasIndex = false

  /// Returns nil if the file is not an AVI file or its headers are damaged.
  init?(_ bytes: inout HeaderBytes) {
    guard let head = bytes.record(at: 0, count: 12), head.has("RIFF", at: 0),
      head.has("AVI ", at: 8)
    else { return nil }
    let chunks = RIFFChunk.chunks(in: 12..<bytes.size, of: &bytes, upTo: "idx1")
    guard let header = chunks.first(where: { $0.kind == "hdrl" }) else { return nil }
    hasIndex = chunks.last?.kind == "idx1"
    for list in RIFFChunk.chunks(in: header.content, of: &bytes) where list.kind == "strl" {
      let parts = RIFFChunk.chunks(in: list.content, of: &bytes)
      if parts.contains(where: { $0.kind == "indx" }) { hasIndex = true }
      streams.append(parts.first { $0.kind == "strh" }.flatMap { Self.length($0, of: &bytes) })
    }
  }

  private static func length(_ header: RIFFChunk, of bytes: inout HeaderBytes) -> MediaTime? {
    guard let record = header.record(36, of: &bytes), let scale = record.littleEndian(at: 20, 4),
      let rate = record.littleEndian(at: 24, 4), let length = record.littleEndian(at: 32, 4),
      length > 0, length < placeholder,
      let timebase = Timebase(reducing: Int64(scale), Int64(rate))
    else { return nil }
    return MediaTime(ticks: Int64(length), timebase: timebase)
  }
}
