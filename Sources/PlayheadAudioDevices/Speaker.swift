/// The place of a channel.
enum Speaker {
  case centre, lowFrequencies
  case frontLeft, frontRight
  case backLeft, backRight, backCentre
  case sideLeft, sideRight

  /// The channels of an `AudioFormat` with this number of channels, at most 8.
  static func layout(_ channelCount: Int) -> [Speaker] {
    switch channelCount {
    case 1: [.centre]
    case 2: [.frontLeft, .frontRight]
    case 3: [.frontLeft, .frontRight, .centre]
    case 4: [.frontLeft, .frontRight, .backLeft, .backRight]
    case 5: [.frontLeft, .frontRight, .centre, .backLeft, .backRight]
    case 6: [.frontLeft, .frontRight, .centre, .lowFrequencies, .backLeft, .backRight]
    case 7:
      [.frontLeft, .frontRight, .centre, .lowFrequencies, .backCentre, .sideLeft, .sideRight]
    default:
      [
        .frontLeft, .frontRight, .centre, .lowFrequencies, .backLeft, .backRight, .sideLeft,
        .sideRight,
      ]
    }
  }
}
