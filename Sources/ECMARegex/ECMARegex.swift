// The room ECMARegex.
