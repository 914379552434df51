import Glibc
import PlayheadCLI

// Usage: Growth CASE COUNT, or Growth command ARGUMENTS...
//
// Does a kind of work on COUNT elements, or runs the command with its arguments. scripts/check-growth counts
// the instructions. Without arguments, lists the kinds.
let arguments = CommandLine.arguments
if arguments.count > 1, arguments[1] == "command" {
  exit(Command.run(["playhead"] + arguments.dropFirst(2)).rawValue)
}
guard arguments.count == 3, let work = works[arguments[1]], let count = Int(arguments[2]) else {
  for name in works.keys.sorted() { print(name) }
  exit(arguments.count == 1 ? 0 : 2)
}
work(count)
