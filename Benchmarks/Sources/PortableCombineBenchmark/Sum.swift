/// The sum of the values that a row's subscribers receive, at negligible cost.
final class Sum {
  // A captured variable or a stored property would add checks for exclusive access to the cost.
  private let storage = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  init() { storage.initialize(to: 0) }

  deinit { storage.deallocate() }

  var total: Int { storage.pointee }

  func add(_ value: Int) { storage.pointee &+= value }
}
