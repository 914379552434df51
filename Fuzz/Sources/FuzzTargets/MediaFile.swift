import Glibc

/// Calls a closure with the path of a file that has these bytes.
func withFile(of bytes: UnsafeRawBufferPointer, _ body: (_ path: String) -> Void) {
  // A deleted file, which libavformat can read like any other.
  var template = Array("/tmp/fuzz-XXXXXX".utf8CString)
  let descriptor = mkstemp(&template)
  unlink(template)
  guard descriptor >= 0 else { fatalError("Cannot create a file for the media.") }
  defer { close(descriptor) }
  guard write(descriptor, bytes.baseAddress, bytes.count) == bytes.count else {
    fatalError("Cannot write the media.")
  }
  body("/proc/self/fd/\(descriptor)")
}

/// Returns a number that depends on all bytes.
func seed(of bytes: UnsafeRawBufferPointer) -> UInt64 {
  bytes.reduce(UInt64(bytes.count)) { ($0 &* 31) &+ UInt64($1) }
}
