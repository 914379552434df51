import Glibc
import PlayheadCLI

exit(Command.run(CommandLine.arguments).rawValue)
