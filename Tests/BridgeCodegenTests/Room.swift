// The room is being furnished: see Architecture.
