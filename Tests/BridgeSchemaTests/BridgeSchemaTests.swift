// Tests of the room BridgeSchema.
