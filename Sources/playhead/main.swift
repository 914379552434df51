import Glibc
import PlayheadCLI

exit(Command.run(CommandLine.exactArguments).rawValue)
