import Glibc
import PlayheadFFmpeg
import Testing

@Suite struct FFmpegTransformTests {
  @Test(arguments: [2, 16, 64]) func theSpectrumIsTheSumThatDefinesIt(size: Int) {
    let values = (0..<size).map { SIMD2<Float>(Float($0 * $0 % 7) - 3, Float($0 % 3)) }
    var spectrum = values
    let transform = FFmpegTransform(size: size)
    spectrum.withUnsafeMutableBufferPointer { transform.transform($0) }
    for bin in 0..<size {
      var sum = SIMD2<Double>.zero
      for (index, value) in values.enumerated() {
        let angle = -2 * Double.pi * Double(bin * index % size) / Double(size)
        let (x, y) = (Double(value.x), Double(value.y))
        sum.x += x * cos(angle) - y * sin(angle)
        sum.y += x * sin(angle) + y * cos(angle)
      }
      #expect(abs(Double(spectrum[bin].x) - sum.x) < 1e-3)
      #expect(abs(Double(spectrum[bin].y) - sum.y) < 1e-3)
    }
    spectrum.withUnsafeMutableBufferPointer { transform.invert($0) }
    for (index, value) in values.enumerated() {
      let difference: SIMD2<Float> = spectrum[index] / Float(size) - value
      #expect(abs(difference.x) < 1e-4 && abs(difference.y) < 1e-4)
    }
  }

  /// The greatest size, which is prepared at once and not in a minute.
  @Test func aLargeTransformIsRestored() {
    let size = 1 << 17
    var values = [SIMD2<Float>](repeating: .zero, count: size)
    values[5] = SIMD2(1, -1)
    let transform = FFmpegTransform(size: size)
    values.withUnsafeMutableBufferPointer {
      transform.transform($0)
      transform.invert($0)
    }
    #expect(abs(values[5].x / Float(size) - 1) < 1e-3 && abs(values[6].x / Float(size)) < 1e-3)
  }
}
