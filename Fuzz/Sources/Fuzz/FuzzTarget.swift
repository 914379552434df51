/// An interface that accepts untrusted bytes.
///
/// To add one, write a file with a constant of this type, add the constant to the list in
/// `main.swift`, and put inputs in `Fuzz/Corpus/NAME/`.
struct FuzzTarget: Sendable {
  /// The name of its corpus folder.
  let name: String
  /// Runs the interface once. A finding is a trap, a sanitizer report, or excessive time or memory.
  let run: @Sendable (UnsafeRawBufferPointer) -> Void
}
