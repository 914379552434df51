import PlayheadMedia
import PortableCombine
import PlayheadTimekeeping

@testable import PlayheadCore

/// The machines of playback and of frames, with a simulated decoder that takes time. Reading takes
/// none, and neither does the subscriber, which requests every frame.
struct DecodedFilm {
  struct Given {
    /// The position of the frame, and of the playhead at its delivery, in milliseconds.
    var position: Int64
    var playhead: Int64
  }

  private final class Payload: EncodedPacket {
    func retimed(as timing: PacketTiming) -> any EncodedPacket { self }
    func shared() -> (any EncodedPacket)? { nil }
  }

  private final class Decoder: MediaDecoder {
    let damagedPacketCount = 0
    var leavesOutUnreferenced = false
    func send(_ packet: any EncodedPacket) {}
    func finish() {}
    func receive() -> DecodedFrame? { nil }
    func reset() {}
    func makeAudioConverter(to format: AudioFormat) throws(MediaError) -> any AudioConverter {
      throw MediaError(.decode, of: "film", reason: .unsupported)
    }
  }

  /// A picture without data.
  final class Content: FrameContent {
    let planeCount = 0
    func withUnsafeBytes<Result, Failure: Error>(
      ofPlane plane: Int, _ body: (UnsafeRawBufferPointer, Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(UnsafeRawBufferPointer(start: nil, count: 0), 0)
    }
  }

  private(set) var playback = PlaybackMachine(decodes: true)
  private(set) var machine = FrameMachine()
  private(set) var given: [Given] = []
  private(set) var states: Set<PlaybackState> = []
  /// The positions of the packets whose frames the decoder may skip if no other frame refers to them.
  private(set) var trimmedStart: [Int64] = []
  private let frameCount: Int
  private let keyframeInterval: Int
  private let byteCount: Int
  private let frameByteCount: Int
  /// The greatest amounts that waited at once: encoded bytes, decoded bytes and frames.
  private(set) var most = (encoded: 0, decoded: 0, frames: 0)
  private let decodingTime: (Int) -> Int64
  private let listener = ObjectIdentifier(Content())
  private var now = HostInstant(nanoseconds: 0)
  private var nextPacket = 0
  /// The call that the decoder works on, and when it returns.
  private var task: (work: DecodingWork, frame: Int?, end: HostInstant)?
  private var indices: [ObjectIdentifier: Int] = [:]
  private var payloads: [Payload] = []

  /// Creates a player.
  ///
  /// - Parameters:
  ///   - byteCount: The size of a packet.
  ///   - frameByteCount: The size of a frame.
  ///   - isAskedFor: Whether there is demand for frames.
  ///   - decodingTime: Returns how long a frame takes to decode, in milliseconds, by its number.
  init(
    frameCount: Int, keyframeInterval: Int = 10, byteCount: Int = 1_000,
    frameByteCount: Int = 1, isAskedFor: Bool = true,
    decodingTime: @escaping (Int) -> Int64
  ) {
    self.frameCount = frameCount
    self.keyframeInterval = keyframeInterval
    self.byteCount = byteCount
    self.frameByteCount = frameByteCount
    self.decodingTime = decodingTime
    var track = MediaTrack(index: 0, kind: .video, timebase: .milliseconds)
    track.startTicks = 0
    let info = MediaInfo(name: "film", container: "", tracks: [track], isSeekable: true)
    playback.load()
    playback.opened(info, at: now)
    machine.decode([FrameTrack(track, decoder: Decoder())])
    machine.listen(listener, to: nil)
    if isAskedFor { machine.request(.unlimited, listener, playback, at: now) }
    payloads = (0..<frameCount).map { _ in Payload() }
    for (index, payload) in payloads.enumerated() { indices[ObjectIdentifier(payload)] = index }
  }

  mutating func seek(to milliseconds: Int64) {
    playback.seek(to: .milliseconds(milliseconds), at: now, completion: nil)
  }

  mutating func loop(_ loop: PlaybackLoop?) {
    playback.setLoop(loop, at: now)
  }

  /// Starts or continues playback for some seconds.
  mutating func play(seconds: Int64) {
    run()
    playback.setRate(.normal, at: now)
    let end = now.advanced(by: .seconds(seconds))
    while now < end {
      run()
      now = min(now.advanced(by: .milliseconds(1)), end)
    }
    run()
  }

  /// Does everything that is due at this instant.
  private mutating func run() {
    var isBusy = true
    while isBusy {
      playback.settle(at: now)
      states.insert(playback.phase.state)
      machine.follow(playback.feed.removeEvents())
      read()
      measure()
      isBusy = decode()
      measure()
      deliver()
    }
  }

  private mutating func measure() {
    let track = machine.tracks[0]
    let (packets, frames) = (track.next?.packets, track.next?.frames)
    most.encoded = max(most.encoded, track.packets.byteCount + (packets?.byteCount ?? 0))
    most.decoded = max(most.decoded, track.frames.byteCount + (frames?.byteCount ?? 0))
    most.frames = max(most.frames, track.frames.entries.count + (frames?.entries.count ?? 0))
  }

  private mutating func read() {
    while true {
      switch playback.nextReadingStep(at: now) {
      case .seek(let time, _):
        let frame = time.nanoseconds(rounding: .down) / 40_000_000
        nextPacket = Int(frame) / keyframeInterval * keyframeInterval
      case .read(let generation):
        machine.follow(playback.feed.removeEvents())
        guard nextPacket < frameCount else {
          playback.read(.endOfMedia, generation: generation, at: now)
          continue
        }
        let packet = PacketTiming(
          track: 0, presentationTicks: Int64(nextPacket) * 40, durationTicks: 40,
          byteCount: byteCount, isKeyframe: nextPacket % keyframeInterval == 0)
        let placed = PlacedPackets(of: .packet(packet))
        playback.read(.packet(packet), placed, generation: generation, at: now)
        _ = machine.append(
          payloads[nextPacket], packet, at: placed.presentation(of: packet), zero: .zero)
        nextPacket += 1
      default: return
      }
    }
  }

  private mutating func decode() -> Bool {
    if let task {
      guard task.end <= now else { return false }
      let frame = task.frame.map { index in
        var timing = FrameTiming(
          track: 0, presentationTicks: Int64(index) * 40, isKeyframe: index % keyframeInterval == 0)
        timing.durationTicks = 40
        return DecodedFrame(
          timing: timing, format: .video(width: 1, height: 1, pixelFormat: "gray"),
          byteCount: frameByteCount,
          content: Content())
      }
      _ = machine.decoded(frame, of: task.work, damagedPacketCount: 0, playback, at: now)
      self.task = nil
      return true
    }
    guard case .decode(let work) = machine.nextStep(playback, at: now) else { return false }
    var index: Int?
    if case .packet(let packet) = work.input { index = indices[ObjectIdentifier(packet)] }
    if let index, work.leavesOutUnreferenced { trimmedStart.append(Int64(index) * 40) }
    let time = index.map(decodingTime) ?? 0
    task = (work, index, now.advanced(by: .milliseconds(time)))
    return true
  }

  private mutating func deliver() {
    while case .deliver(let frame) = machine.nextDelivery(to: listener, playback, at: now) {
      let playhead = playback.position(at: now).nanoseconds(rounding: .down)
      given.append(
        Given(
          position: frame.position.nanoseconds(rounding: .down) / 1_000_000,
          playhead: playhead / 1_000_000))
    }
    _ = machine.removePendingRelease()
  }
}
