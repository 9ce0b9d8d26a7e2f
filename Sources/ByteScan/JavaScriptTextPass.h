// Included by JavaScriptText.c once for each width of vector; NAME and TARGET say which.
// No include guard: that is the point.

// Escapes what is no plain byte at *pp: one byte, or a run that is not ASCII. The output needs at
// most twelve bytes for each step; the caller sees to the space.
TARGET static inline uint8_t *NAME(put_special)(const uint8_t **pp, const uint8_t *end,
                                                uint8_t *out) {
  const uint8_t *p = *pp;
  uint8_t c = *p;
  if (c >= 0x80) {
    uint32_t code;
    int n = decode(p, end, &code);
    *pp = p + (n ? n : 1);
    return put_code_point(out, n ? code : 0xFFFD);
  }
  *pp = p + 1;
  switch (c) {
    case '"':
      *out = '"';
      return out + 1;
    case '\'':
    case '\\':
      out[0] = '\\';
      out[1] = c;
      return out + 2;
    default:
      return put_unit(out, c);
  }
}

TARGET static bs_progress NAME(escape)(const uint8_t *text, size_t n, uint8_t *out,
                                       size_t capacity) {
  const uint8_t *p = text, *end = text + n;
  uint8_t *o = out;
  for (;;) {
    size_t left = capacity - (size_t)(o - out);
    if (p >= end || left < BS_JS_SLACK) break;
    // No run is longer than the space, slack included.
    size_t room = left - BS_JS_SLACK + 1;
    const uint8_t *stop = (size_t)(end - p) <= room ? end : p + room;
    NAME(copy_run)(&p, stop, &o);
    if (p < stop) o = NAME(put_special)(&p, end, o);
  }
  return (bs_progress){(size_t)(p - text), (size_t)(o - out)};
}

#define GIVE_UP return 0
#define SPACE()                                                             \
  while (p < end && *p <= 0x20) {                                           \
    if (out_end - o < BS_JS_SLACK) GIVE_UP;                                 \
    if (*p == ' ') {                                                        \
      *o++ = ' ';                                                           \
    } else if (*p == '\n' || *p == '\r' || *p == '\t') {                    \
      o = put_unit(o, *p);                                                  \
    } else {                                                                \
      GIVE_UP;                                                              \
    }                                                                       \
    p++;                                                                    \
  }

TARGET static size_t NAME(plain)(const uint8_t *text, size_t n, uint8_t *out, size_t capacity,
                                 uint32_t options, size_t max_depth) {
  const uint8_t *p = text, *const end = text + n;
  // A plain run is never longer than what is left of the text, so room for the whole text as it is
  // lets runs be copied without a look at the space.
  if (capacity < n + 2 * BS_JS_SLACK) GIVE_UP;
  uint8_t *o = out, *const out_end = out + capacity;
  uint32_t keys[MAX_KEYS];
  uint16_t first_key[MAX_OPEN];  // of an open object; NO_KEYS marks an array
  const uint16_t NO_KEYS = 0xFFFF;
  size_t key_count = 0, depth = 0;
  if (max_depth > MAX_OPEN) max_depth = MAX_OPEN;

value:
  SPACE();
  if (p >= end) GIVE_UP;
  // Room for all that is left, and for the longest step.
  if (out_end - o < end - p + BS_JS_SLACK) GIVE_UP;
  switch (*p) {
    case '"':
      break;
    case '{':
    case '[':
      if (depth >= max_depth) GIVE_UP;
      first_key[depth++] = *p == '{' ? (uint16_t)key_count : NO_KEYS;
      *o++ = *p++;
      SPACE();
      if (p >= end) GIVE_UP;
      if (first_key[depth - 1] == NO_KEYS) {
        if (*p != ']') goto value;
      } else if (*p != '}') {
        goto key;
      }
      *o++ = *p++;
      depth--;
      goto after;
    case 't':
      if (end - p < 4 || memcmp(p, "true", 4)) GIVE_UP;
      memcpy(o, "true", 4);
      p += 4;
      o += 4;
      goto after;
    case 'f':
      if (end - p < 5 || memcmp(p, "false", 5)) GIVE_UP;
      memcpy(o, "false", 5);
      p += 5;
      o += 5;
      goto after;
    case 'n':
      if (end - p < 4 || memcmp(p, "null", 4)) GIVE_UP;
      memcpy(o, "null", 4);
      p += 4;
      o += 4;
      goto after;
    default: {
      const uint8_t *start = p;
      if (*p == '-') p++;
      const uint8_t *digits = p;
      if (p >= end || !is_digit(*p)) GIVE_UP;
      if (*p == '0') {
        p++;
        if (p < end && is_digit(*p)) GIVE_UP;
      } else {
        while (p < end && is_digit(*p)) p++;
      }
      size_t whole = (size_t)(p - digits), fraction = 0;
      int known = whole <= 15;
      if (p < end && *p == '.') {
        const uint8_t *point = p++;
        while (p < end && is_digit(*p)) p++;
        fraction = (size_t)(p - point) - 1;
        if (fraction == 0) GIVE_UP;
        // More digits than a double holds are lost in a fraction: that is what fractions do.
        known = known && (whole + fraction <= 15 || (!(options & BS_ALL_DIGITS) && fraction <= 40));
      }
      if (p < end && (*p | 0x20) == 'e') {
        p++;
        if (p < end && (*p == '+' || *p == '-')) p++;
        const uint8_t *exponent = p;
        while (p < end && is_digit(*p)) p++;
        if (p == exponent) GIVE_UP;
        // Fifteen digits survive, as long as the exponent is far from both ends.
        known = whole + fraction <= 15 && (p - exponent <= 2 || (p - exponent == 3 && *exponent < '2'));
      }
      if (!known && !(options & BS_ANY_NUMBERS)) GIVE_UP;
      size_t length = (size_t)(p - start);
      memcpy(o, start, length);
      o += length;
      goto after;
    }
  }

  // A string, `is_key` or not.
  int is_key = 0, has_escapes = 0;
  const uint8_t *inside;
string:
  *o++ = *p++;
  inside = p;
  has_escapes = 0;
  for (;;) {
    NAME(copy_run)(&p, end, &o);
    if (p >= end) GIVE_UP;
    uint8_t c = *p;
    if (c == '"') break;
    // From here on the output may grow faster than the input.
    if (out_end - o < end - p + BS_JS_SLACK) GIVE_UP;
    if (c >= 0x80) {
      do {
        uint32_t code;
        int length = decode(p, end, &code);
        if (length == 0) GIVE_UP;
        if (out_end - o < end - p + BS_JS_SLACK) GIVE_UP;
        o = put_code_point(o, code);
        p += length;
      } while (p < end && *p >= 0x80);
    } else if (c == '\\') {
      if (end - p < 2) GIVE_UP;
      has_escapes = 1;
      o[0] = '\\';
      o[1] = '\\';
      uint8_t letter = p[1];
      o[2] = letter;
      p += 2;
      o += 3;
      switch (letter) {
        case '\\':
          // The second backslash of the JSON escape is one of the JavaScript string too.
          *o++ = '\\';
          break;
        case '"': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
          break;
        case 'u':
          if (end - p < 4 || !is_hex(p[0]) || !is_hex(p[1]) || !is_hex(p[2]) || !is_hex(p[3]))
            GIVE_UP;
          memcpy(o, p, 4);
          p += 4;
          o += 4;
          break;
        default:
          GIVE_UP;
      }
    } else if (c < 0x20) {
      GIVE_UP;
    } else {
      o = NAME(put_special)(&p, end, o);
    }
  }
  *o++ = *p++;
  if (!is_key) goto after;

  if (!(options & BS_ANY_KEYS)) {
    // The hash is that of the written bytes, which an escape makes meaningless.
    if (has_escapes || key_count == MAX_KEYS) GIVE_UP;
    uint32_t hash = hash_key(inside, (size_t)(p - inside) - 1);
    uint32_t same = 0;
    for (size_t i = first_key[depth - 1]; i < key_count; i++) same |= keys[i] == hash;
    if (same) GIVE_UP;
    keys[key_count++] = hash;
  }
  SPACE();
  if (p >= end || *p != ':') GIVE_UP;
  *o++ = *p++;
  is_key = 0;
  goto value;

key:
  if (p >= end || *p != '"') GIVE_UP;
  if (out_end - o < end - p + BS_JS_SLACK) GIVE_UP;
  is_key = 1;
  goto string;

after:
  SPACE();
  if (depth == 0) return p == end ? (size_t)(o - out) : 0;
  if (p >= end || out_end - o < BS_JS_SLACK) GIVE_UP;
  {
    int in_object = first_key[depth - 1] != NO_KEYS;
    if (*p == ',') {
      *o++ = *p++;
      if (!in_object) {
        is_key = 0;
        goto value;
      }
      SPACE();
      goto key;
    }
    if (*p != (in_object ? '}' : ']')) GIVE_UP;
    *o++ = *p++;
    depth--;
    if (in_object) key_count = first_key[depth];
    goto after;
  }
}

#undef GIVE_UP
#undef SPACE
