// swift-tools-version: 6.2
import PackageDescription

let warnings: [SwiftSetting] =
  Context.environment["PLAYHEAD_WARNINGS"] == "error" ? [.treatAllWarnings(as: .error)] : []

let names = [
  "Positions", "SeekAndStep", "ViewModel", "TimingReportFile", "TwoFiles",
  "Cues", "NowPlaying", "TwoPlayers", "InStep", "WatchStatistics", "FrameFiles",
]

let package = Package(
  name: "examples",
  dependencies: [
    .package(name: "playhead", path: "..")
  ],
  targets: names.map { name in
    .executableTarget(
      name: name,
      dependencies: [.product(name: "PlayheadKit", package: "playhead")],
      swiftSettings: warnings)
  } + [
    .testTarget(
      name: "WithoutWaiting",
      dependencies: ["PlayheadKit", "PlayheadTesting"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: warnings)
  ]
)
