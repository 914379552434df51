import CPlayheadFFmpeg
import Glibc
import PlayheadLocking
import PlayheadMedia
import PlayheadTimekeeping

/// Decides when FFmpeg stops waiting for data: after an interruption, when a DASH manifest declares too
/// many segments that do not exist and, while a source is being opened, when a source of datagrams is
/// silent.
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

  /// How often FFmpeg may ask between two packets of DASH: it asks ten times a second while it waits for a server.
  private static let greatestAskCount = 100_000

  private enum State {
    case opening(Silence)
    case abandoned
    case open
  }

  let interruption: Interruption
  private let context: UnsafeMutablePointer<AVFormatContext>
  private let state = Locked(State.opening(Silence()))
  /// The number of times that FFmpeg has asked since the last packet of a DASH manifest.
  private let askCount = Locked(0)

  /// Sets the interrupt callback of `context`, which must not outlive this object.
  init(of context: UnsafeMutablePointer<AVFormatContext>, interruption: Interruption) {
    self.context = context
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

  /// Ends watching: from now on only the interruption stops FFmpeg.
  func finish() {
    state.withLock { $0 = .open }
  }

  private var isOfManifest: Bool {
    context.pointee.iformat.map { strcmp($0.pointee.name, "dash") == 0 } ?? false
  }

  /// Decides whether FFmpeg, which asks, stops waiting. Counts how often it asks, and measures the silence.
  private func decideToStop() -> Bool {
    if interruption.isInterrupted { return true }
    if isOfManifest {
      return askCount.withLock {
        $0 += 1
        return $0 > Self.greatestAskCount
      }
    }
    return state.withLock { state in
      switch state {
      case .open: return false
      case .abandoned: return true
      case .opening(var silence):
        guard let bytes = context.pointee.pb, bytes.pointee.max_packet_size > 0 else {
          return false
        }
        let length = silence.length(
          byteCount: bytes.pointee.bytes_read, at: SystemHostClock.shared.now)
        let isTooLong = length >= (hasTrack ? Self.patienceWithTrack : Self.patience)
        state = isTooLong ? .abandoned : .opening(silence)
        return isTooLong
      }
    }
  }
}

/// Measures for how long a source has sent no bytes, after the first one.
struct Silence {
  private var byteCount: Int64 = 0
  private var start: HostInstant?

  /// Returns the time since the last byte, or zero before the first one, given how many were received until `now`.
  mutating func length(byteCount: Int64, at now: HostInstant) -> Duration {
    if byteCount > self.byteCount {
      self.byteCount = byteCount
      start = now
    }
    return start.map { $0.duration(to: now) } ?? .zero
  }
}
