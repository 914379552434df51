import CFFmpeg
import Media

extension Artwork {
  /// Returns nil if the stream is not an attached picture, or the picture is empty.
  init?(_ stream: AVStream, index: Int) {
    let packet = stream.attached_pic
    guard stream.disposition & AV_DISPOSITION_ATTACHED_PIC != 0, let data = packet.data,
      packet.size > 0
    else { return nil }
    let types = avcodec_descriptor_get(stream.codecpar.pointee.codec_id)?.pointee.mime_types
    self.init(
      track: index, mediaType: types?.pointee.map { String(cString: $0) },
      bytes: Array(UnsafeBufferPointer(start: data, count: Int(packet.size))))
  }
}
