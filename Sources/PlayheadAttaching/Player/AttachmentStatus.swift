/// Whether another player can be read.
@nonexhaustive
public enum AttachmentStatus: Hashable, Sendable {
  /// The player has not answered yet.
  case connecting
  /// The player answers.
  case attached
  /// The player has ended, or was closed.
  case ended
  /// The player cannot be reached, or its messages make no sense: the reason, in words.
  case failed(String)
  /// The attachment was closed.
  case closed
}
