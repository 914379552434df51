/// Traps unless what must hold does, with a sentence that says what it was.
func check(_ holds: Bool, _ fault: @autoclosure () -> String) {
  if !holds { fatalError(fault()) }
}
