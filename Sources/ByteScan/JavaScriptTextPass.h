// Included by JavaScriptText.c once for each width of vector; NAME and TARGET say which.
// No include guard: that is the point.

// Escapes the byte at *pp, or the sequence that begins there; at most twelve bytes come out.
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
  uint8_t *o = out, *out_end = out + capacity;
  while (p < end && out_end - o >= BS_JS_SLACK) {
    if (end - p >= 64) {
      uint64_t mask = NAME(take_quoted)(o, p);
      if (!mask) {
        p += 64;
        o += 64;
        continue;
      }
      int k = __builtin_ctzll(mask);
      p += k;
      o += k;
    } else if (is_plain(*p)) {
      *o++ = *p++;
      continue;
    }
    if (*p >= 0x80) {
      const uint8_t *before = p;
      NAME(words)(&p, end, &o, out_end);
      if (p != before) continue;
    }
    o = NAME(put_special)(&p, end, o);
  }
  return (bs_progress){(size_t)(p - text), (size_t)(o - out)};
}

// The rest of a JSON string, from a byte that does not stand for itself to the closing quote: checked
// and escaped. Moves both pointers to the quote; 0 where the string is wrong or the room is short.
TARGET static int NAME(string_rest)(const uint8_t **pp, const uint8_t *end, uint8_t **oo,
                                    const uint8_t *out_end, int *has_escapes) {
  const uint8_t *p = *pp;
  uint8_t *o = *oo;
  for (;;) {
    // Room for the rest as it is, for a block, and for the longest step.
    if (out_end - o < end - p + BS_JS_SLACK) return 0;
    uint8_t c = *p;
    if (c >= 0x80) {
      NAME(words)(&p, end, &o, out_end);
      while (p < end && *p >= 0x80) {
        uint32_t code;
        int length = decode(p, end, &code);
        if (length == 0 || out_end - o < end - p + BS_JS_SLACK) return 0;
        o = put_code_point(o, code);
        p += length;
        // Words of other scripts have a space between them.
        if (p < end && is_plain(*p)) *o++ = *p++;
      }
      // The end of the text, or bytes that stand for themselves, or the next special one.
      if (p >= end) return 0;
    } else if (c == '"') {
      *pp = p;
      *oo = o;
      return 1;
    } else if (c == '\\') {
      if (end - p < 6) {
        // No room for the longest escape, so the bytes are looked at one by one.
        if (end - p < 2 || p[1] == 'u') return 0;
      }
      *has_escapes = 1;
      uint8_t letter = p[1];
      o[0] = '\\';
      o[1] = '\\';
      o[2] = letter;
      switch (letter) {
        case '\\':
          // The second backslash of the JSON escape is one of the JavaScript string too.
          o[3] = '\\';
          o += 4;
          p += 2;
          break;
        case '"': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
          o += 3;
          p += 2;
          break;
        case 'u':
          if (!is_hex(p[2]) || !is_hex(p[3]) || !is_hex(p[4]) || !is_hex(p[5])) return 0;
          memcpy(o + 3, p + 2, 4);
          o += 7;
          p += 6;
          break;
        default:
          return 0;
      }
    } else if (c < 0x20) {
      return 0;
    } else {
      o = NAME(put_special)(&p, end, o);
    }
    // What follows stands for itself, up to the next byte that does not.
    for (;;) {
      if (end - p >= 64) {
        while (end - p >= 256 && NAME(is_quiet)(o, p)) {
          p += 256;
          o += 256;
        }
        if (end - p < 64) continue;
        uint64_t mask = NAME(take)(o, p);
        int k = mask ? __builtin_ctzll(mask) : 64;
        p += k;
        o += k;
        if (mask) break;
      } else {
        while (p < end && is_plain(*p)) *o++ = *p++;
        if (p >= end) return 0;
        break;
      }
    }
  }
}

// The check goes through the text by `i` and does not write what stands for itself: blocks of 64
// bytes are copied as they are reached. Byte i of the text goes to target[i]; behind what grew,
// `target` has moved, and blocks begin anew.

#define GIVE_UP return 0

// Copies the block at `block` and finds its special bytes; those beyond the end are special.
#define TAKE_BLOCK()                                     \
  do {                                                   \
    if (n - block >= 64) {                               \
      mask = NAME(take)(target + block, text + block);   \
    } else {                                             \
      memset(last, 0, 64);                               \
      memcpy(last, text + block, n - block);             \
      mask = NAME(take)(target + block, last);           \
    }                                                    \
  } while (0)

#define BEGIN_BLOCK_HERE() \
  do {                     \
    block = i;             \
    TAKE_BLOCK();          \
  } while (0)

// White space at i means nothing, but a line end must not stand in the script. Behind it is
// another byte: the text ends with a bracket.
#define SPACE()                                                             \
  while (text[i] <= 0x20) {                                                 \
    if (text[i] == ' ') {                                                   \
      i++;                                                                  \
    } else if (text[i] == '\n' || text[i] == '\r' || text[i] == '\t') {     \
      while (block + 64 <= i) {                                             \
        block += 64;                                                        \
        TAKE_BLOCK();                                                       \
      }                                                                     \
      if (target > limit) GIVE_UP;                                          \
      put_unit(target + i, text[i]);                                        \
      i++;                                                                  \
      target += 5;                                                          \
      BEGIN_BLOCK_HERE();                                                   \
    } else {                                                                \
      GIVE_UP;                                                              \
    }                                                                       \
  }

TARGET static size_t NAME(plain)(const uint8_t *text, size_t n, uint8_t *out, size_t capacity,
                                 uint32_t options, size_t max_depth) {
  // Room for the text as it is, for the last block and for the longest step.
  if (n == 0 || capacity < n + 2 * BS_JS_SLACK) GIVE_UP;
  uint8_t *target = out, *const limit = out + (capacity - n - 2 * BS_JS_SLACK);
  // Inside a container that ends with the text, looking at the next byte needs no look at the end:
  // the last byte is a bracket, and whoever takes it looks. Other roots are strings, or not for us.
  uint8_t root = text[0];
  if (root == '{' || root == '[') {
    if (n < 2 || text[n - 1] != root + 2) GIVE_UP;
  } else if (root != '"') {
    GIVE_UP;
  }
  uint8_t last[64];
  size_t i = 0, block = 0;
  uint64_t mask;
  uint32_t keys[MAX_KEYS];
  outer_container outer[MAX_OPEN];
  size_t key_count = 0, first_key = 0, depth = 0, inside;
  uint64_t seen = 0;  // a bit for each key's hash, so that most comparisons fall away
  int in_object = 0, is_key = 0, has_escapes;
  if (max_depth > MAX_OPEN) max_depth = MAX_OPEN;
  TAKE_BLOCK();

value:
  if (text[i] == '"') goto string;
  if (text[i] - '0' < 10u || text[i] == '-') {
    if (text[i] == '-') i++;
    size_t digits = i;
    while (is_digit(text[i])) i++;
    size_t whole = i - digits, fraction = 0;
    if (whole == 0 || (whole > 1 && text[digits] == '0')) GIVE_UP;
    int known = whole <= 15;
    if (text[i] == '.') {
      size_t point = i++;
      while (is_digit(text[i])) i++;
      fraction = i - point - 1;
      if (fraction == 0) GIVE_UP;
      // More digits than a double holds are lost in a fraction: that is what fractions do.
      known = known && (whole + fraction <= 15 || (!(options & BS_ALL_DIGITS) && fraction <= 40));
    }
    if ((text[i] | 0x20) == 'e') {
      i++;
      if (text[i] == '+' || text[i] == '-') i++;
      size_t exponent = i;
      while (is_digit(text[i])) i++;
      if (i == exponent) GIVE_UP;
      // Fifteen digits survive, as long as the exponent is far from both ends.
      known = whole + fraction <= 15 &&
              (i - exponent <= 2 || (i - exponent == 3 && text[exponent] < '2'));
    }
    if (!known && !(options & BS_ANY_NUMBERS)) GIVE_UP;
    goto after;
  }
  switch (text[i]) {
    case '{':
    case '[':
      if (depth >= max_depth) GIVE_UP;
      outer[depth++] = (outer_container){seen, (uint32_t)first_key, (uint32_t)in_object};
      seen = 0;
      first_key = key_count;
      in_object = text[i] == '{';
      i++;
      SPACE();
      if (text[i] == (in_object ? '}' : ']')) goto close;
      if (in_object) goto key;
      goto value;
    case 't':
      if (n - i < 4 || memcmp(text + i, "true", 4)) GIVE_UP;
      i += 4;
      break;
    case 'f':
      if (n - i < 5 || memcmp(text + i, "false", 5)) GIVE_UP;
      i += 5;
      break;
    case 'n':
      if (n - i < 4 || memcmp(text + i, "null", 4)) GIVE_UP;
      i += 4;
      break;
    case ' ': case '\n': case '\r': case '\t':
      SPACE();
      goto value;
    default:
      GIVE_UP;
  }

after:
  if (text[i] == ',') {
    i++;
    if (!in_object) goto value;
  key:
    if (text[i] != '"') {
      SPACE();
      if (text[i] != '"') GIVE_UP;
    }
    is_key = 1;
    goto string;
  }
  if (text[i] != (in_object ? '}' : ']')) {
    if (text[i] > 0x20) GIVE_UP;
    SPACE();
    goto after;
  }
close:
  i++;
  key_count = first_key;
  depth--;
  seen = outer[depth].seen;
  first_key = outer[depth].first_key;
  in_object = (int)outer[depth].is_object;
  if (depth > 0) {
    if (i >= n) GIVE_UP;
    goto after;
  }
end:
  if (i != n) GIVE_UP;
  while (n - block > 64) {
    block += 64;
    TAKE_BLOCK();
  }
  return (size_t)(target + n - out);

string:
  inside = ++i;
  has_escapes = 0;
  while (block + 64 <= i) {
    if (n - block <= 64) GIVE_UP;
    block += 64;
    TAKE_BLOCK();
  }
  {
    uint64_t rest = mask >> (i - block);
    while (!rest) {
      if (n - block <= 64) GIVE_UP;
      block += 64;
      // Long runs, four blocks at a time.
      while (n - block > 256 && NAME(is_quiet)(target + block, text + block)) block += 256;
      TAKE_BLOCK();
      i = block;
      rest = mask;
    }
    i += (size_t)__builtin_ctzll(rest);
  }
  if (i >= n) GIVE_UP;
  if (text[i] != '"') {
    const uint8_t *p = text + i;
    uint8_t *o = target + i;
    if (!NAME(string_rest)(&p, text + n, &o, out + capacity, &has_escapes)) GIVE_UP;
    i = (size_t)(p - text);
    target = o - i;
    if (target > limit) GIVE_UP;
    BEGIN_BLOCK_HERE();
  }
  i++;
  if (!is_key) {
    if (depth == 0) goto end;
    goto after;
  }
  is_key = 0;
  if (!(options & BS_ANY_KEYS)) {
    // The hash is that of the written bytes, which an escape makes meaningless.
    if (has_escapes || key_count == MAX_KEYS) GIVE_UP;
    uint32_t hash = hash_key(text + inside, i - inside - 1, n - inside);
    uint64_t bit = 1ull << (hash >> 26);
    if (seen & bit) {
      for (size_t k = first_key; k < key_count; k++) {
        if (keys[k] == hash) GIVE_UP;
      }
    }
    seen |= bit;
    keys[key_count++] = hash;
  }
  if (text[i] != ':') {
    SPACE();
    if (text[i] != ':') GIVE_UP;
  }
  i++;
  goto value;
}

#undef GIVE_UP
#undef TAKE_BLOCK
#undef BEGIN_BLOCK_HERE
#undef SPACE
