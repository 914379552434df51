/// What the subscribers of a row add up: cheap enough not to count.
final class Sum {
  // A captured variable, or a property, would add the checks of exclusive access to the count.
  private let storage = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() { storage.initialize(to: 0) }

  deinit { storage.deallocate() }

  var total: Int { storage.pointee }

  func add(_ value: Int) { storage.pointee &+= value }
}
