#ifndef BYTESCAN_JAVASCRIPTTEXT_H
#define BYTESCAN_JAVASCRIPTTEXT_H

// JSON text to the inside of a JavaScript string in single quotes. The output is ASCII and holds no
// quote that is not escaped, no line end, no '<' and no '>'.

#include <stddef.h>
#include <stdint.h>

// What the one-pass check may wave through.
enum {
  BS_ANY_KEYS = 1,     // do not look for keys that stand twice
  BS_ANY_NUMBERS = 2,  // do not look at what numbers become
  BS_ALL_DIGITS = 4,   // no number may lose a digit, fractions included
};

// How far bs_js_escape came.
typedef struct {
  size_t read;     // bytes of the input that are done
  size_t written;  // bytes put out
} bs_progress;

/// The bytes beyond its output that bs_js_plain may need free: give it that much more.
enum { BS_JS_SLACK = 128 };

/// Escapes n bytes of UTF-8 (not checked; a lone byte of 0x80 and above becomes \ufffd) into out,
/// as far as `capacity` goes. At most six bytes come out of one that goes in, three of one that is
/// not ASCII.
bs_progress bs_js_escape(const uint8_t *text, size_t n, uint8_t *out, size_t capacity);

/// Checks a JSON text and escapes it in one pass. Gives the bytes written, or 0 where it gives up:
/// the text may be wrong, or right in a way this pass does not know. Whoever gets 0 asks a reader
/// that knows everything.
size_t bs_js_plain(const uint8_t *text, size_t n, uint8_t *out, size_t capacity, uint32_t options,
                   size_t max_depth);

// Which instructions bs_js_plain uses. Every level gives the same answers; tests hold them to that.
enum {
  BS_JS_BASELINE = 0,  // what every machine of the kind has
  BS_JS_AVX2 = 1,
  BS_JS_AVX512 = 2,  // with VBMI
};

/// The highest level of this machine, which is the one in use.
int bs_js_level(void);

/// bs_js_plain at a level that must not be above `bs_js_level()`.
size_t bs_js_plain_at(int level, const uint8_t *text, size_t n, uint8_t *out, size_t capacity,
                      uint32_t options, size_t max_depth);

/// The number of bytes of 0x80 and above.
size_t bs_count_foreign(const uint8_t *text, size_t n);

/// Copies what stands for itself in a JSON string: up to the first control character, quote or
/// backslash of n bytes of UTF-8. Gives how many; up to 15 more bytes of `out` may be written.
size_t bs_json_run(const uint8_t *text, size_t n, uint8_t *out);

#endif
