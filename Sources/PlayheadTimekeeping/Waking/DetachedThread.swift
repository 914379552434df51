import CPlayheadSystem
import Dispatch
import Glibc

/// Starts threads that are never joined.
enum DetachedThread {
  private final class Body {
    let name: String
    let run: @Sendable () -> Void

    init(_ name: String, _ run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Runs `body` on a new thread. The kernel keeps at most 15 bytes of the name.
  static func start(name: String, _ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var thread = pthread_t()
    let argument = Unmanaged.passRetained(Body(name, body))
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
        system_set_thread_name(body.name)
        body.run()
        return nil
      }, argument.toOpaque())
    pthread_attr_destroy(&attributes)
    if failure != 0 {
      // No thread can be created. Runs the work on a dispatch queue instead.
      argument.release()
      DispatchQueue(label: name).async(execute: body)
    }
  }
}
