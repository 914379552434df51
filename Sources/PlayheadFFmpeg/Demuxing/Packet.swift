import CPlayheadFFmpeg
import PlayheadMedia
import PlayheadTimekeeping

/// Owns an AVPacket, which is reused for each packet.
struct Packet: ~Copyable {
  let pointer: UnsafeMutablePointer<AVPacket>

  /// Returns nil if there is no memory.
  static func open() -> Packet? {
    av_packet_alloc().map(Packet.init(adopting:))
  }

  private init(adopting pointer: UnsafeMutablePointer<AVPacket>) {
    self.pointer = pointer
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVPacket>? = pointer
    av_packet_free(&pointer)
  }

  /// Frees the payload and resets all fields.
  func clear() {
    av_packet_unref(pointer)
  }

  /// Sets how many audio samples the decoder skips, unless the container has set it.
  func skip(_ count: UInt32) {
    ffmpeg_skip_samples(pointer, count)
  }

  /// Sets how many audio samples the decoder leaves out at the end.
  func pad(_ count: UInt32) {
    ffmpeg_pad_samples(pointer, count)
  }

  /// Changes the time of a packet that is decoded when it is presented.
  func retime(_ ticks: Int64) {
    (pointer.pointee.pts, pointer.pointee.dts) = (ticks, ticks)
  }

  /// Changes the unit of the times, which are rounded down, and of the duration, whose end is rounded down, too.
  func rescale(from old: Timebase, to new: Timebase) {
    if old == new { return }
    func rescaled(_ ticks: Int64) -> Int64 {
      av_rescale_q_rnd(
        ticks, AVRational(num: old.numerator, den: old.denominator),
        AVRational(num: new.numerator, den: new.denominator), AV_ROUND_DOWN)
    }
    let start = pointer.pointee.pts
    let end = start.addingReportingOverflow(pointer.pointee.duration)
    for path in [\AVPacket.pts, \AVPacket.dts]
    where pointer.pointee[keyPath: path] != ffmpeg_no_timestamp() {
      pointer.pointee[keyPath: path] = rescaled(pointer.pointee[keyPath: path])
    }
    let length = rescaled(end.partialValue).subtractingReportingOverflow(rescaled(start))
    let isKnown = start != ffmpeg_no_timestamp() && !end.overflow && !length.overflow
    pointer.pointee.duration = isKnown ? length.partialValue : rescaled(pointer.pointee.duration)
  }

  /// Adds a number of ticks to the times that the packet has, unless a sum overflows.
  func move(by ticks: Int64) {
    for path in [\AVPacket.pts, \AVPacket.dts]
    where pointer.pointee[keyPath: path] != ffmpeg_no_timestamp() {
      let (sum, overflow) = pointer.pointee[keyPath: path].addingReportingOverflow(ticks)
      if !overflow { pointer.pointee[keyPath: path] = sum }
    }
  }

  var timing: PacketTiming { pointer.timing }

  /// The parameters of the packet's stream; nil unless it continues its track in another codec.
  var parameters: StreamParameters? {
    get {
      pointer.pointee.opaque.map {
        Unmanaged<StreamParameters>.fromOpaque($0).takeUnretainedValue()
      }
    }
    nonmutating set {
      pointer.pointee.opaque = newValue.map { Unmanaged.passUnretained($0).toOpaque() }
    }
  }
}

extension UnsafeMutablePointer<AVPacket> {
  var timing: PacketTiming {
    let packet = pointee
    var timing = PacketTiming(
      track: Int(packet.stream_index),
      presentationTicks: packet.pts == ffmpeg_no_timestamp() ? nil : packet.pts,
      decodeTicks: packet.dts == ffmpeg_no_timestamp() ? nil : packet.dts,
      durationTicks: packet.duration == 0 ? nil : packet.duration,
      byteCount: Int(packet.size), isKeyframe: packet.flags & AV_PKT_FLAG_KEY != 0)
    timing.byteOffset = packet.pos < 0 ? nil : packet.pos
    timing.isDiscarded = packet.flags & AV_PKT_FLAG_DISCARD != 0
    timing.isCorrupt = packet.flags & AV_PKT_FLAG_CORRUPT != 0
    if packet.side_data_elems > 0 {
      timing.skippedSamples = ffmpeg_skipped_samples(self)
      timing.paddingSamples = ffmpeg_padding_samples(self)
    }
    return timing
  }
}
