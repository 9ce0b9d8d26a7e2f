// Lines: their fields, the roles of their bodies. Included by Pass.c once for each level; NAME and
// TARGET say which. No include guard: that is the point.

/// What was read of a body before its kind and version settled what it is.
typedef struct {
  const lj_kind *kind;
  const uint8_t *payload, *payload_end;
  const uint8_t *version;
  uint32_t version_length;
  int64_t version_number;
  uint8_t version_kind;  // LJ_NOTHING, LJ_INTEGER, LJ_TEXT, LJ_OTHER
  uint8_t payload_is_judged;
  uint8_t has_error;
  const lj_candidate *candidate;
  const uint8_t *line;
} NAME(body_state);

// Reads a number or a text that is compared with others: its kind, its value or where it stands.
TARGET ALWAYS const uint8_t *NAME(scalar)(lj_state *s, const uint8_t *p,
                                                           uint8_t *kind, int64_t *value,
                                                           const uint8_t **at, uint32_t *length) {
  *at = p;
  if (*p == '"') {
    uint32_t flags;
    const uint8_t *q = NAME(text)(s, p + 1, &flags);
    if (!q || flags & BS_ESCAPES) return NULL;
    *kind = LJ_TEXT;
    *at = p + 1;
    *length = (uint32_t)(q - p - 1);
    return q + 1;
  }
  if (*p == 'n') {
    *kind = LJ_OTHER;
    *length = 4;
    return memcmp(p, "null", 4) == 0 ? p + 4 : NULL;
  }
  const uint8_t *start = p;
  int is_negative = *p == '-';
  p += is_negative;
  uint64_t v = 0;
  const uint8_t *first = p;
  for (uint64_t w; memcpy(&w, p, 8), are_digits(w); p += 8) v = v * 100000000 + eight_digits(w);
  while ((uint8_t)(*p - '0') <= 9) v = v * 10 + (uint64_t)(*p++ - '0');
  if (p == first || p - first > 18 || (*first == '0' && p - first > 1) || *p == '.' ||
      (*p | 0x20) == 'e' || (is_negative && v == 0))
    return NULL;
  *kind = LJ_INTEGER;
  *value = is_negative ? -(int64_t)v : (int64_t)v;
  *length = (uint32_t)(p - start);
  return p;
}

TARGET ALWAYS int NAME(is_version)(lj_state *s, const lj_candidate *candidate,
                                          const NAME(body_state) *b) {
  if (candidate->version_kind == 0) return 1;
  if (candidate->version_kind == 1)
    return b->version_kind == LJ_INTEGER && b->version_number == candidate->version;
  if (b->version_kind != LJ_TEXT || !b->version) return 0;
  return is_text(s->t, &candidate->version_text, b->version, b->version_length,
                 head_of(b->version, b->version_length));
}

// The message that a kind and a version mean: the one of this version, else the one of any.
TARGET ALWAYS const lj_candidate *NAME(candidate)(lj_state *s,
                                                                   const NAME(body_state) *b) {
  const lj_candidate *list = s->t->candidates + b->kind->first;
  if (LIKELY(b->kind->count == 1)) return NAME(is_version)(s, list, b) ? list : NULL;
  const lj_candidate *any = NULL;
  for (uint32_t i = 0; i < b->kind->count; i++) {
    if (list[i].version_kind && NAME(is_version)(s, &list[i], b)) return &list[i];
    if (!any && !list[i].version_kind) any = &list[i];
  }
  return any;
}

TARGET ALWAYS const lj_kind *NAME(find_kind)(lj_state *s, const lj_channel *channel,
                                                              const uint8_t *p, size_t n) {
  uint64_t head = head_of(p, n);
  uint32_t slot = word_hash(head, tail_of(p, n), n) & channel->kind_mask;
  for (;; slot = (slot + 1) & channel->kind_mask) {
    uint32_t place = s->t->slots[channel->kind_slots + slot];
    if (!place) return NULL;
    const lj_kind *kind = &s->t->kinds[channel->kinds + place - 1];
    if (is_text(s->t, &kind->word, p, n, head)) return kind;
  }
}

// Reads the payload at p: judges it if it is known by which schema, else notes where it stands.
TARGET ALWAYS const uint8_t *NAME(payload)(lj_state *s, const uint8_t *p,
                                                            const lj_channel *channel,
                                                            NAME(body_state) *b) {
  lj_record *r = s->record;
  b->payload = p;
  uint32_t schema = LJ_NONE;
  if (b->kind && b->kind->reply != LJ_NONE) {
    schema = channel->reply_schema;
    r->schema = schema;
  } else if (b->kind && b->kind->count == 1) {
    schema = s->t->candidates[b->kind->first].payload;
  } else if (b->kind && b->version_kind != LJ_NOTHING) {
    b->candidate = NAME(candidate)(s, b);
    if (!b->candidate) return NULL;
    schema = b->candidate->payload;
  }
  if (LIKELY(schema != LJ_NONE)) {
    b->payload_is_judged = 1;
    p = NAME(value)(s, p, schema, 2);
  } else {
    p = NAME(skip)(p, s->end);
  }
  b->payload_end = p;
  return p;
}

// Says where the payload stands, for whoever judges or explains it again.
TARGET ALWAYS void NAME(note_payload)(lj_record *r, const NAME(body_state) *b) {
  if (!b->payload) return;
  r->payload_at = (uint32_t)(b->payload - b->line);
  r->payload_length = (uint32_t)(b->payload_end - b->payload);
}

// Judges what the reading order left over, now that kind and version are known.
TARGET NEVER int NAME(finish_body)(lj_state *s, const lj_channel *channel,
                                           NAME(body_state) *b) {
  lj_record *r = s->record;
  r->has_payload = b->payload != NULL;
  int is_reply = 0;
  if (b->kind) {
    is_reply = b->kind->reply != LJ_NONE;
  } else {
    is_reply = channel->answers && (r->id_kind == LJ_INTEGER || r->id_kind == LJ_TEXT);
    if (!is_reply) return 0;
  }
  if (is_reply) {
    if (b->has_error) return 0;
    r->outcome = LJ_REPLY;
    r->message = b->kind ? b->kind->reply : LJ_NONE;
    uint32_t schema = channel->reply_schema;
    if (b->payload && !b->payload_is_judged && schema != LJ_NONE) {
      if (NAME(value)(s, b->payload, schema, 2) != b->payload_end) return 0;
      b->payload_is_judged = 1;
      r->schema = schema;
    }
    return 1;
  }
  const lj_candidate *candidate = b->candidate ? b->candidate : NAME(candidate)(s, b);
  if (!candidate || !candidate->is_decided) return 0;
  r->outcome = LJ_MESSAGE;
  r->message = candidate->message;
  if (b->payload) {
    if (!b->payload_is_judged &&
        NAME(value)(s, b->payload, candidate->payload, 2) != b->payload_end)
      return 0;
  } else {
    // A place that leads nowhere is judged as null.
    const lj_schema *schema = &s->t->schemas[candidate->payload];
    uint8_t act = schema->act[LJ_NULL];
    if (act != LJ_PASS && !(act == LJ_FAIL && lj_fail_kind(s, schema, LJ_NULL))) return 0;
  }
  if (!candidate->takes_id) return 1;
  if (r->id_kind != LJ_INTEGER && r->id_kind != LJ_TEXT) return !candidate->needs_id;
  if (channel->id_type != 0 && channel->id_type != r->id_kind) return 0;
  return r->id_kind != LJ_TEXT || channel->id_pattern == LJ_NONE ||
         lj_matches(s->t, &s->t->patterns[channel->id_pattern], b->line + r->id_at, r->id_length);
}

// Reads the body at p.
TARGET NEVER const uint8_t *NAME(body)(lj_state *s, const uint8_t *line,
                                                  const uint8_t *p, const lj_channel *channel) {
  if (*p != '{' || !channel->is_decided) return NULL;
  lj_record *r = s->record;
  NAME(body_state) b = {.line = line};
  const lj_property *roles = s->t->properties + channel->roles;
  uint8_t *after = s->scratch->body_next;
  uint64_t owner = 0, hash;
  uint32_t seen = 0, last = 31;
  p++;
  SKIP_SPACE(p);
  if (*p == '}') return NULL;
  for (;;) {
    uint32_t found;
    const uint8_t *key = p;
    p = NAME(field)(s, p, roles, channel->role_count, channel->slots, channel->slot_mask, after[last],
                    r->channel + 1, &found, &hash);
    if (UNLIKELY(!p)) return NULL;
    SKIP_SPACE(p);
    uint32_t role = LJ_FRAMING;
    if (LIKELY(found < channel->role_count)) {
      if (UNLIKELY(seen >> found & 1)) return NULL;
      seen |= 1u << found;
      after[last] = (uint8_t)found;
      last = found;
      role = roles[found].role;
    } else {
      if (!owner) owner = ++s->scratch->owner;
      if (!lj_note_key(s->scratch, owner, hash)) return NULL;
      if (channel->refuses_fn && memcmp(key, "\"fn\"", 4) == 0) return NULL;
      r->unmentioned++;
    }
    switch (role) {
      case LJ_KIND: {
        uint32_t flags;
        const uint8_t *q = *p == '"' ? NAME(text)(s, p + 1, &flags) : NULL;
        if (!q || flags & BS_ESCAPES) return NULL;
        note_step(s, LJ_STEP_KIND, p, r->channel);
        b.kind = NAME(find_kind)(s, channel, p + 1, (size_t)(q - p - 1));
        if (!b.kind) return NULL;
        p = s->from = q + 1;
        break;
      }
      case LJ_VERSION:
        p = NAME(scalar)(s, p, &b.version_kind, &b.version_number, &b.version, &b.version_length);
        s->version = (lj_version){b.version_kind, b.version_number,
                                  b.version ? (uint32_t)(b.version - s->from) : 0, b.version_length};
        break;
      case LJ_ID: {
        const uint8_t *at;
        note_step(s, LJ_STEP_ID, p, r->channel);
        p = s->from = NAME(scalar)(s, p, &r->id_kind, &r->id, &at, &r->id_length);
        r->id_at = (uint32_t)(at - line);
        break;
      }
      case LJ_PAYLOAD:
        note_step(s, LJ_STEP_PAYLOAD, p, r->channel);
        p = s->from = NAME(payload)(s, p, channel, &b);
        break;
      case LJ_ERROR:
        forget_shape(s);
        b.has_error = *p != 'n';
        p = NAME(value)(s, p, 0, 2);
        break;
      default:
        // What nothing mentions is counted.
        if (found >= channel->role_count) forget_shape(s);
        note_step(s, LJ_STEP_VALUE, p, r->channel);
        p = s->from = NAME(value)(s, p, 0, 2);
    }
    if (UNLIKELY(!p)) return NULL;
    SKIP_SPACE(p);
    if (*p == ',') {
      p++;
      SKIP_SPACE(p);
      continue;
    }
    if (UNLIKELY(*p != '}')) return NULL;
    p++;
    break;
  }
  if (!NAME(finish_body)(s, channel, &b)) return NULL;
  NAME(note_payload)(r, &b);
  return p;
}

// The channel of a line by its direction and its word, or LJ_NONE.
TARGET ALWAYS uint32_t NAME(channel)(lj_state *s, int side, const uint8_t *word,
                                            uint32_t length) {
  const lj_tables *t = s->t;
  if (!word) return side < 2 ? t->only_channel[side] : LJ_NONE;
  uint64_t head = head_of(word, length);
  for (uint32_t i = 0; i < t->word_count; i++) {
    if (is_text(t, &t->words[i].word, word, length, head)) return t->words[i].channel[side];
  }
  return LJ_NONE;
}

// Judges the line at p; gives the byte behind its value, or NULL where it is undecided.
TARGET ALWAYS const uint8_t *NAME(line)(lj_state *s, const uint8_t *p) {
  const lj_tables *t = s->t;
  lj_record *r = s->record;
  const uint8_t *line = p;
  SKIP_SPACE(p);
  if (UNLIKELY(*p == '\n')) {
    r->outcome = LJ_BLANK;
    return p;
  }
  if (UNLIKELY(*p != '{')) return NULL;
  p++;
  const lj_property *fields = t->properties + t->line_fields;
  uint8_t *after = s->scratch->line_next;
  const uint8_t *body = NULL, *body_end = NULL, *word = NULL, *handler = NULL;
  uint32_t word_length = 0, handler_length = 0;
  uint64_t owner = 0, hash;
  uint32_t seen = 0, last = 31;
  int side = 2, is_judged = 0;
  SKIP_SPACE(p);
  for (;;) {
    uint32_t found;
    p = NAME(field)(s, p, fields, t->line_field_count, t->line_slots, t->line_slot_mask, after[last],
                    0, &found, &hash);
    if (UNLIKELY(!p)) return NULL;
    SKIP_SPACE(p);
    if (UNLIKELY(found >= t->line_field_count)) {
      // Other fields are ignored.
      if (!owner) owner = ++s->scratch->owner;
      if (!lj_note_key(s->scratch, owner, hash)) return NULL;
      note_step(s, LJ_STEP_VALUE, p, LJ_NONE);
      p = s->from = NAME(value)(s, p, 0, 1);
    } else {
      if (UNLIKELY(seen >> found & 1)) return NULL;
      seen |= 1u << found;
      after[last] = (uint8_t)found;
      last = found;
      uint8_t kind;
      int64_t value;
      const uint8_t *at;
      uint32_t length;
      switch (fields[found].role) {
        case LJ_T:
          note_step(s, LJ_STEP_T, p, LJ_NONE);
          p = s->from = NAME(scalar)(s, p, &r->t_kind, &r->t, &at, &r->t_length);
          r->t_at = (uint32_t)(at - line);
          break;
        case LJ_SESSION:
          note_step(s, LJ_STEP_SESSION, p, LJ_NONE);
          p = s->from = NAME(scalar)(s, p, &r->session_kind, &r->session, &at, &r->session_length);
          r->session_at = (uint32_t)(at - line);
          break;
        case LJ_DIRECTION:
          p = NAME(scalar)(s, p, &kind, &value, &at, &length);
          if (!p || kind != LJ_TEXT) return NULL;
          side = 0;
          while (side < 2 && find_text(t, t->direction_words[side], t->direction_counts[side], at,
                                       length) == LJ_NONE)
            side++;
          if (side == 2) return NULL;
          break;
        case LJ_CHANNEL:
          p = NAME(scalar)(s, p, &kind, &value, &word, &word_length);
          if (!p || kind != LJ_TEXT) return NULL;
          break;
        case LJ_HANDLER:
          p = NAME(scalar)(s, p, &kind, &value, &handler, &handler_length);
          if (!p || kind != LJ_TEXT) return NULL;
          break;
        case LJ_PAGE:
          note_step(s, LJ_STEP_PAGE, p, LJ_NONE);
          p = s->from = NAME(scalar)(s, p, &kind, &value, &at, &length);
          if (!p || kind != LJ_INTEGER || value < 0 || value >= INT32_MAX) return NULL;
          r->page = (uint32_t)value;
          break;
        case LJ_BODY:
          body = p;
          // A `channel` behind it would go before a `handler`.
          if (LIKELY(side < 2 && (word || handler))) {
            uint32_t channel = NAME(channel)(s, side, word ? word : handler,
                                             word ? word_length : handler_length);
            if (UNLIKELY(channel == LJ_NONE)) return NULL;
            r->channel = channel;
            is_judged = 1;
            p = NAME(body)(s, line, p, &t->channels[channel]);
          } else {
            forget_shape(s);
            p = NAME(skip)(p, s->end);
          }
          body_end = p;
          break;
        default: return NULL;
      }
    }
    if (UNLIKELY(!p)) return NULL;
    SKIP_SPACE(p);
    if (*p == ',') {
      p++;
      SKIP_SPACE(p);
      continue;
    }
    if (UNLIKELY(*p != '}')) return NULL;
    p++;
    break;
  }
  if (UNLIKELY(!body || (word && handler))) return NULL;
  if (!is_judged) {
    if (handler) {
      word = handler;
      word_length = handler_length;
    }
    uint32_t channel = NAME(channel)(s, side, word, word_length);
    if (channel == LJ_NONE) return NULL;
    r->channel = channel;
    if (NAME(body)(s, line, body, &t->channels[channel]) != body_end) return NULL;
  }
  return p;
}

// MARK: Shapes

// Whether the bytes at p are this piece.
TARGET ALWAYS int NAME(is_shape)(const uint8_t *p, const lj_shape *shape) {
#if VECTORS
  __m256i v = _mm256_loadu_si256((const __m256i *)p);
  __m256i k = _mm256_loadu_si256((const __m256i *)shape->bytes);
  if (shape->low & ~(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, k))) return 0;
  if (shape->length <= 32) return 1;
  v = _mm256_loadu_si256((const __m256i *)(p + 32));
  k = _mm256_loadu_si256((const __m256i *)(shape->bytes + 32));
  return (shape->high & ~(unsigned)_mm256_movemask_epi8(_mm256_cmpeq_epi8(v, k))) == 0;
#else
  return memcmp(p, shape->bytes, shape->length) == 0;
#endif
}

// Judges the line at p by the shapes that lines had. Gives its line end, or NULL where it has none of
// them or something is wrong: then nothing but the record has changed.
TARGET NEVER const uint8_t *NAME(shaped_line)(lj_state *s, const uint8_t *p) {
  lj_scratch *m = s->scratch;
  lj_record *r = s->record;
  const uint8_t *line = p;
  NAME(body_state) b = {.line = line};
  const lj_channel *channel = NULL;
  uint32_t at = m->first_shape, first = 0, parent = 0;
  uint16_t *hint = NULL;
  for (;;) {
    const lj_shape *shape;
    for (;;) {
      if (UNLIKELY(!at)) {
        // One from the middle was tried first.
        if (!first) return NULL;
        at = first;
        first = 0;
      }
      shape = &m->shapes[at];
      if (LIKELY(NAME(is_shape)(p, shape))) break;
      at = shape->other;
    }
    if (hint) {
      *hint = (uint16_t)at;
      hint = NULL;
      first = 0;
    }
    if (shape->version.kind != LJ_NOTHING) {
      b.version_kind = shape->version.kind;
      b.version_number = shape->version.number;
      b.version = p + shape->version.at;
      b.version_length = shape->version.length;
    }
    p += shape->length;
    parent = at;
    at = shape->first;
    const uint8_t *q;
    switch (shape->role) {
      case LJ_STEP_T:
        p = NAME(scalar)(s, p, &r->t_kind, &r->t, &q, &r->t_length);
        r->t_at = (uint32_t)(q - line);
        break;
      case LJ_STEP_SESSION:
        p = NAME(scalar)(s, p, &r->session_kind, &r->session, &q, &r->session_length);
        r->session_at = (uint32_t)(q - line);
        break;
      case LJ_STEP_PAGE: {
        uint8_t kind = LJ_NOTHING;
        int64_t value = 0;
        uint32_t length;
        p = NAME(scalar)(s, p, &kind, &value, &q, &length);
        if (kind != LJ_INTEGER || value < 0 || value >= INT32_MAX) return NULL;
        r->page = (uint32_t)value;
        break;
      }
      case LJ_STEP_KIND: {
        uint32_t flags;
        q = *p == '"' ? NAME(text)(s, p + 1, &flags) : NULL;
        if (UNLIKELY(!q || flags & BS_ESCAPES)) return NULL;
        r->channel = shape->channel;
        channel = &s->t->channels[shape->channel];
        b.kind = NAME(find_kind)(s, channel, p + 1, (size_t)(q - p - 1));
        if (UNLIKELY(!b.kind)) return NULL;
        hint = &m->hints[(size_t)(b.kind - s->t->kinds) % LJ_HINTS];
        if (*hint && m->shapes[*hint].parent == parent) {
          first = at;
          at = *hint;
        }
        p = q + 1;
        break;
      }
      case LJ_STEP_ID:
        p = NAME(scalar)(s, p, &r->id_kind, &r->id, &q, &r->id_length);
        r->id_at = (uint32_t)(q - line);
        break;
      case LJ_STEP_PAYLOAD:
        r->channel = shape->channel;
        channel = &s->t->channels[shape->channel];
        p = NAME(payload)(s, p, channel, &b);
        break;
      case LJ_STEP_VALUE:
        p = NAME(value)(s, p, 0, shape->channel == LJ_NONE ? 1 : 2);
        break;
      default:
        r->channel = shape->channel;
        channel = &s->t->channels[shape->channel];
        if (!NAME(finish_body)(s, channel, &b)) return NULL;
        NAME(note_payload)(r, &b);
        return p - 1;
    }
    if (UNLIKELY(!p)) return NULL;
  }
}

TARGET ALWAYS void NAME(begin_line)(lj_state *s, lj_record *r, const uint8_t *p, uint64_t at) {
  memset(r, 0, sizeof *r);
  r->at = at;
  r->schema = LJ_NONE;
  r->page = LJ_NONE;
  s->record = r;
  s->line = s->from = p;
  s->step_count = 0;
  s->version.kind = LJ_NOTHING;
  s->scratch->line_owner = ++s->scratch->owner;
  s->scratch->key_count = 0;
}

// Judges the line at p by reading all of it; learns its shape, if shapes are trusted.
TARGET NEVER const uint8_t *NAME(plain_line)(lj_state *s, const uint8_t *p) {
  lj_scratch *m = s->scratch;
  const uint8_t *q = NAME(line)(s, p);
  if (UNLIKELY(!q)) return NULL;
  SKIP_SPACE(q);
  if (UNLIKELY(*q != '\n')) return NULL;
  if (s->record->outcome == LJ_BLANK) return q;
  if (m->trust >= 0) {
    note_step(s, LJ_STEP_END, q + 1, s->record->channel);
    lj_learn(s);
  }
  return q;
}

TARGET static size_t NAME(scan)(const lj_tables *tables, lj_scratch *scratch, const uint8_t *p,
                                const uint8_t *end, lj_record *out, size_t limit,
                                const uint8_t **next) {
  lj_state s = {.t = tables, .schemas = tables->schemas, .scratch = scratch, .record = out, .end = end};
  size_t count = 0;
  const uint8_t *base = p;
  if (scratch->shape_count == 0) lj_forget_shapes(scratch);
  while (p < end && count < limit) {
    lj_record *r = &out[count];
    NAME(begin_line)(&s, r, p, (uint64_t)(p - base));
    const uint8_t *q = NULL;
    if (LIKELY(scratch->trust >= 0)) q = NAME(shaped_line)(&s, p);
    if (LIKELY(q != NULL)) {
      scratch->trust += scratch->trust < LJ_MOST_TRUST ? 8 : 0;
    } else {
      NAME(begin_line)(&s, r, p, (uint64_t)(p - base));
      q = NAME(plain_line)(&s, p);
      if (scratch->trust < 0) {
        if (++scratch->trust == 0) scratch->trust = LJ_NEW_TRUST;
      } else if (--scratch->trust < 0) {
        scratch->trust = LJ_NO_TRUST;
      }
    }
    if (UNLIKELY(q == NULL)) {
      r->outcome = LJ_UNDECIDED;
      q = bs_find_newline(p, end);
    }
    r->length = (uint32_t)(q - p);
    p = q + 1;
    count++;
  }
  *next = p;
  return count;
}

TARGET static int NAME(judge_value)(const lj_tables *tables, lj_scratch *scratch, const uint8_t *p,
                                    uint32_t length, uint32_t schema, lj_record *record) {
  // The value stands in a line, so that a line end follows somewhere.
  const uint8_t *end = p + length;
  while (*end != '\n') end++;
  lj_state s = {.t = tables, .schemas = tables->schemas, .scratch = scratch, .record = record, .end = end + 1};
  scratch->line_owner = ++scratch->owner;
  scratch->key_count = 0;
  return NAME(value)(&s, p, schema, 2) == p + length;
}
