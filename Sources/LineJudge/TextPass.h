// Strings and keys. Included by Pass.c once for each level; NAME and TARGET say which.
// No include guard: that is the point.

// The first byte from p on that is a quote, a backslash or a control character; there is one, as
// the text ends with a line end. Sets *high where a byte before it is not ASCII.
TARGET ALWAYS const uint8_t *NAME(special)(const uint8_t *p, int *high) {
#if VECTORS
  const __m256i quote = _mm256_set1_epi8('"'), backslash = _mm256_set1_epi8('\\');
  const __m256i last = _mm256_set1_epi8(0x1F);
  unsigned tops_before = 0;
  for (;; p += 32) {
    __m256i v = _mm256_loadu_si256((const __m256i *)p);
    __m256i hit =
        _mm256_or_si256(_mm256_or_si256(_mm256_cmpeq_epi8(v, quote), _mm256_cmpeq_epi8(v, backslash)),
                        _mm256_cmpeq_epi8(_mm256_max_epu8(v, last), last));
    unsigned mask = (unsigned)_mm256_movemask_epi8(hit), tops = (unsigned)_mm256_movemask_epi8(v);
    if (LIKELY(mask)) {
      // The hit itself is ASCII.
      *high = (tops_before | (tops & (mask ^ (mask - 1)))) != 0;
      return p + __builtin_ctz(mask);
    }
    tops_before |= tops;
  }
#else
  const uint64_t ones = 0x0101010101010101ull, tops = 0x8080808080808080ull;
  uint64_t seen = 0;
  for (;; p += 8) {
    uint64_t v;
    memcpy(&v, p, 8);
    uint64_t q = v ^ (ones * '"'), b = v ^ (ones * '\\');
    // Exact up to the lowest hit, and only for bytes below 0x80.
    uint64_t hit = (((q - ones) & ~q) | ((b - ones) & ~b) | ((v - ones * 0x20) & ~v)) & tops;
    if (hit) {
      for (; *p != '"' && *p != '\\' && *p >= 0x20; p++) seen |= *p;
      *high = (seen & tops) != 0;
      return p;
    }
    seen |= v & tops;
  }
#endif
}

#if VECTORS
// Whether five escapes of four digits stand at q, one behind the other, none of them half of a pair.
TARGET ALWAYS int NAME(five_units)(const uint8_t *q) {
  const unsigned begins = 0x01041041u, second = begins << 1, first_digit = begins << 2;
  const unsigned digits = 0x3CF3CF3Cu;
  __m256i v = _mm256_loadu_si256((const __m256i *)q), low = _mm256_or_si256(v, _mm256_set1_epi8(0x20));
  unsigned backslashes = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('\\')));
  unsigned letters = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, _mm256_set1_epi8('u')));
  // Signed: what is not ASCII is below all.
  __m256i ten = _mm256_and_si256(_mm256_cmpgt_epi8(v, _mm256_set1_epi8('0' - 1)),
                                 _mm256_cmpgt_epi8(_mm256_set1_epi8('9' + 1), v));
  __m256i six = _mm256_and_si256(_mm256_cmpgt_epi8(low, _mm256_set1_epi8('a' - 1)),
                                 _mm256_cmpgt_epi8(_mm256_set1_epi8('f' + 1), low));
  unsigned hex = (unsigned)_mm256_movemask_epi8(_mm256_or_si256(ten, six));
  // From D000 on there are pairs.
  unsigned pairs = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, _mm256_set1_epi8('d')));
  return ((begins & ~backslashes) | (second & ~letters) | (digits & ~hex) | (first_digit & pairs)) == 0;
}
#endif

// The rest of a string from its first backslash at q on; half surrogate pairs are strange.
TARGET NEVER const uint8_t *NAME(escapes)(lj_state *s, const uint8_t *p, const uint8_t *q, int high) {
  uint32_t excess = 0;
  do {
    // Text in other scripts is often one escape after the other.
    do {
      if (q[1] != 'u') {
        if (!lj_escapes[q[1]]) return NULL;
        q += 2;
        excess++;
        continue;
      }
#if VECTORS
      if (NAME(five_units)(q)) {
        q += 30;
        excess += 25;
        continue;
      }
#endif
      int32_t unit = lj_unit(q + 2);
      if (unit < 0) return NULL;
      q += 6;
      excess += 5;
      if ((unit & 0xF800) != 0xD800) continue;
      if (unit >= 0xDC00 || q[0] != '\\' || q[1] != 'u') return NULL;
      int32_t low = lj_unit(q + 2);
      if (low < 0xDC00 || low > 0xDFFF) return NULL;
      q += 6;
      excess += 6;
    } while (*q == '\\');
    int is_high;
    q = NAME(special)(q, &is_high);
    high |= is_high;
  } while (*q == '\\');
  if (*q != '"') return NULL;
  s->flags = BS_ESCAPES;
  s->excess = excess;
  if (high) {
    s->flags |= BS_NON_ASCII;
    if (!bs_is_utf8_padded(LEVEL, p, q)) return NULL;
  }
  return q;
}

// The closing quote of the string whose inside begins at p, or NULL where it is wrong or strange.
TARGET ALWAYS const uint8_t *NAME(text)(lj_state *s, const uint8_t *p, uint32_t *flags) {
  int high;
  const uint8_t *q = NAME(special)(p, &high);
  *flags = 0;
  if (LIKELY(*q == '"')) {
    if (LIKELY(!high)) return q;
    *flags = BS_NON_ASCII;
    return bs_is_utf8_padded(LEVEL, p, q) ? q : NULL;
  }
  if (*q != '\\') return NULL;
  q = NAME(escapes)(s, p, q, high);
  *flags = s->flags;
  return q;
}

// Whether one of eight words of eight bytes at most is this one.
TARGET ALWAYS int NAME(has_head)(const int64_t *heads, uint64_t head) {
#if VECTORS
  const __m256i v = _mm256_set1_epi64x((long long)head);
  __m256i low = _mm256_cmpeq_epi64(v, _mm256_loadu_si256((const __m256i *)heads));
  __m256i high = _mm256_cmpeq_epi64(v, _mm256_loadu_si256((const __m256i *)(heads + 4)));
  low = _mm256_or_si256(low, high);
  return !_mm256_testz_si256(low, low);
#else
  int found = 0;
  for (int i = 0; i < 8; i++) found |= heads[i] == (int64_t)head;
  return found;
#endif
}

// Judges the string whose inside begins at p; gives the byte behind it, or NULL.
TARGET ALWAYS const uint8_t *NAME(string)(lj_state *s, const uint8_t *p,
                                                           const lj_schema *schema) {
  uint32_t flags;
  const uint8_t *q = NAME(text)(s, p, &flags);
  if (UNLIKELY(!q)) return NULL;
  size_t n = (size_t)(q - p);
  if (LIKELY(!flags && (uint32_t)n - schema->least_bytes <= schema->span_bytes)) {
    // Where only one length is good, what comes behind need not wait for the end to be found.
    if (schema->span_bytes == 0) return p + at_once(schema->least_bytes) + 1;
    return q + 1;
  }
  uint8_t act = schema->act[LJ_STRING];
  if (act == LJ_PASS) return q + 1;
  if (UNLIKELY(act != LJ_RULE)) {
    return act == LJ_FAIL && lj_fail_kind(s, schema, LJ_STRING) ? q + 1 : NULL;
  }
  const lj_string_rule *rule = &s->t->strings[schema->rule[LJ_STRING]];
  if (LIKELY(rule->asks == LJ_ASKS_NOTHING)) {
    // Twelve bytes at most for a code point, and not more code points than bytes.
    if (LIKELY(n <= rule->most && n >= 12 * (size_t)rule->least)) return q + 1;
  } else if (LIKELY(!flags && n >= rule->least && n <= rule->most)) {
    if (rule->asks == LJ_ASKS_SET) {
      if (LIKELY(rule->heads != LJ_NONE && n <= 8)) {
        if (LIKELY(NAME(has_head)(s->t->integers + rule->heads, head_of(p, n)))) {
          if (rule->only_bytes == n) return p + at_once(rule->only_bytes) + 1;
          return q + 1;
        }
      } else if (LIKELY(find_short(s->t, rule->set, rule->set_count, p, n) != LJ_NONE)) {
        return q + 1;
      }
    } else if (rule->asks == LJ_ASKS_PATTERN) {
      if (LIKELY(matches_ascii(s->t, &s->t->patterns[rule->pattern], p, n))) return q + 1;
    }
  }
  return lj_judge_text(s, schema, rule, p, n, flags) ? q + 1 : NULL;
}

// Whether the bytes at p are this key, with its quotes and colon.
TARGET ALWAYS int NAME(is_key)(const uint8_t *p, const lj_property *property) {
#if VECTORS
  __m256i v = _mm256_loadu_si256((const __m256i *)p);
  __m256i k = _mm256_loadu_si256((const __m256i *)property->key);
  unsigned same = (unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, k));
  return (property->mask & ~same) == 0;
#else
  // As many bytes as the mask has bits: a key that is never met as it is has them all.
  return memcmp(p, property->key, (size_t)__builtin_popcount(property->mask)) == 0;
#endif
}

// Reads the key at p, whatever it is. Gives where its value begins; *found is its position among
// `count` properties, or `count`: then *hash is its hash.
TARGET NEVER const uint8_t *NAME(any_key)(
    lj_state *s, const uint8_t *p, const lj_property *properties, uint32_t count, uint32_t slots,
    uint32_t mask, uint32_t *found, uint64_t *hash) {
  if (*p != '"') return NULL;
  uint32_t flags;
  const uint8_t *q = NAME(text)(s, p + 1, &flags);
  if (!q || flags & BS_ESCAPES) return NULL;
  size_t n = (size_t)(q - p - 1);
  *found = count;
  if (LIKELY(count)) {
    uint64_t head = head_of(p + 1, n);
    for (uint32_t slot = word_hash(head, tail_of(p + 1, n), n) & mask;; slot = (slot + 1) & mask) {
      uint32_t place = s->t->slots[slots + slot];
      if (!place) break;
      if (is_text(s->t, &properties[place - 1].name, p + 1, n, head)) {
        *found = place - 1;
        break;
      }
    }
  }
  // Only keys that nobody chose for a contract are held against each other. The padding is there to
  // be read.
  if (*found == count) *hash = LIKELY(n < 16) ? bs_hash_short(p + 1, n) : bs_hash(p + 1, n);
  p = q + 1;
  SKIP_SPACE(p);
  if (*p != ':') return NULL;
  return p + 1;
}

// The same where the property that was guessed does not stand at p itself: it may behind spaces.
TARGET ALWAYS const uint8_t *NAME(other_key)(lj_state *s, const uint8_t *p,
                                             const lj_property *properties, uint32_t count,
                                             uint32_t slots, uint32_t mask, uint32_t guess,
                                             uint32_t *found, uint64_t *hash) {
  if (*p <= ' ') {
    p = behind_space(p);
    if (NAME(is_key)(p, &properties[guess])) {
      *found = guess;
      return p + properties[guess].length;
    }
  }
  return NAME(any_key)(s, p, properties, count, slots, mask, found, hash);
}

// The key of a line's or a body's field: first the one that came behind the last field before, then
// the one whose key began like this before. `salt` tells the lists of fields apart.
TARGET ALWAYS const uint8_t *NAME(field)(lj_state *s, const uint8_t *p, const lj_property *properties,
                                         uint32_t count, uint32_t slots, uint32_t mask,
                                         uint32_t guess, uint32_t salt, uint32_t *found,
                                         uint64_t *hash) {
  if (guess > count) guess = count;
  if (LIKELY(NAME(is_key)(p, &properties[guess]))) {
    *found = guess;
    return p + properties[guess].length;
  }
  // A key with its quotes and colon has four bytes at least.
  uint32_t beginning;
  memcpy(&beginning, p, 4);
  uint8_t *known = &s->scratch->fields[(beginning * 0x9e3779b1u >> 26 ^ salt) & 63];
  uint32_t second = *known;
  if (LIKELY(second != 0 && second <= count && NAME(is_key)(p, &properties[second - 1]))) {
    *found = second - 1;
    return p + properties[second - 1].length;
  }
  p = NAME(other_key)(s, p, properties, count, slots, mask, guess, found, hash);
  if (LIKELY(p != NULL && *found < count)) *known = (uint8_t)(*found + 1);
  return p;
}
