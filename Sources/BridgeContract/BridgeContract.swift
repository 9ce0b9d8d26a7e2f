// The room BridgeContract.
