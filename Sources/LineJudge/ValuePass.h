// Values by their schemas. Included by Pass.c once for each level; NAME and TARGET say which.
// No include guard: that is the point.

TARGET NEVER const uint8_t *NAME(object)(lj_state *s, const uint8_t *p,
                                                    const lj_schema *schema, unsigned depth);
TARGET NEVER const uint8_t *NAME(array)(lj_state *s, const uint8_t *p,
                                                   const lj_schema *schema, unsigned depth);

// Judges the number whose digits from `first` to p write v, and which goes on.
TARGET NEVER const uint8_t *NAME(decimal)(lj_state *s, const uint8_t *p, const uint8_t *first,
                                          uint64_t v, int is_negative, const lj_schema *schema) {
  uint8_t act = schema->act[LJ_NUMBER];
  lj_decimal decimal = lj_read_decimal(p, first, v, is_negative);
  if (!decimal.end || act == LJ_PASS) return decimal.end;
  if (act != LJ_RULE)
    return act == LJ_FAIL && lj_fail_kind(s, schema, LJ_NUMBER) ? decimal.end : NULL;
  const lj_number_rule *rule = &s->t->numbers[schema->rule[LJ_NUMBER]];
  if (!decimal.is_exact || rule->divisor) return NULL;
  if (rule->is_integer || rule->is_safe || rule->set != LJ_NONE) {
    if (!decimal.is_fraction) return NULL;
    if (rule->is_integer && !fail(s, schema, LJ_WRONG_TYPE)) return NULL;
    if (rule->set != LJ_NONE && !fail(s, schema, LJ_NOT_IN_ENUM)) return NULL;
  }
  // At the limits themselves rounding may have moved it.
  if (decimal.value == rule->low || decimal.value == rule->high) return NULL;
  if (decimal.value < rule->low && !fail(s, schema, LJ_OUT_OF_RANGE)) return NULL;
  if (decimal.value > rule->high && !fail(s, schema, LJ_OUT_OF_RANGE)) return NULL;
  return decimal.end;
}

// Judges the number at p.
TARGET ALWAYS const uint8_t *NAME(number)(lj_state *s, const uint8_t *p,
                                                           const lj_schema *schema) {
  int is_negative = *p == '-';
  p += is_negative;
  const uint8_t *first = p;
  uint64_t v = (uint64_t)(*p - '0');
  if (UNLIKELY(v > 9)) return NULL;
  p++;
  if (LIKELY(v != 0)) {
    for (uint64_t d; (d = (uint64_t)(*p - '0')) <= 9; p++) v = v * 10 + d;
  } else if ((uint8_t)(*p - '0') <= 9) {
    return NULL;
  }
  uint8_t act = schema->act[LJ_NUMBER];
  const lj_number_rule *rule = &s->t->numbers[schema->rule[LJ_NUMBER]];
  if (*p == '.') {
    const uint8_t *q = p + 1;
    while ((uint8_t)(*q - '0') <= 9) q++;
    if (LIKELY(act == LJ_RULE && q - p > 1 && (*q | 0x20) != 'e' && p - first <= 18 &&
               !is_negative && v - rule->inner_low <= rule->inner_span))
      return q;
    return NAME(decimal)(s, p, first, v, is_negative, schema);
  }
  if (UNLIKELY((*p | 0x20) == 'e')) return NAME(decimal)(s, p, first, v, is_negative, schema);
  int64_t value = is_negative ? -(int64_t)v : (int64_t)v;
  if (LIKELY(act == LJ_RULE)) {
    if (LIKELY((uint64_t)value - (uint64_t)rule->quick_low <= rule->quick_span && p - first <= 18))
      return p;
  } else {
    return act == LJ_PASS || (act == LJ_FAIL && lj_fail_kind(s, schema, LJ_NUMBER)) ? p : NULL;
  }
  if (UNLIKELY(p - first > 18)) return NULL;
  if (UNLIKELY(rule->is_safe && (value > 9007199254740991 || value < -9007199254740991))) return NULL;
  if (UNLIKELY(value < rule->least) && !fail(s, schema, LJ_OUT_OF_RANGE)) return NULL;
  if (UNLIKELY(value > rule->most) && !fail(s, schema, LJ_OUT_OF_RANGE)) return NULL;
  if (UNLIKELY(rule->set != LJ_NONE)) {
    uint32_t i = 0;
    while (i < rule->set_count && s->t->integers[rule->set + i] != value) i++;
    if (i == rule->set_count && !fail(s, schema, LJ_NOT_IN_ENUM)) return NULL;
  }
  if (UNLIKELY(rule->divisor) && value % rule->divisor != 0 && !fail(s, schema, LJ_OUT_OF_RANGE))
    return NULL;
  return p;
}

// Judges `null`, `true` or `false` at p.
TARGET ALWAYS const uint8_t *NAME(literal)(lj_state *s, const uint8_t *p,
                                                            const lj_schema *schema) {
  uint32_t v;
  memcpy(&v, p, 4);
  int kind = LJ_BOOL, bit = 0;
  if (v == 0x65757274) {  // true
    p += 4;
    bit = 2;
  } else if (v == 0x736C6166 && p[4] == 'e') {  // fals, e
    p += 5;
    bit = 1;
  } else if (v == 0x6C6C756E) {  // null
    p += 4;
    kind = LJ_NULL;
  } else {
    return NULL;
  }
  uint8_t act = schema->act[kind];
  if (act == LJ_PASS) return p;
  if (act == LJ_RULE && kind == LJ_BOOL)
    return schema->booleans & bit || fail(s, schema, LJ_NOT_IN_ENUM) ? p : NULL;
  return act == LJ_FAIL && lj_fail_kind(s, schema, kind) ? p : NULL;
}

// Judges the value at p; gives the byte behind it, or NULL where the reference must look.
TARGET ALWAYS const uint8_t *NAME(value)(lj_state *s, const uint8_t *p, uint32_t number,
                                         unsigned depth) {
  const lj_schema *schema = &s->schemas[number];
  for (;;) {
    uint8_t c = *p;
    if (LIKELY(c == '"')) return NAME(string)(s, p + 1, schema);
    if ((uint8_t)(c - '0') <= 9 || c == '-') return NAME(number)(s, p, schema);
    if (c == '{') return NAME(object)(s, p + 1, schema, depth);
    if (c == '[') return NAME(array)(s, p + 1, schema, depth);
    if (LIKELY(c > ' ')) return NAME(literal)(s, p, schema);
    p = behind_space(p);
    if (*p <= ' ') return NULL;
  }
}

// MARK: Arrays

#if VECTORS
// The bits of [p, p + 64) that are between quotes, the opening one with them.
TARGET ALWAYS uint64_t NAME(between)(uint64_t quotes) {
  // A product without carries by all ones: each bit is the sum of those up to it.
  __m128i product = _mm_clmulepi64_si128(_mm_set_epi64x(0, (long long)quotes), _mm_set1_epi8(-1), 0);
  return (uint64_t)_mm_cvtsi128_si64(product);
}

// The bits behind a backslash that itself stands behind none; *carry goes from block to block.
TARGET ALWAYS uint64_t NAME(escaped)(uint64_t backslashes, uint64_t *carry) {
  const uint64_t even = 0x5555555555555555ull;
  if (LIKELY(!backslashes)) {
    uint64_t first = *carry;
    *carry = 0;
    return first;
  }
  backslashes &= ~*carry;
  uint64_t behind = backslashes << 1 | *carry;
  uint64_t odd = backslashes & ~even & ~behind, runs;
  *carry = __builtin_add_overflow(odd, backslashes, &runs);
  return (even ^ runs << 1) & behind;
}

TARGET ALWAYS uint64_t NAME(equal)(const uint8_t *p, uint8_t c, uint8_t fold) {
  const __m256i wanted = _mm256_set1_epi8((char)c), mask = _mm256_set1_epi8((char)fold);
  __m256i low = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)p), mask);
  __m256i high = _mm256_or_si256(_mm256_loadu_si256((const __m256i *)(p + 32)), mask);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, wanted)) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, wanted)) << 32;
}

// Behind the object or array at p, 64 bytes at a time.
TARGET NEVER const uint8_t *NAME(skip_container)(const uint8_t *p, const uint8_t *end) {
  uint64_t carry = 0, inside = 0;
  int depth = 0;
  for (; p < end; p += 64) {
    uint64_t quotes = NAME(equal)(p, '"', 0);
    quotes &= ~NAME(escaped)(NAME(equal)(p, '\\', 0), &carry);
    uint64_t strings = NAME(between)(quotes) ^ inside;
    inside = (uint64_t)((int64_t)strings >> 63);
    // Brackets and braces differ in one bit.
    uint64_t opens = NAME(equal)(p, '{', 0x20) & ~strings;
    uint64_t closes = NAME(equal)(p, '}', 0x20) & ~strings;
    int falls = __builtin_popcountll(closes);
    if (LIKELY(depth > falls)) {
      depth += __builtin_popcountll(opens) - falls;
      continue;
    }
    for (uint64_t rest = closes; rest; rest &= rest - 1) {
      uint64_t before = (rest ^ (rest - 1)) >> 1;
      depth--;
      if (UNLIKELY(depth + __builtin_popcountll(opens & before) <= 0)) {
        // What is behind the end is not looked at.
        p += __builtin_ctzll(rest) + 1;
        return p < end ? p : NULL;
      }
    }
    depth += __builtin_popcountll(opens);
  }
  return NULL;
}
#endif

// Behind the value at p, whatever is in it: strings are not checked, brackets are counted.
TARGET NEVER const uint8_t *NAME(skip)(const uint8_t *p, const uint8_t *end) {
#if VECTORS
  if (p < end && (*p == '{' || *p == '[')) return NAME(skip_container)(p, end);
#endif
  int depth = 0;
  for (;;) {
    if (p >= end) return NULL;
    switch (*p) {
      case '"':
        for (p++;;) {
          int high;
          p = NAME(special)(p, &high);
          if (*p == '"') break;
          // A line end behind the backslash may be the last byte of all.
          if (*p != '\\' || p[1] < ' ') return NULL;
          p += 2;
        }
        p++;
        break;
      case '{': case '[':
        depth++;
        p++;
        continue;
      case '}': case ']':
        if (depth == 0) return p;
        depth--;
        p++;
        break;
      case '\n': return NULL;
      case ',':
        if (depth == 0) return p;
        p++;
        continue;
      default:
        p++;
        continue;
    }
    if (depth == 0) return p;
  }
}

// Whether a written value is one that is equal to another exactly if it is written alike.
TARGET NEVER int NAME(is_literal_text)(const uint8_t *p, const uint8_t *end) {
  if (*p == '{' || *p == '[' || *p == '-') return 0;
  for (int is_string = *p == '"'; p < end; p++) {
    if (*p == '\\' || (!is_string && (*p == '.' || (*p | 0x20) == 'e') && end - p > 1)) {
      // The e of true and false is their last letter.
      return 0;
    }
  }
  return 1;
}

// What is left of an array whose items must differ: its items are read from p on once more. Gives 1
// if they do, 0 if not, -1 where the reference must look.
TARGET NEVER int NAME(differ)(lj_state *s, const uint8_t *p, uint32_t count) {
  const uint8_t *items[LJ_PAIRS], *ends[LJ_PAIRS];
  if (count > LJ_PAIRS) return -1;
  for (uint32_t i = 0; i < count; i++) {
    SKIP_SPACE(p);
    items[i] = p;
    p = NAME(skip)(p, s->end);
    if (!p) return -1;
    // Behind a number or literal, `skip` goes on to the comma.
    ends[i] = p;
    while (ends[i][-1] <= ' ') ends[i]--;
    if (!NAME(is_literal_text)(items[i], ends[i])) return -1;
    SKIP_SPACE(p);
    p++;
    for (uint32_t j = 0; j < i; j++) {
      ptrdiff_t n = ends[i] - items[i];
      if (n == ends[j] - items[j] && memcmp(items[i], items[j], (size_t)n) == 0) return 0;
    }
  }
  return 1;
}

TARGET NEVER const uint8_t *NAME(array)(lj_state *s, const uint8_t *p, const lj_schema *schema,
                                        unsigned depth) {
  if (UNLIKELY(depth >= LJ_DEPTH)) return NULL;
  static const lj_array_rule any = {0, UINT32_MAX, 0, 0, 0, 0};
  const lj_array_rule *rule = &any;
  uint8_t act = schema->act[LJ_ARRAY];
  if (act == LJ_RULE) {
    rule = &s->t->arrays[schema->rule[LJ_ARRAY]];
  } else if (UNLIKELY(act != LJ_PASS)) {
    if (act != LJ_FAIL || !lj_fail_kind(s, schema, LJ_ARRAY)) return NULL;
  }
  const int hides = !schema->counts;
  const uint8_t outside = s->record->is_faulty;
  if (UNLIKELY(hides)) s->record->is_faulty = 0;
  uint32_t count = 0;
  const uint8_t *start = p;
  SKIP_SPACE(p);
  if (*p == ']') {
    p++;
  } else {
    for (;;) {
      uint32_t item = LIKELY(count >= rule->prefix_count) ? rule->items
                                                          : s->t->lists[rule->prefix + count];
      p = NAME(value)(s, p, item, depth + 1);
      if (UNLIKELY(!p)) return NULL;
      count++;
      if (LIKELY(*p == ',')) {
        p++;
        continue;
      }
      SKIP_SPACE(p);
      if (*p == ',') {
        p++;
        continue;
      }
      if (*p != ']') return NULL;
      p++;
      break;
    }
  }
  if (UNLIKELY(count < rule->least) && !fail(s, schema, LJ_BAD_LENGTH)) return NULL;
  if (UNLIKELY(count > rule->most) && !fail(s, schema, LJ_BAD_LENGTH)) return NULL;
  if (rule->unique && count > 1) {
    int differ = NAME(differ)(s, start, count);
    if (differ < 0 || (!differ && !fail(s, schema, LJ_NOT_UNIQUE))) return NULL;
  }
  return LIKELY(!hides) || show_nothing(s, outside) ? p : NULL;
}

// MARK: Objects

// The schema of the branch of a union that the object at p is, by the text of one member.
TARGET NEVER uint32_t NAME(branch)(lj_state *s, const uint8_t *p, const lj_object_rule *rule) {
  for (;;) {
    SKIP_SPACE(p);
    uint32_t found = 1, flags;
    uint64_t hash;
    int is_tag = NAME(is_key)(p, &rule->tag);
    if (is_tag) {
      p += rule->tag.length;
    } else {
      const uint8_t *name = p + 1;
      p = NAME(any_key)(s, p, &rule->tag, 0, 0, 0, &found, &hash);
      if (!p) return LJ_NONE;
      size_t n = rule->tag.name.length;
      is_tag = name[n] == '"' && memcmp(name, s->t->text + rule->tag.name.at, n) == 0;
    }
    SKIP_SPACE(p);
    if (is_tag) {
      if (*p != '"') return LJ_NONE;
      const uint8_t *q = NAME(text)(s, p + 1, &flags);
      if (!q || flags & BS_ESCAPES) return LJ_NONE;
      uint32_t place = find_text(s->t, rule->cases, rule->case_count, p + 1, (size_t)(q - p - 1));
      return place == LJ_NONE ? LJ_NONE : s->t->lists[rule->case_schemas + place];
    }
    p = NAME(skip)(p, s->end);
    if (!p) return LJ_NONE;
    SKIP_SPACE(p);
    if (*p != ',') return LJ_NONE;
    p++;
  }
}

TARGET NEVER const uint8_t *NAME(object)(lj_state *s, const uint8_t *p,
                                                    const lj_schema *schema, unsigned depth) {
  if (UNLIKELY(depth >= LJ_DEPTH)) return NULL;
  static const lj_object_rule any = {.most = UINT32_MAX};  // property 0 is never met
  const lj_object_rule *rule = &any;
  int hides = !schema->counts;
  for (unsigned turns = 0;; turns++) {
    uint8_t act = schema->act[LJ_OBJECT];
    if (act == LJ_RULE) {
      rule = &s->t->objects[schema->rule[LJ_OBJECT]];
      if (UNLIKELY(rule->is_union)) {
        // A branch may be a union itself.
        uint32_t branch = turns < 8 ? NAME(branch)(s, p, rule) : LJ_NONE;
        if (branch == LJ_NONE) return NULL;
        schema = &s->t->schemas[branch];
        hides |= !schema->counts;
        rule = &any;
        continue;
      }
    } else if (UNLIKELY(act != LJ_PASS)) {
      if (act != LJ_FAIL || !lj_fail_kind(s, schema, LJ_OBJECT)) return NULL;
    }
    break;
  }
  // Members mostly come in the order of the schema: of those only the beginning and end of the run is
  // kept, and `seen` has the runs before.
  const lj_property *properties = s->t->properties + rule->first;
  const lj_property *property = properties, *run = properties;
  uint64_t seen = 0, owner = 0;
  uint32_t others = 0;
  const uint8_t outside = s->record->is_faulty;
  if (UNLIKELY(hides)) s->record->is_faulty = 0;
  SKIP_SPACE(p);
  if (*p == '}') {
    p++;
  } else {
    for (;;) {
      uint32_t child;
      if (LIKELY(NAME(is_key)(p, property))) {
        p += property->length;
        if (UNLIKELY(seen) && seen >> (property - properties) & 1) return NULL;
        child = property->schema;
        property++;
      } else {
        uint32_t found;
        uint64_t hash;
        p = NAME(other_key)(s, p, properties, rule->count, rule->slots, rule->slot_mask,
                            (uint32_t)(property - properties), &found, &hash);
        if (UNLIKELY(!p)) return NULL;
        if (found == rule->count) {
          if (!owner) owner = ++s->scratch->owner;
          if (!lj_note_key(s->scratch, owner, hash)) return NULL;
          if (UNLIKELY(rule->forbids) && !fail(s, schema, LJ_UNKNOWN_FIELD)) return NULL;
          if (UNLIKELY(rule->notes) && !fail(s, schema, LJ_UNMENTIONED)) return NULL;
          others++;
          child = rule->others;
        } else {
          seen |= run_bits(properties, run, property);
          if (UNLIKELY(seen >> found & 1)) return NULL;
          run = properties + found;
          property = run + 1;
          child = run->schema;
        }
      }
      p = NAME(value)(s, p, child, depth + 1);
      if (UNLIKELY(!p)) return NULL;
      if (LIKELY(*p == ',')) {
        p++;
        continue;
      }
      SKIP_SPACE(p);
      if (*p == ',') {
        p++;
        continue;
      }
      if (UNLIKELY(*p != '}')) return NULL;
      p++;
      break;
    }
  }
  seen |= run_bits(properties, run, property);
  uint64_t missing = rule->required & ~seen;
  if (UNLIKELY(missing)) {
    for (; missing; missing &= missing - 1) {
      if (!fail(s, schema, LJ_MISSING_FIELD)) return NULL;
    }
  }
  if (UNLIKELY(rule->counts)) {
    uint32_t count = others + (uint32_t)__builtin_popcountll(seen);
    if (UNLIKELY(count < rule->least) && !fail(s, schema, LJ_BAD_LENGTH)) return NULL;
    if (UNLIKELY(count > rule->most) && !fail(s, schema, LJ_BAD_LENGTH)) return NULL;
  }
  return LIKELY(!hides) || show_nothing(s, outside) ? p : NULL;
}
