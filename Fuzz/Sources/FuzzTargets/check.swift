/// Traps with the message `fault` if the condition is false.
func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
  if !holds { fatalError(fault()) }
}
