/// A pipeline that is measured.
struct Row: Sendable {
  /// The name in the table.
  let name: String
  /// The greatest permitted number of instructions per value.
  let bound: Int
  /// Sends `count` values, and returns a result that depends on all, so that none is optimised
  /// away.
  let run: @Sendable (_ count: Int) -> Int

  init(_ name: String, bound: Int, run: @escaping @Sendable (_ count: Int) -> Int) {
    self.name = name
    self.bound = bound
    self.run = run
  }
}
