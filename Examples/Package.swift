// swift-tools-version: 6.2
import PackageDescription

let names = ["ProgressBar", "Cues", "TwoPlayers", "WatchStatistics", "FrameFiles", "ViewModel"]

let package = Package(
  name: "examples",
  dependencies: [
    .package(name: "playhead", path: "..")
  ],
  targets: names.map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "PlayheadKit", package: "playhead")],
      swiftSettings: [.treatAllWarnings(as: .error)])
  }
)
