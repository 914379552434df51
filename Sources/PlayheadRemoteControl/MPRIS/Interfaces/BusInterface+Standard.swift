/// The interfaces that every object has, of the D-Bus Specification.
extension BusInterface {
  /// Reading and changing properties.
  static let properties = BusInterface(
    name: "org.freedesktop.DBus.Properties",
    methods: [
      Method(
        "Get", Argument("interface_name", "s"), Argument("property_name", "s"),
        returning: Argument("value", "v")),
      Method(
        "GetAll", Argument("interface_name", "s"), returning: Argument("properties", "a{sv}")),
      Method(
        "Set", Argument("interface_name", "s"), Argument("property_name", "s"),
        Argument("value", "v")),
    ],
    signals: [
      Signal(
        "PropertiesChanged", Argument("interface_name", "s"),
        Argument("changed_properties", "a{sv}"), Argument("invalidated_properties", "as"))
    ])

  /// The description of the object.
  static let introspectable = BusInterface(
    name: "org.freedesktop.DBus.Introspectable",
    methods: [Method("Introspect", returning: Argument("xml_data", "s"))])

  /// Methods that libsystemd itself offers.
  static let peer = BusInterface(
    name: "org.freedesktop.DBus.Peer",
    methods: [Method("Ping"), Method("GetMachineId", returning: Argument("machine_uuid", "s"))])
}
