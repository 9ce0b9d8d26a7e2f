// The room BridgeJSON.
