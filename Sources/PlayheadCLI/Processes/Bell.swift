import CSystem
import Glibc

/// Wakes a thread that waits in `poll`.
final class Bell: Sendable {
  /// Readable after `ring()` until `silence()`.
  let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  deinit { close(descriptor) }

  func ring() { eventfd_write(descriptor, 1) }

  func silence() {
    var count = eventfd_t()
    eventfd_read(descriptor, &count)
  }
}
