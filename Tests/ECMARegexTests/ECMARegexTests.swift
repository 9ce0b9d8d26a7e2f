// Tests of the room ECMARegex.
