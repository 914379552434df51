import FuzzTargets
import Glibc

// Runs libFuzzer with the arguments, its options and corpora, on the target that the variable
// FUZZ_TARGET names. Without a target, lists the targets. The target is a variable and not an
// argument, because libFuzzer restarts the program with different arguments.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

let name = getenv("FUZZ_TARGET").map { String(cString: $0) }
let chosen = targets.first { $0.name == name }
if chosen == nil {
  for target in targets { print(target.name) }
  exit(name == nil ? 0 : 2)
}

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { bytes, count in
    chosen?.run(UnsafeRawBufferPointer(start: bytes, count: count))
    return 0
  })
