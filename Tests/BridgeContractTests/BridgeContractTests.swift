// Tests of the room BridgeContract.
