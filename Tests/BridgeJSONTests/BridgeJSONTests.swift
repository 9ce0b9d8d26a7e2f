// Tests of the room BridgeJSON.
