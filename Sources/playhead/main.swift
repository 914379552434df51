import CPlayheadProcess
import PlayheadCLI

process_end(Command.run(CommandLine.exactArguments).rawValue)
