import CPlayheadFFmpeg
import PlayheadMedia

extension DecodedFrame {
  /// The mean luma, or first colour, of a sixteenth of the pixels, 0 to 255; nil of sound and of some pixel formats.
  package var brightness: Float? {
    // A format has none if the component is not in whole bytes.
    guard case .video(let width, let height, let name) = format,
      let descriptor = av_pix_fmt_desc_get(av_get_pix_fmt(name))?.pointee
    else { return nil }
    let component = descriptor.comp.0
    let others =
      AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL
      | AV_PIX_FMT_FLAG_FLOAT | AV_PIX_FMT_FLAG_BAYER
    guard descriptor.flags & UInt64(others) == 0, (1...16).contains(component.depth) else {
      return nil
    }
    let isBigEndian = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_BE) != 0
    let byteCount = component.depth + component.shift > 8 ? 2 : 1
    let (step, first) = (Int(component.step), Int(component.offset))
    let mask = 1 << Int(component.depth) - 1
    return content.withUnsafeBytes(ofPlane: Int(component.plane)) { bytes, stride in
      var (sum, count) = (0, 0)
      for row in Swift.stride(from: 0, to: height, by: 4) {
        for column in Swift.stride(from: 0, to: width, by: 4) {
          let place = row * abs(stride) + column * step + first
          guard place + byteCount <= bytes.count else { break }
          var value = Int(bytes[place])
          if byteCount == 2 {
            let other = Int(bytes[place + 1])
            value = isBigEndian ? value << 8 | other : other << 8 | value
          }
          sum += value >> Int(component.shift) & mask
          count += 1
        }
      }
      return count == 0 ? nil : Float(Double(sum) / Double(count) / Double(mask) * 255)
    }
  }
}
