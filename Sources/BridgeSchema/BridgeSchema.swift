// The room BridgeSchema.
