// Tests of the room BridgeCommands.
