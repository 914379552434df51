import PlayheadAudio
import CPlayheadSound
import Dispatch
import PlayheadMedia

extension PulseAudioOutput {
  /// The time of the samples in the server's queue and in the device, if the server can keep to it.
  private static var bufferedMilliseconds: Int { 150 }
  /// The time of the samples that the server requests at once, at least. Each request wakes two threads.
  private static var requestedMilliseconds: Int { 50 }

  /// There is a server, but it does not answer.
  static let unanswered = AudioError(
    "PulseAudio", .noServer, detail: "the sound server does not answer")

  /// Connects to the server and creates the stream, paused.
  func connect(
    _ opener: PulseAudioOutputOpener, interruption: Interruption
  ) throws(AudioError) {
    let changes = events.changes
    try interruption.onInterrupt {
      changes.signal()
    } during: { () throws(AudioError) in
      try connectInterruptibly(opener, interruption)
    }
  }

  private func connectInterruptibly(
    _ opener: PulseAudioOutputOpener, _ interruption: Interruption
  ) throws(AudioError) {
    func waitUntilReady(_ stream: OpaquePointer? = nil) throws(AudioError) {
      try connection.waitUntilReady(
        stream, until: .now() + opener.timeLimit / .seconds(1), events.changes, interruption)
    }
    try connection.open(as: opener.applicationName, to: opener.server, for: events) { context in
      events.observe(context: context)
    }
    try waitUntilReady()
    guard let context = connection.context else { throw connection.error }
    try waitUntilReady(startStream(opener, context))
  }

  private func startStream(
    _ opener: PulseAudioOutputOpener, _ context: OpaquePointer
  ) throws(AudioError) -> OpaquePointer {
    try withLock { () throws(AudioError) in
      let properties = functions.pa_proplist_new()
      defer { functions.pa_proplist_free(properties) }
      _ = functions.pa_proplist_sets(properties, PA_PROP_MEDIA_NAME, opener.mediaName)
      let isBigEndian = Int(bigEndian: 1) == 1
      var sampleFormat = pa_sample_spec(
        format: isBigEndian ? PA_SAMPLE_FLOAT32BE : PA_SAMPLE_FLOAT32LE,
        rate: UInt32(format.sampleRate),
        channels: UInt8(format.channelCount))
      var channels = Self.channelMap(Self.positions(format.channelCount))
      let stream = functions.pa_stream_new_with_proplist(
        context, opener.mediaName, &sampleFormat, &channels, properties)
      guard let stream else { throw connection.error }
      self.stream = stream
      events.observe(stream: stream)
      let bytesPerSecond = format.sampleRate * bytesPerSample
      func byteCount(milliseconds: Int) -> UInt32 {
        UInt32(clamping: bytesPerSecond * milliseconds / 1_000)
      }
      var buffer = pa_buffer_attr(
        maxlength: .max, tlength: byteCount(milliseconds: Self.bufferedMilliseconds),
        // With 0 the server would count silence as samples in an underrun, and drop as many later.
        prebuf: UInt32(bytesPerSample), minreq: byteCount(milliseconds: Self.requestedMilliseconds),
        fragsize: .max)
      let flags = pa_stream_flags_t(
        PA_STREAM_START_CORKED.rawValue | PA_STREAM_ADJUST_LATENCY.rawValue)
      if functions.pa_stream_connect_playback(stream, opener.device, &buffer, flags, nil, nil) < 0 {
        throw connection.error
      }
      return stream
    }
  }

  /// Returns the map of channels at positions, at most 32.
  static func channelMap(_ positions: [pa_channel_position_t]) -> pa_channel_map {
    var map = pa_channel_map()
    map.channels = UInt8(clamping: positions.count)
    withUnsafeMutableBytes(of: &map.map) { bytes in
      let slots = bytes.bindMemory(to: pa_channel_position_t.self)
      for (slot, position) in zip(slots.indices, positions) { slots[slot] = position }
    }
    return map
  }

  /// The channels of an `AudioFormat` with this number of channels, at most 8.
  private static func positions(_ channelCount: Int) -> [pa_channel_position_t] {
    let front = [PA_CHANNEL_POSITION_FRONT_LEFT, PA_CHANNEL_POSITION_FRONT_RIGHT]
    let centre = [PA_CHANNEL_POSITION_FRONT_CENTER]
    let centres = centre + [PA_CHANNEL_POSITION_LFE]
    let back = [PA_CHANNEL_POSITION_REAR_LEFT, PA_CHANNEL_POSITION_REAR_RIGHT]
    let side = [PA_CHANNEL_POSITION_SIDE_LEFT, PA_CHANNEL_POSITION_SIDE_RIGHT]
    return switch channelCount {
    case 1: [PA_CHANNEL_POSITION_MONO]
    case 2: front
    case 3: front + centre
    case 4: front + back
    case 5: front + centre + back
    case 6: front + centres + back
    case 7: front + centres + [PA_CHANNEL_POSITION_REAR_CENTER] + side
    default: front + centres + back + side
    }
  }
}
