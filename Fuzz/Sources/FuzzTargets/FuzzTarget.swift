/// An interface that accepts untrusted bytes.
///
/// To add one, write a file with a constant of this type, add the constant to the list
/// `targets`, and put inputs in `Fuzz/Corpus/NAME/`.
package struct FuzzTarget: Sendable {
  /// The name of its corpus folder.
  package let name: String
  /// Runs the interface once. A finding is a trap, a sanitizer report, or excessive time or memory.
  package let run: @Sendable (UnsafeRawBufferPointer) -> Void
}

/// All targets.
package let targets = [
  mediaTarget, decodeTarget, argumentsTarget, controlTarget, templatesTarget, playlistsTarget,
  manifestsTarget, operatorsTarget, referenceTarget, threadsTarget, playbackTarget, stretchTarget,
  ipcTarget, attachTarget, datagramsTarget, jobsTarget, cuesTarget,
]
