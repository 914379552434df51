// swift-tools-version: 6.2
import PackageDescription

// Built by scripts/fuzz, with coverage instrumentation in all fuzzed code.
let package = Package(
  name: "fuzz",
  dependencies: [.package(name: "playhead", path: "..")],
  targets: [
    .executableTarget(
      name: "Fuzz",
      dependencies: ["PlayheadKit", "PlayheadCLI", "PlayheadTesting", "PortableCombine"].map {
        .product(name: $0, package: "playhead")
      },
      swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")])
  ]
)
