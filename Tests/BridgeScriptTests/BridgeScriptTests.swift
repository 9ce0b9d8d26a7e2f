// Tests of the room BridgeScript.
