/// An action on its way to where a scheduler runs it.
///
/// Unchecked: Combine's schedulers take closures that are not marked Sendable, and who schedules
/// one promises that it may run there. It is only carried over, and run by one thread at a time.
package struct ScheduledAction: @unchecked Sendable {
  package let run: () -> Void

  package init(_ run: @escaping () -> Void) { self.run = run }
}
