/// An error that is returned to the caller of a method.
struct BusCallError: Error, Hashable, Sendable {
  /// The standard name of the error, after `org.freedesktop.DBus.Error.`.
  enum Name: String {
    case unknownMethod = "UnknownMethod"
    case unknownInterface = "UnknownInterface"
    case unknownProperty = "UnknownProperty"
    case propertyReadOnly = "PropertyReadOnly"
    case invalidArguments = "InvalidArgs"
    case notSupported = "NotSupported"
    case accessDenied = "AccessDenied"
    case failed = "Failed"
  }

  /// The name.
  var name: Name
  /// The reason, in words.
  var message: String

  init(_ name: Name, _ message: String) {
    self.name = name
    self.message = message
  }
}
