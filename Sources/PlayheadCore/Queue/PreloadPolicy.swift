/// When a queue opens the item that plays next.
@nonexhaustive
public enum PreloadPolicy: Hashable, Sendable {
  /// As soon as the item before it is the current one.
  case atOnce
  /// When the current item has been read to its end, or to its forward end. Until then only one item is open.
  case whenCurrentItemIsRead
  /// When it becomes the current one, so that there is a gap between items.
  case never
}
