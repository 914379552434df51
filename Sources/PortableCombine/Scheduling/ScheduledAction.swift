/// An action on its way to where a scheduler runs it.
///
/// Unchecked: Combine's schedulers take closures that are not marked Sendable, and who schedules
/// one promises that it may run there. It is only carried over, and run by one thread at a time.
@usableFromInline
struct ScheduledAction: @unchecked Sendable {
  @usableFromInline let run: () -> Void

  @usableFromInline
  init(_ run: @escaping () -> Void) { self.run = run }
}
