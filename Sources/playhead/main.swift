import CPlayheadProcess
import PlayheadCLI

process_begin()
process_end(Command.run(CommandLine.exactArguments).rawValue)
