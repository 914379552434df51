/// The description of an interface: its methods, signals and properties.
struct BusInterface: Equatable, Sendable {
  /// An argument of a method or a signal.
  struct Argument: Equatable, Sendable {
    var name: String
    /// The type, as in `a{sv}`.
    var signature: String

    init(_ name: String, _ signature: String) {
      self.name = name
      self.signature = signature
    }
  }

  struct Method: Equatable, Sendable {
    var name: String
    var arguments: [Argument]
    var results: [Argument]

    init(_ name: String, _ arguments: Argument..., returning results: Argument...) {
      self.name = name
      self.arguments = arguments
      self.results = results
    }

    /// The types of the arguments.
    var signature: String { arguments.map(\.signature).joined() }
  }

  struct Signal: Equatable, Sendable {
    var name: String
    var arguments: [Argument]

    init(_ name: String, _ arguments: Argument...) {
      self.name = name
      self.arguments = arguments
    }
  }

  struct Property: Equatable, Sendable {
    /// What the signal `PropertiesChanged` says about the property.
    enum Announcement: String {
      /// The new value.
      case value = "true"
      /// That the value has changed.
      case invalidation = "invalidates"
      /// Nothing.
      case none = "false"
    }

    var name: String
    var signature: String
    var isWritable: Bool
    var announcement: Announcement

    init(
      _ name: String, _ signature: String, isWritable: Bool = false,
      announcing announcement: Announcement = .value
    ) {
      self.name = name
      self.signature = signature
      self.isWritable = isWritable
      self.announcement = announcement
    }
  }

  var name: String
  var methods: [Method]
  var signals: [Signal] = []
  var properties: [Property] = []
}
