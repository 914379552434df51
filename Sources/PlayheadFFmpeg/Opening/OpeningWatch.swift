import CPlayheadFFmpeg
import Glibc
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// Decides when FFmpeg stops waiting for data: after an interruption, when a DASH manifest declares too
/// many segments that do not exist and, while a source is being opened, when a source of datagrams is
/// silent, or a server that was asked for a range of bytes; a
/// server also during a seek.
///
/// Such a source (UDP) has no end: after the sender has gone, FFmpeg would wait forever for the
/// rest of the data that it probes, and the packets that arrived would not be played. A byte stream
/// does end, and an interrupted read of one could lose its place inside a packet.
///
/// One number in a manifest can declare billions of segments. FFmpeg tries each, and asks after each that
/// it cannot open whether to stop.
///
/// The context's interrupt callback calls it, on any thread.
final class OpeningWatch {
  /// The longest silence of a source that has a track.
  private static let patienceWithTrack = Duration.seconds(1)
  /// The longest silence of a source without tracks.
  static let patience = Duration.seconds(5)

  /// How many times as long a server may be silent when the index of MP4 is requested.
  private static let patienceForIndex = 6
  /// How many times as long a server may be silent as before its first answer.
  private static let patienceWithSlowServer = 3
  /// The longest silence of a server that announces ranges; nil if the media cannot be requested without them.
  private(set) var patienceWithServer: Duration?
  /// FFmpeg's own input of a URL, also while it is examined or replaced.
  var input: UnsafeMutablePointer<AVIOContext>?

  /// How often FFmpeg may ask between two packets of DASH: it asks ten times a second while it waits for a server.
  private static let greatestAskCount = 100_000

  private enum State {
    case opening(Silence)
    case abandoned
    /// A server has not answered.
    case unanswered
    case open
  }

  let interruption: Interruption
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let state = Locked(State.opening(Silence()))
  private let isClosed = Locked(false)
  /// The number of times that FFmpeg has asked since the last packet of a DASH manifest.
  private let askCount = Locked(0)

  /// Sets the interrupt callback of `context`, which must not outlive this object.
  init(
    of context: UnsafeMutablePointer<AVFormatContext>, patienceWithServer: Duration?,
    interruption: Interruption
  ) {
    self.context = context
    self.patienceWithServer = patienceWithServer
    self.interruption = interruption
    context.pointee.interrupt_callback = AVIOInterruptCB(
      callback: { opaque in
        guard let opaque else { return 0 }
        return Unmanaged<OpeningWatch>.fromOpaque(opaque)._withUnsafeGuaranteedRef {
          $0.decideToStop() ? 1 : 0
        }
      }, opaque: Unmanaged.passUnretained(self).toOpaque())
  }

  /// Whether the source was silent for too long while it was opened.
  var isAbandoned: Bool {
    state.withLock { state in
      if case .abandoned = state { true } else { false }
    }
  }

  /// Whether a server did not answer a request for a range of bytes, and may answer one for all.
  var awaitsServer: Bool {
    state.withLock { state in
      if case .unanswered = state { true } else { false }
    }
  }

  /// Whether a track of audio or video is known.
  var hasTrack: Bool {
    (0..<Int(context.pointee.nb_streams)).contains { index in
      let type = context.pointee.streams[index]?.pointee.codecpar.pointee.codec_type
      return type == AVMEDIA_TYPE_AUDIO || type == AVMEDIA_TYPE_VIDEO
    }
  }

  /// Whether a manifest has declared too many segments that do not exist.
  var hasFoundNothing: Bool { askCount.withLock { $0 > Self.greatestAskCount } }

  /// Records that a packet has been read.
  func recordPacket() {
    if isOfManifest { askCount.withLock { $0 = 0 } }
  }

  /// Watches whether a server that announces ranges answers requests for them, until `finish()`.
  func awaitAnswer() {
    if patienceWithServer != nil { state.withLock { $0 = .opening(Silence()) } }
  }

  /// Ends watching: from now on only the interruption stops FFmpeg.
  func finish() {
    state.withLock { $0 = .open }
  }

  /// Records how long the server took to answer the first request, so that a slow one is not taken for a silent one.
  func recordAnswer(after time: Duration) {
    patienceWithServer = patienceWithServer.map { max($0, time * Self.patienceWithSlowServer) }
  }

  /// Ends the use of the context and of its input, which are freed before a server of TLS is told so.
  func close() {
    isClosed.withLock { $0 = true }
  }

  private var isOfManifest: Bool {
    context.pointee.iformat.map { strcmp($0.pointee.name, "dash") == 0 } ?? false
  }

  /// Whether other files may be read.
  private var refersToOthers: Bool {
    context.pointee.iformat.map {
      ["hls", "concat", "imf"].contains(String(cString: $0.pointee.name))
    } ?? false
  }

  /// Decides whether FFmpeg, which asks, stops waiting. Counts how often it asks, and measures the silence.
  private func decideToStop() -> Bool {
    if interruption.isInterrupted { return true }
    if isClosed.withLock({ $0 }) { return false }
    if isOfManifest {
      return askCount.withLock {
        $0 += 1
        return $0 > Self.greatestAskCount
      }
    }
    return state.withLock { state in
      switch state {
      case .open: return false
      case .abandoned, .unanswered: return true
      case .opening(var silence):
        // A list may be read again, and its input is then closed.
        guard !refersToOthers, let bytes = input ?? context.pointee.pb else { return false }
        let (count, now) = (bytes.pointee.bytes_read, SystemHostClock.shared.now)
        if bytes.pointee.max_packet_size > 0 {
          let patience = hasTrack ? Self.patienceWithTrack : Self.patience
          let isTooLong = silence.length(byteCount: count, at: now) >= patience
          state = isTooLong ? .abandoned : .opening(silence)
          return isTooLong
        } else if let patienceWithServer, bytes.pointee.seekable & AVIO_SEEKABLE_NORMAL != 0,
          let place = Self.place(of: bytes)
        {
          let wait = silence.wait(byteCount: count, place: place, at: now)
          // Without its index, MP4 cannot be read. It is at the end, and the server may be slow.
          let isForIndex = Demuxer.isMovie(context.pointee.iformat) && !hasTrack
          let isTooLong = wait >= patienceWithServer * (isForIndex ? Self.patienceForIndex : 1)
          state = isTooLong ? .unanswered : .opening(silence)
          return isTooLong
        }
        return false
      }
    }
  }
}

extension OpeningWatch {
  /// The offset of the next byte of HTTP that is read or requested; nil for other protocols.
  private static func place(of input: UnsafeMutablePointer<AVIOContext>) -> Int64? {
    var place: Int64 = 0
    let code = av_opt_get_int(input, "offset", AV_OPT_SEARCH_CHILDREN, &place)
    return code >= 0 ? place : nil
  }
}

/// Measures for how long a source has sent no bytes, after the first one.
struct Silence {
  /// The most that counts between two questions as waiting. FFmpeg asks ten times a second while it waits.
  private static let greatestInterval = Duration.milliseconds(250)

  private var byteCount: Int64 = 0
  private var start: HostInstant?
  private var waited = Duration.zero
  private var last: HostInstant?
  /// How far the next byte is behind as many as were received, and how many these were when that last changed.
  private var distance: Int64 = 0
  private var requestedCount: Int64?

  /// Returns the time since the last byte, or zero before the first one, given how many were received until `now`.
  mutating func length(byteCount: Int64, at now: HostInstant) -> Duration {
    if byteCount > self.byteCount {
      self.byteCount = byteCount
      start = now
    }
    return start.map { $0.duration(to: now) } ?? .zero
  }

  /// Returns the time that FFmpeg has spent waiting for the answer to a request for bytes elsewhere than the next ones,
  /// or zero. It asks before it waits, and while it does.
  mutating func wait(byteCount: Int64, place: Int64, at now: HostInstant) -> Duration {
    defer { last = now }
    let distance = MovieFragments.distance(from: byteCount, to: place)
    if distance != self.distance {
      // libavformat sets the offset when it requests a range, and while it waits for the response.
      (self.distance, requestedCount) = (distance, byteCount)
    }
    if byteCount != requestedCount || byteCount != self.byteCount || byteCount == 0 {
      (self.byteCount, waited) = (byteCount, .zero)
    } else if let last {
      waited += min(last.duration(to: now), Self.greatestInterval)
    }
    return waited
  }
}
