import CPlayheadSystem
import Glibc

/// Wakes a thread that waits in `poll`.
package final class Bell: Sendable {
  /// Readable after `ring()` until `silence()`. Negative if the process can open no descriptor.
  package let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  package init() {}

  deinit { close(descriptor) }

  package func ring() { eventfd_write(descriptor, 1) }

  package func silence() {
    var count = eventfd_t()
    eventfd_read(descriptor, &count)
  }
}
