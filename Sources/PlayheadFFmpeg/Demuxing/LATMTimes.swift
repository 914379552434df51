import CPlayheadFFmpeg
import Glibc

/// The times of raw AAC in LATM whose first packets are so short that libavformat reads them without knowing the sample
/// rate, as those of silence. It gives them no times, and counts from the packet behind them.
final class LATMTimes {
  /// The number of packets without a time.
  private var untimedCount: Int64 = 0
  private var isCounted = false

  /// Whether the times after a seek would not be counted from the start.
  var mustCount: Bool { untimedCount > 0 }

  /// Returns nil for other media.
  init?(_ context: AVFormatContext) {
    guard let format = context.iformat, strcmp(format.pointee.name, "loas") == 0,
      context.nb_streams == 1
    else { return nil }
  }

  /// Counts the time of a packet from the start.
  func correct(_ packet: borrowing Packet, in context: UnsafeMutablePointer<AVFormatContext>) {
    guard let stream = context.pointee.streams[0]?.pointee,
      let parameters = stream.codecpar?.pointee, parameters.frame_size > 0,
      parameters.sample_rate > 0
    else { return }
    let samples = AVRational(num: parameters.frame_size, den: parameters.sample_rate)
    let start = av_rescale_q(untimedCount, samples, stream.time_base)
    isCounted = isCounted || packet.pointer.pointee.pts != ffmpeg_no_timestamp()
    if isCounted { return packet.move(by: start) }
    untimedCount += 1
    packet.retime(start)
    packet.pointer.pointee.duration = av_rescale_q(1, samples, stream.time_base)
  }
}
