/// One pipeline to be measured: what runs `count` values through it.
struct Row: Sendable {
  /// The name in the table.
  let name: String
  /// Instructions for one value that are not to be passed.
  let bound: Int
  /// Sends `count` values, and returns something made of them, so that none is optimised away.
  let run: @Sendable (_ count: Int) -> Int

  init(_ name: String, bound: Int, run: @escaping @Sendable (_ count: Int) -> Int) {
    self.name = name
    self.bound = bound
    self.run = run
  }
}
