/// A complex number: the real and the imaginary part.
package typealias Complex = SIMD2<Float>

/// The discrete Fourier transform of one size. The algorithm is that of a library.
///
/// Not Sendable: one thread uses it at a time.
package protocol FourierTransform: AnyObject {
  /// The number of complex values.
  var size: Int { get }

  /// Replaces values by their spectrum, without scaling.
  func transform(_ values: UnsafeMutableBufferPointer<Complex>)

  /// Replaces a spectrum by `size` times its values.
  func invert(_ values: UnsafeMutableBufferPointer<Complex>)
}

/// Makes transforms.
package protocol FourierTransforms: Sendable {
  /// Makes a transform of 2 to 2^17 values, a power of two.
  func makeTransform(size: Int) -> any FourierTransform
}

extension Complex {
  /// Returns the product of the conjugate with another number.
  func conjugateTimes(_ other: Complex) -> Complex {
    Complex(x * other.x + y * other.y, x * other.y - y * other.x)
  }

  var squaredMagnitude: Float { x * x + y * y }
}
