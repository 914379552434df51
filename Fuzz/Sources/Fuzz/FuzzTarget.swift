/// One interface that is given bytes which nobody has looked at before.
///
/// To add one: a file with a constant of this type, its name in the list of `main.swift`, and what
/// it has found so far in `Fuzz/Corpus/NAME/`.
struct FuzzTarget: Sendable {
  /// As the folder of its corpus is named.
  let name: String
  /// Runs it once. A fault is a trap, what the sanitizer finds, or taking too long or too much.
  let run: @Sendable (UnsafeRawBufferPointer) -> Void
}
