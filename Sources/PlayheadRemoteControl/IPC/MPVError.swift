/// An error of mpv's client interface, with the text that clients compare.
enum MPVError: String, Error {
  case invalidParameter = "invalid parameter"
  case propertyNotFound = "property not found"
  case propertyUnavailable = "property unavailable"
  case propertyFormat = "unsupported format for accessing property"
  case propertyError = "error accessing property"
  case command = "error running command"
}
