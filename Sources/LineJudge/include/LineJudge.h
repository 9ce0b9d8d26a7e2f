#ifndef LINEJUDGE_H
#define LINEJUDGE_H

// One pass over the lines of a log: grammar, UTF-8, keys that stand twice, the line's fields, the
// roles of its body and the schemas of its payload, by flat tables that a contract was compiled to.
//
// The pass decides what is plain and nothing else: of every line it either knows all, or says so
// (LJ_UNDECIDED), and the reference evaluator judges that line. It never explains.
//
// No allocation, no state between lines but what `lj_scratch` holds. Text must be followed by
// LJ_PADDING readable bytes, whatever is in them.

#include <stddef.h>
#include <stdint.h>

enum { LJ_PADDING = 64 };

// What a JSON value is; the order of the reader's kinds.
enum { LJ_NULL = 0, LJ_BOOL, LJ_NUMBER, LJ_STRING, LJ_ARRAY, LJ_OBJECT };

// What a schema says of values of one kind.
enum {
  LJ_PASS = 0,  // all are good
  LJ_FAIL,      // none is: the findings are `fails`
  LJ_RULE,      // the rule of the kind says
  LJ_UNKNOWN,   // the reference evaluator must be asked
};

// Causes of findings that the pass can count.
enum {
  LJ_MISSING_FIELD = 0,
  LJ_UNKNOWN_FIELD,    // a schema forbids it: an error whatever the contract says of unknown fields
  LJ_UNMENTIONED,      // nothing mentions it: as severe as the message says
  LJ_WRONG_TYPE,
  LJ_NOT_IN_ENUM,
  LJ_OUT_OF_RANGE,
  LJ_BAD_LENGTH,
  LJ_PATTERN,
  LJ_NOT_UNIQUE,
  LJ_CAUSES,
};

enum { LJ_NONE = UINT32_MAX };

#pragma clang assume_nonnull begin

/// A schema. Schema 0 takes everything.
typedef struct {
  uint32_t least_bytes, span_bytes;  // a string of ASCII of so many bytes, or so many more, is good
  uint8_t act[6];      // by kind: LJ_PASS, LJ_FAIL, LJ_RULE, LJ_UNKNOWN
  uint8_t booleans;    // LJ_RULE of booleans: 1 takes false, 2 takes true
  uint8_t counts;      // 0: a failure of a rule cannot be counted, the line is undecided
  uint32_t rule[6];    // by kind, of numbers, strings, arrays and objects
  uint32_t fails[6];   // by kind: where a failing kind's causes begin, LJ_NONE: not countable
} lj_schema;

/// A text of the contract: where it stands in `text`, its length and its first bytes.
typedef struct {
  uint32_t at;
  uint32_t length;
  uint64_t head;  // the first eight bytes, zeros behind the end
} lj_text;

typedef struct {
  uint32_t least, most;      // code points
  uint32_t set, set_count;   // `texts`; LJ_NONE: no set
  uint32_t pattern;          // `patterns`; LJ_NONE: none
  uint32_t format;           // LJ_FORMAT_…
  uint32_t asks;             // LJ_ASKS_…: what there is besides the length
  uint32_t heads;            // `integers`: the eight words of a set of so many short ones; or LJ_NONE
  uint32_t only_bytes;       // the length of all words of the set; 0: they have several
} lj_string_rule;

enum { LJ_ASKS_NOTHING = 0, LJ_ASKS_SET, LJ_ASKS_PATTERN, LJ_ASKS_MORE };

enum { LJ_FORMAT_NONE = 0, LJ_FORMAT_DATE_TIME, LJ_FORMAT_DATE, LJ_FORMAT_UUID, LJ_FORMAT_URI, LJ_FORMAT_OTHER };

typedef struct {
  int64_t quick_low;         // integers of so much, or up to so much more, are good without more ado
  uint64_t quick_span;
  uint64_t inner_low;        // the same of what stands before the point of a fraction, without a sign
  uint64_t inner_span;
  int64_t least, most;       // of integers, inclusive
  double low, high;          // of other numbers: strictly between they are good
  uint32_t set, set_count;   // `integers`, sorted; LJ_NONE: no set
  int64_t divisor;           // 0: none
  uint8_t is_integer;        // a fraction is wrong (1.0 is none: undecided)
  uint8_t is_safe;           // integers beyond 2^53 - 1 are told: undecided
} lj_number_rule;

typedef struct {
  uint32_t least, most;      // items
  uint32_t prefix, prefix_count;  // `lists`
  uint32_t items;            // schema of the others
  uint8_t unique;
} lj_array_rule;

/// A member that a schema or a framing knows. Behind those that belong together stands one that is
/// never met: its key is zeros, and its mask has all bits.
typedef struct {
  uint8_t key[32];     // `"name":`; zeros where it does not fit
  uint32_t mask;       // a bit for each byte of it
  uint32_t length;     // of `"name":`
  lj_text name;
  uint32_t schema;
  uint32_t role;       // of framing fields and of a line's fields
} lj_property;

typedef struct {
  uint32_t first, count;       // `properties`, at most 64, and one that is never met
  uint32_t slots, slot_mask;   // name table: positions from 1, at `slots + (hash & mask)`, onward
  uint64_t required;           // a bit for each property
  uint32_t least, most;        // members
  uint32_t others;             // schema of other members
  uint8_t forbids;             // other members are LJ_UNKNOWN_FIELD
  uint8_t notes;               // other members are LJ_UNMENTIONED
  uint8_t counts;              // `least` and `most` say something
  // A union whose branches are told apart by the text of one member.
  uint8_t is_union;
  lj_property tag;
  uint32_t cases, case_count;  // `texts`, and `lists` behind them in the same order
  uint32_t case_schemas;       // `lists`
  uint32_t unused[2];
} lj_object_rule;

/// A pattern as an automaton over classes of code points. A state is the place of its row: the first
/// is dead, the second, at `width`, has matched, and neither is left.
typedef struct {
  uint32_t states;             // `transitions`: rows of `width`
  uint32_t width;              // classes, the class of no code point and the end
  uint32_t start;
  uint32_t ascii;              // `bytes`: 128 classes
  uint32_t ranges, range_count;  // `ranges`: first code points, then their classes
} lj_pattern;

/// Roles of framing fields.
enum { LJ_KIND = 0, LJ_VERSION, LJ_ID, LJ_PAYLOAD, LJ_ERROR, LJ_FRAMING };
/// Fields of a line.
enum { LJ_T = 0, LJ_SESSION, LJ_DIRECTION, LJ_CHANNEL, LJ_HANDLER, LJ_BODY, LJ_PAGE, LJ_OTHER_FIELD };

/// A message that a kind may be.
typedef struct {
  uint32_t message;            // number in the set
  uint32_t payload;            // schema
  uint8_t version_kind;        // 0: any and none, 1: an integer, 2: text
  uint8_t needs_id, takes_id;  // an id is required, an id is looked at
  uint8_t is_decided;          // 0: the reference must look at it
  int64_t version;
  lj_text version_text;
} lj_candidate;

/// A kind's word on a channel.
typedef struct {
  lj_text word;
  uint32_t first, count;       // `candidates`
  uint32_t reply;              // number of the reply kind, LJ_NONE: it is a message's
} lj_kind;

typedef struct {
  uint32_t roles, role_count;  // `properties`
  uint32_t slots, slot_mask;
  uint32_t kinds, kind_count;  // `kinds`
  uint32_t kind_slots, kind_mask;
  uint32_t reply_schema;       // the schema of all replies here; LJ_NONE: the request says
  uint8_t is_decided;          // 0: bodies of this channel are the reference's
  uint8_t has_kind, has_payload, has_version, has_id, has_error;
  uint8_t answers;             // a body without kind and with an id is a reply
  uint8_t id_type;             // 0 any, 1 integer, 2 text
  uint8_t refuses_fn;          // a body with `fn` is the reference's
  uint32_t id_pattern;
} lj_channel;

/// A channel's word and the channel it means by direction: from the web, from native, from nobody.
typedef struct {
  lj_text word;
  uint32_t channel[3];         // LJ_NONE: the reference must look
} lj_word;

/// All tables; none of the pointers is null once they are filled.
typedef struct {
  const uint8_t *_Nullable text;
  const uint8_t *_Nullable bytes;
  const lj_schema *_Nullable schemas;
  const lj_string_rule *_Nullable strings;
  const lj_number_rule *_Nullable numbers;
  const lj_array_rule *_Nullable arrays;
  const lj_object_rule *_Nullable objects;
  const lj_property *_Nullable properties;
  const lj_text *_Nullable texts;
  const int64_t *_Nullable integers;
  const uint32_t *_Nullable lists;
  const uint32_t *_Nullable slots;
  const uint16_t *_Nullable transitions;
  const uint32_t *_Nullable ranges;
  const lj_pattern *_Nullable patterns;
  const uint8_t *_Nullable causes;       // lists of failing kinds: a count, then the causes
  const lj_candidate *_Nullable candidates;
  const lj_kind *_Nullable kinds;
  const lj_channel *_Nullable channels;
  const lj_word *_Nullable words;
  uint32_t word_count;
  uint32_t line_fields, line_field_count;  // `properties`
  uint32_t line_slots, line_slot_mask;
  uint32_t direction_words[2], direction_counts[2];  // `texts`
  uint32_t only_channel[2];    // by direction, for lines that name none; LJ_NONE: the reference's
} lj_tables;

// What a line is.
enum {
  LJ_UNDECIDED = 0,  // the reference must judge it
  LJ_BLANK,
  LJ_MESSAGE,
  LJ_REPLY,
};

enum { LJ_NOTHING = 0, LJ_INTEGER, LJ_TEXT, LJ_OTHER };

/// What came of a line. Places are bytes from the line's beginning.
typedef struct {
  uint64_t at;                 // bytes from the beginning of the text
  uint32_t length;             // without the line end
  uint8_t outcome;
  uint8_t t_kind, session_kind, id_kind;
  uint32_t channel;
  uint32_t message;            // LJ_MESSAGE: number in the set; LJ_REPLY: number of the reply kind
  int64_t t, session, id;      // integers
  uint32_t t_at, t_length;     // texts, without quotes
  uint32_t session_at, session_length;
  uint32_t id_at, id_length;
  uint32_t payload_at, payload_length;  // if there is one
  uint32_t schema;             // LJ_REPLY: the schema its payload was judged by, LJ_NONE: none yet
  uint32_t unmentioned;        // members at the top of the body that nothing mentions
  uint32_t page;               // LJ_NONE: none
  uint16_t found[LJ_CAUSES];   // findings of the payload by cause
  uint8_t is_faulty;           // there is one
  uint8_t has_payload;
} lj_record;

enum { LJ_KEYS = 2048, LJ_SHAPES = 96, LJ_SHAPE_BYTES = 64, LJ_STEPS = 12, LJ_HINTS = 256 };

/// What is read where a piece of a line's shape ends.
enum { LJ_STEP_T = 0, LJ_STEP_SESSION, LJ_STEP_PAGE, LJ_STEP_KIND, LJ_STEP_ID, LJ_STEP_PAYLOAD, LJ_STEP_VALUE, LJ_STEP_END };

/// Where a body says its version.
typedef struct {
  uint8_t kind;                // LJ_NOTHING: not here
  int64_t number;
  uint32_t at, length;         // bytes from the beginning of the piece
} lj_version;

/// A piece of the shape that lines had: all that stands between two values that vary. What such bytes
/// mean behind what came before is known, so that a comparison stands for reading them.
typedef struct {
  uint8_t bytes[LJ_SHAPE_BYTES];
  uint32_t low, high;          // a bit for each byte
  uint32_t length;
  uint16_t first, other;       // the pieces that were met behind it, and in its place; 0: none
  uint16_t parent;
  uint8_t role;                // LJ_STEP_…
  uint32_t channel;            // LJ_NONE outside of the body
  lj_version version;
  uint64_t unused[2];          // two lines of the processor's memory each
} lj_shape;

/// A place of a line where something was read that varies.
typedef struct {
  uint8_t role;
  uint32_t from, to;           // from behind the last such value to this one
  uint32_t channel;
  lj_version version;
} lj_step;

/// What one thread needs: zeros at first.
typedef struct {
  struct { uint64_t hash; uint64_t owner; } keys[2 * LJ_KEYS];
  uint64_t owner;              // the last object that kept keys
  uint64_t line_owner;         // the first of this line
  uint32_t key_count;          // of this line
  uint8_t line_next[32], body_next[32];  // which field followed which, last time
  uint8_t fields[64];          // by the beginning of a key: its field from 1 on, last time
  lj_shape shapes[LJ_SHAPES];  // none is the first
  uint16_t shape_count;
  uint16_t first_shape;
  uint16_t hints[LJ_HINTS];    // by kind: the piece that came behind it last time
  int32_t trust;               // in shapes: below zero they are not tried until it has risen again
  lj_step steps[LJ_STEPS];     // of this line
  uint8_t text[4096];
} lj_scratch;

// Which instructions are used. Every level gives the same answers; tests hold them to that.
enum { LJ_PLAIN = 0, LJ_AVX2 = 1 };

/// The highest level of this machine.
int lj_level(void);

/// Judges the lines of [p, end), which ends with a line end, until `limit` records are full. Gives
/// how many; *next is where to go on.
size_t lj_scan(int level, const lj_tables *tables, lj_scratch *scratch, const uint8_t *p,
               const uint8_t *end, lj_record *out, size_t limit,
               const uint8_t *_Nonnull *_Nonnull next);

/// Judges one value by a schema: findings go to `record`. 0 where the reference must look.
int lj_value(int level, const lj_tables *tables, lj_scratch *scratch, const uint8_t *p,
             uint32_t length, uint32_t schema, lj_record *record);

/// Forgets the findings of a record.
void lj_clear(lj_record *record);

/// The slot of a name of n bytes before masking; tables are made with it.
uint32_t lj_hash(const uint8_t *p, size_t n);

#pragma clang assume_nonnull end

#endif
