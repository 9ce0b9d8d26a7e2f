// The room BridgeScript.
