// Writes the picture at each second of a film to a PPM file, without waiting:
//
//     $ swift run FrameFiles film.mp4 pictures
//     pictures/0.ppm: 640 × 360
//     pictures/1.ppm: 640 × 360
import Foundation
import PlayheadKit

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("FrameFiles: \(message)\n".utf8))
  exit(1)
}

/// Returns a picture as a PPM file, converted from limited-range BT.601.
func ppm(_ frame: PresentedFrame, _ width: Int, _ height: Int) -> Data {
  let planes = (0..<3).map { plane in
    frame.withUnsafeBytes(ofPlane: plane) { bytes, stride in (bytes: Array(bytes), stride: stride) }
  }
  var file = Data("P6\n\(width) \(height)\n255\n".utf8)
  func append(_ value: Double) { file.append(UInt8(min(max(value, 0), 255).rounded())) }
  for row in 0..<height {
    for column in 0..<width {
      func chroma(_ plane: Int) -> Double {
        Double(planes[plane].bytes[row / 2 * planes[plane].stride + column / 2]) - 128
      }
      let luma = (Double(planes[0].bytes[row * planes[0].stride + column]) - 16) * 1.164
      append(luma + 1.596 * chroma(2))
      append(luma - 0.392 * chroma(1) - 0.813 * chroma(2))
      append(luma + 2.017 * chroma(1))
    }
  }
  return file
}

guard CommandLine.arguments.count == 3 else { fail("usage: FrameFiles FILE FOLDER") }
// The player decodes on this thread, in `advance`.
let clock = ManualHostClock()
let player = Player(path: CommandLine.arguments[1], decoding: .video, clock: clock)
var newest: PresentedFrame?
let subscription = player.framePublisher().sink { newest = $0 }

player.beginLoading()
clock.advance(by: .zero)
if let error = player.error { fail("\(error)") }
guard let length = player.duration?.time.seconds else { fail("the duration is unknown") }
for second in 0..<Int64(length.rounded(.up)) {
  player.beginSeek(to: .seconds(second))
  clock.advance(by: .zero)
  guard let frame = newest, case .video(let width, let height, "yuv420p") = frame.format else {
    fail("there is no picture with the pixel format yuv420p")
  }
  let path = "\(CommandLine.arguments[2])/\(second).ppm"
  try ppm(frame, width, height).write(to: URL(fileURLWithPath: path))
  print("\(path): \(width) × \(height)")
}
