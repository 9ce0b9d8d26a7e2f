#ifndef LINEJUDGE_SHARED_H
#define LINEJUDGE_SHARED_H

#include <string.h>

#include "ByteScan.h"
#include "LineJudge.h"

#if defined(__x86_64__)
#define HAS_AVX2 1
#include <immintrin.h>
#else
#define HAS_AVX2 0
#endif

#define ALWAYS static inline __attribute__((always_inline))
#define NEVER static __attribute__((noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/// Containers inside one another that the pass goes into; deeper lines are undecided.
enum { LJ_DEPTH = 96 };
/// Items of an array whose items must differ that are compared pairwise.
enum { LJ_PAIRS = 32 };

/// What a pass carries around.
typedef struct {
  const lj_tables *t;
  const lj_schema *schemas;
  lj_scratch *scratch;
  lj_record *record;
  const uint8_t *end;   // where the text ends, behind a line end
  // The shape of this line, as far as it is known.
  const uint8_t *line;
  const uint8_t *from;  // behind the last value that varies
  uint32_t step_count;  // LJ_STEPS and more: the line has no shape that could be learnt
  lj_version version;
  // Of the last string with escapes: BS_ESCAPES and the like, and how many bytes count for nothing.
  uint32_t flags, excess;
} lj_state;

/// A number that the compiler must take as it is, though another that is equal is at hand.
ALWAYS size_t at_once(size_t n) {
  __asm__("" : "+r"(n));
  return n;
}

/// Behind white space of JSON that stands within a line.
static inline const uint8_t *behind_space(const uint8_t *p) {
  while (*p == ' ' || *p == '\t' || *p == '\r') p++;
  return p;
}

#define SKIP_SPACE(p) \
  if (UNLIKELY(*(p) <= ' ')) (p) = behind_space(p)

static inline uint64_t head_of(const uint8_t *p, size_t n) {
  uint64_t v;
  memcpy(&v, p, 8);  // the padding is there
  return n >= 8 ? v : v & (((uint64_t)1 << 8 * n) - 1);
}

/// The last eight bytes of a text of more than eight; else zero.
static inline uint64_t tail_of(const uint8_t *p, size_t n) {
  uint64_t v = 0;
  if (n > 8) memcpy(&v, p + n - 8, 8);
  return v;
}

static inline int is_text(const lj_tables *t, const lj_text *a, const uint8_t *p, size_t n,
                          uint64_t head) {
  if (a->length != n || a->head != head) return 0;
  if (n <= 8) return 1;
  const uint8_t *text = t->text + a->at;
  if (n <= 16) return tail_of(text, n) == tail_of(p, n);
  return memcmp(text + 8, p + 8, n - 8) == 0;
}

/// Where a word is looked for among those of a contract; nobody else can choose what is in there.
static inline uint32_t word_hash(uint64_t head, uint64_t tail, size_t n) {
  return (uint32_t)((head ^ (tail >> 7 | tail << 57) ^ n) * 0x9e3779b97f4a7c15ull >> 32);
}

/// The position of a text among `count` texts from `first` on, or LJ_NONE.
static inline uint32_t find_text(const lj_tables *t, uint32_t first, uint32_t count,
                                 const uint8_t *p, size_t n) {
  uint64_t head = head_of(p, n);
  for (uint32_t i = 0; i < count; i++) {
    if (is_text(t, &t->texts[first + i], p, n, head)) return i;
  }
  return LJ_NONE;
}

/// The bits of the properties from `run` up to `end`: of 64 at most.
ALWAYS uint64_t run_bits(const lj_property *properties, const lj_property *run,
                         const lj_property *end) {
  size_t n = (size_t)(end - run);
  if (n == 0) return 0;
  return ~(uint64_t)0 >> (64 - n) << (run - properties);
}

/// Notes that a value of the line begins at p which is another in each line.
static inline void note_step(lj_state *s, uint8_t role, const uint8_t *p, uint32_t channel) {
  if (s->step_count < LJ_STEPS) {
    lj_step *step = &s->scratch->steps[s->step_count];
    step->role = role;
    step->from = (uint32_t)(s->from - s->line);
    step->to = (uint32_t)(p - s->line);
    step->channel = channel;
    step->version = s->version;
  }
  s->version.kind = LJ_NOTHING;
  s->step_count++;
}

/// The line has no shape that is worth knowing.
static inline void forget_shape(lj_state *s) { s->step_count = LJ_STEPS + 1; }

/// Forgets all shapes, and trusts in those to come.
void lj_forget_shapes(lj_scratch *scratch);

/// A line that has one of the shapes saves as much as many lines without one cost. A log in which
/// hardly any has is read without them, but for a new trial now and then.
enum { LJ_NEW_TRUST = 128, LJ_MOST_TRUST = 4096, LJ_NO_TRUST = -4096 };

/// Remembers the shape of a line whose steps are all known.
void lj_learn(lj_state *s);

/// The same for a text of at most sixteen bytes; of a longer one LJ_NONE, whether it is there or not.
ALWAYS uint32_t find_short(const lj_tables *t, uint32_t first, uint32_t count, const uint8_t *p,
                           size_t n) {
  if (UNLIKELY(n > 16)) return LJ_NONE;
  uint64_t head = head_of(p, n), tail = tail_of(p, n);
  const lj_text *a = t->texts + first;
  for (uint32_t i = 0; i < count; i++, a++) {
    if (a->head == head && a->length == n && (n <= 8 || tail_of(t->text + a->at, n) == tail))
      return i;
  }
  return LJ_NONE;
}

/// Whether eight bytes are digits.
ALWAYS int are_digits(uint64_t w) {
  return (((w & 0xF0F0F0F0F0F0F0F0ull) ^ 0x3030303030303030ull) |
          (((w + 0x0606060606060606ull) & 0xF0F0F0F0F0F0F0F0ull) ^ 0x3030303030303030ull)) == 0;
}

/// What eight digits write, in pairs, then fours.
ALWAYS uint64_t eight_digits(uint64_t w) {
  w = (w & 0x0F0F0F0F0F0F0F0Full) * 2561 >> 8;
  w = (w & 0x00FF00FF00FF00FFull) * 6553601 >> 16;
  return (w & 0x0000FFFF0000FFFFull) * 42949672960001ull >> 32;
}

/// Bytes that may follow a backslash, except for `u`.
extern const uint8_t lj_escapes[256];
/// The values of hexadecimal digits; 0x80 for all others.
extern const uint8_t lj_digits[256];

/// The unit that four hexadecimal digits write, or a negative number.
ALWAYS int32_t lj_unit(const uint8_t *p) {
  uint32_t a = lj_digits[p[0]], b = lj_digits[p[1]], c = lj_digits[p[2]], d = lj_digits[p[3]];
  return (a | b | c | d) & 0x80 ? -1 : (int32_t)(a << 12 | b << 8 | c << 4 | d);
}

/// Counts a finding. Gives 0 where failures of this schema cannot be counted.
static inline int fail(lj_state *s, const lj_schema *schema, int cause) {
  if (!schema->counts || s->record->found[cause] == UINT16_MAX) return 0;
  s->record->found[cause]++;
  s->record->is_faulty = 1;
  return 1;
}

/// Whether nothing was found in a value whose failures are told as one of the value itself, such as
/// those of a union's branch. `outside` is what was there before it.
static inline int show_nothing(lj_state *s, uint8_t outside) {
  if (s->record->is_faulty) return 0;
  s->record->is_faulty = outside;
  return 1;
}

/// Counts what a schema says of a kind that it never takes.
int lj_fail_kind(lj_state *s, const lj_schema *schema, int kind);

/// Notes a key of an object; 0 if the object has it already, or if there are too many to tell.
int lj_note_key(lj_scratch *scratch, uint64_t owner, uint64_t hash);

/// Resolves the escapes of a checked string into the scratch text. Gives the bytes, or -1 where
/// there is no room.
int lj_decode(lj_scratch *scratch, const uint8_t *p, size_t n);

/// Whether a text has the pattern.
int lj_matches(const lj_tables *t, const lj_pattern *pattern, const uint8_t *p, size_t n);

/// The same for a text of ASCII alone.
ALWAYS int matches_ascii(const lj_tables *t, const lj_pattern *pattern, const uint8_t *p,
                         size_t n) {
  const uint8_t *end = p + n, *ascii = t->bytes + pattern->ascii;
  const uint16_t *rows = t->transitions + pattern->states;
  uint32_t state = pattern->start, width = pattern->width;
  // A look at the state now and then is enough, as the first two are never left.
  for (; end - p >= 4 && state > width; p += 4) {
    state = rows[state + ascii[p[0]]];
    state = rows[state + ascii[p[1]]];
    state = rows[state + ascii[p[2]]];
    state = rows[state + ascii[p[3]]];
  }
  for (; p < end; p++) state = rows[state + ascii[*p]];
  return rows[state + width - 1] == width;
}

/// 1: the text has the format; 0: the reference must look.
int lj_has_format(uint32_t format, const uint8_t *p, size_t n);

/// A number with a fraction or an exponent.
typedef struct {
  const uint8_t *end;  // NULL: not a number
  double value;
  int is_exact;     // `value` is the double nearest to the number
  int is_fraction;  // certainly no integer
} lj_decimal;

/// Reads on at p, behind the digits from `first` on that write v.
lj_decimal lj_read_decimal(const uint8_t *p, const uint8_t *first, uint64_t v, int is_negative);

/// Judges a text by a rule, with all that is not quick.
int lj_judge_text(lj_state *s, const lj_schema *schema, const lj_string_rule *rule,
                  const uint8_t *p, size_t n, uint32_t flags);

#endif
