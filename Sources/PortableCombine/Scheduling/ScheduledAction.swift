/// An action that is sent to the thread on which a scheduler runs it.
///
/// Unchecked: Combine's schedulers accept closures that are not marked as Sendable, and the caller
/// promises that they may run there. Only one thread at a time runs the action.
package struct ScheduledAction: @unchecked Sendable {
  package let run: () -> Void

  package init(_ run: @escaping () -> Void) { self.run = run }
}
