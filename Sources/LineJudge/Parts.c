// What both levels of the pass share: leaves that are called now and then.

#include "Shared.h"

uint32_t lj_hash(const uint8_t *p, size_t n) {
  uint64_t head = 0;
  memcpy(&head, p, n < 8 ? n : 8);
  return word_hash(head, tail_of(p, n), n);
}

void lj_clear(lj_record *record) {
  memset(record->found, 0, sizeof record->found);
  record->is_faulty = 0;
}

int lj_fail_kind(lj_state *s, const lj_schema *schema, int kind) {
  uint32_t list = schema->fails[kind];
  if (list == LJ_NONE) return 0;
  const uint8_t *causes = s->t->causes + list;
  for (int i = 0; i < causes[0]; i++) {
    if (s->record->found[causes[1 + i]]++ == UINT16_MAX) return 0;
  }
  s->record->is_faulty = 1;
  return 1;
}

int lj_note_key(lj_scratch *scratch, uint64_t owner, uint64_t hash) {
  if (++scratch->key_count > LJ_KEYS) return 0;
  uint64_t slot = (hash ^ owner * 0x9e3779b97f4a7c15ull) >> 17;
  for (;; slot++) {
    slot &= 2 * LJ_KEYS - 1;
    // What an earlier line left counts as free.
    if (scratch->keys[slot].owner < scratch->line_owner) break;
    if (scratch->keys[slot].hash == hash && scratch->keys[slot].owner == owner) return 0;
  }
  scratch->keys[slot].hash = hash;
  scratch->keys[slot].owner = owner;
  return 1;
}

// MARK: Text

const uint8_t lj_escapes[256] = {
    ['"'] = 1, ['\\'] = 1, ['/'] = 1, ['b'] = 1, ['f'] = 1, ['n'] = 1, ['r'] = 1, ['t'] = 1,
};

#define NO 0x80
const uint8_t lj_digits[256] = {
    [0 ... '0' - 1] = NO, ['0'] = 0, ['1'] = 1, ['2'] = 2, ['3'] = 3, ['4'] = 4, ['5'] = 5,
    ['6'] = 6, ['7'] = 7, ['8'] = 8, ['9'] = 9, ['9' + 1 ... 'A' - 1] = NO, ['A'] = 10, ['B'] = 11,
    ['C'] = 12, ['D'] = 13, ['E'] = 14, ['F'] = 15, ['F' + 1 ... 'a' - 1] = NO, ['a'] = 10,
    ['b'] = 11, ['c'] = 12, ['d'] = 13, ['e'] = 14, ['f'] = 15, ['f' + 1 ... 255] = NO,
};
#undef NO

int lj_decode(lj_scratch *scratch, const uint8_t *p, size_t n) {
  const uint8_t *end = p + n;
  uint8_t *out = scratch->text;
  if (n + LJ_PADDING > sizeof scratch->text) return -1;
  while (p < end) {
    if (*p != '\\') {
      *out++ = *p++;
      continue;
    }
    uint32_t c;
    switch (p[1]) {
      case 'b': c = '\b'; break;
      case 'f': c = '\f'; break;
      case 'n': c = '\n'; break;
      case 'r': c = '\r'; break;
      case 't': c = '\t'; break;
      case 'u':
        c = (uint32_t)lj_unit(p + 2);
        p += 4;
        if (c >= 0xD800 && c <= 0xDBFF) {
          // The other half is there: lone ones were refused.
          c = 0x10000 + ((c - 0xD800) << 10) + ((uint32_t)lj_unit(p + 4) - 0xDC00);
          p += 6;
        }
        break;
      default: c = p[1];
    }
    p += 2;
    if (c < 0x80) {
      *out++ = (uint8_t)c;
    } else if (c < 0x800) {
      *out++ = (uint8_t)(0xC0 | c >> 6);
      *out++ = (uint8_t)(0x80 | (c & 63));
    } else if (c < 0x10000) {
      *out++ = (uint8_t)(0xE0 | c >> 12);
      *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
      *out++ = (uint8_t)(0x80 | (c & 63));
    } else {
      *out++ = (uint8_t)(0xF0 | c >> 18);
      *out++ = (uint8_t)(0x80 | (c >> 12 & 63));
      *out++ = (uint8_t)(0x80 | (c >> 6 & 63));
      *out++ = (uint8_t)(0x80 | (c & 63));
    }
  }
  return (int)(out - scratch->text);
}

// The code point of checked UTF-8 at p.
static inline uint32_t code_point(const uint8_t *p, unsigned *length) {
  if (p[0] < 0xE0) {
    *length = 2;
    return (p[0] & 31u) << 6 | (p[1] & 63u);
  }
  if (p[0] < 0xF0) {
    *length = 3;
    return (p[0] & 15u) << 12 | (p[1] & 63u) << 6 | (p[2] & 63u);
  }
  *length = 4;
  return (p[0] & 7u) << 18 | (p[1] & 63u) << 12 | (p[2] & 63u) << 6 | (p[3] & 63u);
}

static uint32_t class_of(const lj_tables *t, const lj_pattern *pattern, uint32_t c) {
  const uint32_t *first = t->ranges + pattern->ranges;
  uint32_t low = 0, high = pattern->range_count;
  while (high - low > 1) {
    uint32_t middle = (low + high) / 2;
    if (first[middle] <= c) low = middle; else high = middle;
  }
  return first[pattern->range_count + low];
}

int lj_matches(const lj_tables *t, const lj_pattern *pattern, const uint8_t *p, size_t n) {
  const uint8_t *end = p + n, *ascii = t->bytes + pattern->ascii;
  const uint16_t *rows = t->transitions + pattern->states;
  uint32_t state = pattern->start, width = pattern->width;
  while (p < end && state > width) {
    uint32_t number;
    if (*p < 0x80) {
      number = ascii[*p++];
    } else {
      unsigned length;
      number = class_of(t, pattern, code_point(p, &length));
      p += length;
    }
    state = rows[state + number];
  }
  return rows[state + width - 1] == width;
}

int lj_judge_text(lj_state *s, const lj_schema *schema, const lj_string_rule *rule,
                  const uint8_t *p, size_t n, uint32_t flags) {
  if (flags & BS_ESCAPES && rule->asks == LJ_ASKS_NOTHING) {
    size_t length = (flags & BS_NON_ASCII ? bs_count_code_points(p, n) : n) - s->excess;
    if (length < rule->least && !fail(s, schema, LJ_BAD_LENGTH)) return 0;
    return length <= rule->most || fail(s, schema, LJ_BAD_LENGTH);
  }
  if (flags & BS_ESCAPES) {
    int decoded = lj_decode(s->scratch, p, n);
    if (decoded < 0) return 0;
    p = s->scratch->text;
    n = (size_t)decoded;
  }
  size_t length = flags ? bs_count_code_points(p, n) : n;
  if (length < rule->least && !fail(s, schema, LJ_BAD_LENGTH)) return 0;
  if (length > rule->most && !fail(s, schema, LJ_BAD_LENGTH)) return 0;
  if (rule->set != LJ_NONE && find_text(s->t, rule->set, rule->set_count, p, n) == LJ_NONE &&
      !fail(s, schema, LJ_NOT_IN_ENUM))
    return 0;
  if (rule->pattern != LJ_NONE && !lj_matches(s->t, &s->t->patterns[rule->pattern], p, n) &&
      !fail(s, schema, LJ_PATTERN))
    return 0;
  return rule->format == LJ_FORMAT_NONE || lj_has_format(rule->format, p, n);
}

// MARK: Formats

static inline int digit(uint8_t c) { return (uint8_t)(c - '0') < 10; }
static inline int two(const uint8_t *p) { return (p[0] - '0') * 10 + (p[1] - '0'); }

static int is_day(const uint8_t *p) {
  static const int lengths[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  static const uint8_t places[8] = {0, 1, 2, 3, 5, 6, 8, 9};
  for (int i = 0; i < 8; i++) {
    if (!digit(p[places[i]])) return 0;
  }
  int month = two(p + 5), day = two(p + 8);
  return p[4] == '-' && p[7] == '-' && month >= 1 && month <= 12 && day >= 1 &&
         day <= lengths[month];
}

static int is_time(const uint8_t *p, size_t n) {
  if (n < 9 || !digit(p[0]) || !digit(p[1]) || !digit(p[3]) || !digit(p[4]) || !digit(p[6]) ||
      !digit(p[7]) || p[2] != ':' || p[5] != ':' || two(p) > 23 || two(p + 3) > 59 ||
      two(p + 6) > 59)
    return 0;
  size_t i = 8;
  if (p[i] == '.') {
    i++;
    if (i >= n || !digit(p[i])) return 0;
    while (i < n && digit(p[i])) i++;
  }
  if (i + 1 == n) return p[i] == 'Z' || p[i] == 'z';
  return i + 6 == n && (p[i] == '+' || p[i] == '-') && digit(p[i + 1]) && digit(p[i + 2]) &&
         p[i + 3] == ':' && digit(p[i + 4]) && digit(p[i + 5]) && two(p + i + 1) < 24 &&
         two(p + i + 4) < 60;
}

static int is_uuid(const uint8_t *p, size_t n) {
  if (n != 36) return 0;
  for (int i = 0; i < 36; i++) {
    uint8_t c = p[i];
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (c != '-') return 0;
    } else if (!digit(c) && (uint8_t)((c | 0x20) - 'a') > 5) {
      return 0;
    }
  }
  return 1;
}

// Characters of paths and queries that need no second look (RFC 3986, pchar without percent).
static const uint8_t plain_uri[256] = {
    ['a' ... 'z'] = 1, ['A' ... 'Z'] = 1, ['0' ... '9'] = 1, ['-'] = 1, ['.'] = 1, ['_'] = 1,
    ['~'] = 1, ['!'] = 1, ['$'] = 1, ['&'] = 1, ['\''] = 1, ['('] = 1, [')'] = 1, ['*'] = 1,
    ['+'] = 1, [','] = 1, [';'] = 1, ['='] = 1, [':'] = 1, ['@'] = 1, ['/'] = 1,
};

static int is_plain_uri(const uint8_t *p, size_t n) {
  size_t i = 0;
  while (i < n && (uint8_t)((p[i] | 0x20) - 'a') < 26) i++;
  if (i == 0 || n - i < 4 || p[i] != ':' || p[i + 1] != '/' || p[i + 2] != '/') return 0;
  i += 3;
  size_t host = i;
  while (i < n && ((uint8_t)((p[i] | 0x20) - 'a') < 26 || digit(p[i]) || p[i] == '.' || p[i] == '-'))
    i++;
  if (i == host) return 0;
  if (i == n) return 1;
  if (p[i] != '/') return 0;
  while (i < n && plain_uri[p[i]]) i++;
  if (i < n && p[i] == '?') {
    i++;
    while (i < n && (plain_uri[p[i]] || p[i] == '?')) i++;
  }
  return i == n;
}

int lj_has_format(uint32_t format, const uint8_t *p, size_t n) {
  switch (format) {
    case LJ_FORMAT_DATE: return n == 10 && is_day(p);
    case LJ_FORMAT_DATE_TIME:
      return n >= 20 && is_day(p) && (p[10] | 0x20) == 't' && is_time(p + 11, n - 11);
    case LJ_FORMAT_UUID: return is_uuid(p, n);
    case LJ_FORMAT_URI: return is_plain_uri(p, n);
    default: return 0;
  }
}

// MARK: Numbers

static const double powers[23] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
static const uint64_t integer_powers[19] = {
    1ull, 10ull, 100ull, 1000ull, 10000ull, 100000ull, 1000000ull, 10000000ull, 100000000ull,
    1000000000ull, 10000000000ull, 100000000000ull, 1000000000000ull, 10000000000000ull,
    100000000000000ull, 1000000000000000ull, 10000000000000000ull, 100000000000000000ull,
    1000000000000000000ull,
};

lj_decimal lj_read_decimal(const uint8_t *p, const uint8_t *first, uint64_t v, int is_negative) {
  lj_decimal r = {NULL, 0, 0, 0};
  size_t digits = (size_t)(p - first), tail = 0;
  if (*p == '.') {
    const uint8_t *q = p + 1;
    uint64_t w;
    if (memcpy(&w, q, 8), are_digits(w)) {
      v = v * 100000000 + eight_digits(w);
      q += 8;
    }
    for (uint64_t d; (d = (uint64_t)(*q - '0')) <= 9; q++) v = v * 10 + d;
    tail = (size_t)(q - p - 1);
    if (tail == 0) return r;
    p = q;
  }
  // So many digits at most are in `v` as they stand.
  int is_whole = digits + tail <= 18;
  int64_t scale = -(int64_t)tail;
  if ((*p | 0x20) == 'e') {
    p++;
    int exponent = 0, falls = *p == '-';
    if (*p == '+' || *p == '-') p++;
    const uint8_t *start = p;
    for (; digit(*p); p++) {
      if (exponent < 10000) exponent = exponent * 10 + (*p - '0');
    }
    if (p == start) return r;
    scale += falls ? -exponent : exponent;
  } else {
    r.is_fraction = is_whole && v % integer_powers[tail] != 0;
  }
  r.end = p;
  // Both factors are exact, so one multiplication rounds right (Clinger's quick case).
  if (is_whole && v <= (uint64_t)1 << 53 && scale >= -22 && scale <= 22) {
    double value = (double)v;
    value = scale < 0 ? value / powers[-scale] : value * powers[scale];
    r.value = is_negative ? -value : value;
    r.is_exact = 1;
  }
  return r;
}

// MARK: Shapes

void lj_forget_shapes(lj_scratch *m) {
  m->trust = LJ_NEW_TRUST;
  m->shape_count = 1;
  m->first_shape = 0;
  memset(m->hints, 0, sizeof m->hints);
}

void lj_learn(lj_state *s) {
  lj_scratch *m = s->scratch;
  if (s->step_count > LJ_STEPS) return;
  if (m->shape_count + s->step_count > LJ_SHAPES) {
    int32_t trust = m->trust;
    lj_forget_shapes(m);
    m->trust = trust;
  }
  uint16_t parent = 0;
  for (uint32_t i = 0; i < s->step_count; i++) {
    const lj_step *step = &m->steps[i];
    const uint8_t *bytes = s->line + step->from;
    uint32_t length = step->to - step->from;
    if (length > LJ_SHAPE_BYTES) return;
    uint16_t *link = parent ? &m->shapes[parent].first : &m->first_shape;
    while (*link && !(m->shapes[*link].length == length && m->shapes[*link].role == step->role &&
                      memcmp(m->shapes[*link].bytes, bytes, length) == 0))
      link = &m->shapes[*link].other;
    if (!*link) {
      lj_shape *shape = &m->shapes[m->shape_count];
      memset(shape, 0, sizeof *shape);
      memcpy(shape->bytes, bytes, length);
      uint64_t mask = length == 64 ? ~(uint64_t)0 : ((uint64_t)1 << length) - 1;
      shape->low = (uint32_t)mask;
      shape->high = (uint32_t)(mask >> 32);
      shape->length = length;
      shape->parent = parent;
      shape->role = step->role;
      shape->channel = step->channel;
      shape->version = step->version;
      *link = m->shape_count++;
    }
    parent = *link;
  }
}
