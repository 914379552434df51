/// A subcommand, named by the first word after the name of the command.
package struct Subcommand: Sendable {
  package let name: String
  package let options: any SubcommandOptions.Type

  package init(name: String, options: any SubcommandOptions.Type) {
    (self.name, self.options) = (name, options)
  }
}
