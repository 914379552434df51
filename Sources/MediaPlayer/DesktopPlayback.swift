import Foundation
internal import PlayheadRemoteControl
internal import PlayheadTimekeeping

/// The playback of the program on the session bus, where it appears once there is something to see or to control.
enum DesktopPlayback {
  static let shared: DescribedPlayback = {
    let name = ProcessInfo.processInfo.processName
    let playback = DescribedPlayback(identity: name, clock: SystemHostClock.shared)
    playback.follow { if playback.isOffered { _ = service } }
    return playback
  }()

  // Apple's classes report no error, and without a bus there is no client: the service tries again later.
  private static let service: MPRISService = {
    let name = MPRISName(process: ProcessInfo.processInfo.processName)
    let service = MPRISService(
      name: name, clock: SystemHostClock.shared, retryInterval: .seconds(5), report: { _ in }
    ) {
      shared.follow($0)
      return shared
    }
    service.begin()
    return service
  }()
}
