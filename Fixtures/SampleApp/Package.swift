// swift-tools-version: 6.2
import PackageDescription

// An app as a user would have it: it depends on bridge-contract for its tests only. Needs no json-c.
let package = Package(
  name: "SampleApp",
  platforms: [.macOS(.v14), .iOS(.v16)],
  dependencies: [.package(name: "bridge-contract", path: "../..")],
  targets: [
    .target(name: "SampleApp"),
    .testTarget(
      name: "SampleAppTests",
      dependencies: [
        "SampleApp", .product(name: "BridgeTesting", package: "bridge-contract"),
      ],
      resources: [.copy("ProfilePage.html")]),
    // What `bridge-contract init` writes.
    .testTarget(
      name: "BridgeContractTests",
      dependencies: [.product(name: "BridgeTesting", package: "bridge-contract")],
      resources: [.copy("BridgeFixture.html")]),
  ]
)
