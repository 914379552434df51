// swift-tools-version: 6.2
import PackageDescription

// `Fuzz` is built by scripts/fuzz, with coverage instrumentation in all fuzzed code, `Runs` by
// scripts/run-playback.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "playhead", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: ["PlayheadKit", "PlayheadCLI", "PlayheadTesting", "PortableCombine"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]),
    .executableTarget(
      name: "Runs",
      dependencies: ["PlayheadKit", "PlayheadTesting"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]),
  ]
)
