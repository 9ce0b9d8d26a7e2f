// The room BridgeCommands.
