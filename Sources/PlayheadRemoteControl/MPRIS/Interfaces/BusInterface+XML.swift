/// Descriptions of interfaces as XML, in the form that `Introspect` returns.
extension BusInterface {
  /// Returns the description of an object with these interfaces.
  static func xml(_ interfaces: [BusInterface]) -> String {
    let standard = "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd"
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
       "\(standard)">
      <node>
      \(interfaces.map(\.xml).joined())</node>

      """
  }

  /// The element of the interface, with a line break at its end.
  private var xml: String {
    let elements = methods.map(\.xml) + signals.map(\.xml) + properties.map(\.xml)
    return " <interface name=\"\(name)\">\n\(elements.joined()) </interface>\n"
  }
}

extension BusInterface.Method {
  fileprivate var xml: String {
    let parts =
      arguments.map { $0.xml(direction: "in") } + results.map { $0.xml(direction: "out") }
    return parts.isEmpty
      ? "  <method name=\"\(name)\"/>\n"
      : "  <method name=\"\(name)\">\n\(parts.joined())  </method>\n"
  }
}

extension BusInterface.Signal {
  fileprivate var xml: String {
    let parts = arguments.map { $0.xml(direction: nil) }
    return "  <signal name=\"\(name)\">\n\(parts.joined())  </signal>\n"
  }
}

extension BusInterface.Argument {
  fileprivate func xml(direction: String?) -> String {
    let direction = direction.map { " direction=\"\($0)\"" } ?? ""
    return "   <arg\(direction) type=\"\(signature)\" name=\"\(name)\"/>\n"
  }
}

extension BusInterface.Property {
  fileprivate var xml: String {
    let access = isWritable ? "readwrite" : "read"
    let rule = "org.freedesktop.DBus.Property.EmitsChangedSignal"
    return """
        <property name="\(name)" type="\(signature)" access="\(access)">
         <annotation name="\(rule)" value="\(announcement.rawValue)"/>
        </property>

      """
  }
}
