import BridgeCodegen

/// The table of commands, in the order of the help.
enum Commands {
  static let all: [Command] = [
    .bare,
    .initialise,
    .validate,
    .merge,
    .check,
    .run,
    .explore,
    .record,
    .engineCheck,
    .format,
    .diff,
    .canShip,
    .changelog,
    .explain,
    .jsonCheck,
    .schemaValidate,
    .schemaTest,
    .schemaCompare,
    .encode,
    .generate(.swift),
    .generate(.typescript),
    .generate(.jsonSchema),
    .generate(.docs),
    .fake,
    .locatorsAudit,
    .locatorsScript,
    .help,
    .completions,
  ]
}
