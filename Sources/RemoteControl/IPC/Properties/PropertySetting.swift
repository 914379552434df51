/// How a property is set.
struct PropertySetting: Sendable {
  let kind: ValueKind
  /// Returns the request that sets the value, which is one of `kind`; nil if nothing has to change.
  let request: @Sendable (MPVNode, PropertyContext) throws(MPVError) -> SessionRequest?

  init(
    _ kind: ValueKind,
    request: @escaping @Sendable (MPVNode, PropertyContext) throws(MPVError) -> SessionRequest?
  ) {
    (self.kind, self.request) = (kind, request)
  }
}
