extension UnsafeBufferPointer<Float> {
  /// The sum of the squares.
  var energy: Float { sums(with: self).squares }

  /// Returns 1 for equal sequences, 0 for unrelated or silent ones, and less for opposite ones.
  func similarity(to other: Self, energy: Float) -> Float {
    // NaN if the samples are not finite.
    let (products, squares) = sums(with: other)
    let total = energy + squares
    return total == 0 ? 0 : 2 * products / total
  }

  /// Returns the sum of the products with another sequence, and the sum of the other's squares.
  private func sums(with other: Self) -> (products: Float, squares: Float) {
    precondition(count == other.count)
    typealias Part = SIMD8<Float>
    let size = MemoryLayout<Float>.size
    let (bytes, otherBytes) = (UnsafeRawBufferPointer(self), UnsafeRawBufferPointer(other))
    var (products, squares) = (Part.zero, Part.zero)
    var index = 0
    while index + Part.scalarCount <= count {
      let part = bytes.loadUnaligned(fromByteOffset: index * size, as: Part.self)
      let otherPart = otherBytes.loadUnaligned(fromByteOffset: index * size, as: Part.self)
      products += part * otherPart
      squares += otherPart * otherPart
      index += Part.scalarCount
    }
    var sums = (products: products.sum(), squares: squares.sum())
    while index < count {
      sums.products += self[index] * other[index]
      sums.squares += other[index] * other[index]
      index += 1
    }
    return sums
  }
}
