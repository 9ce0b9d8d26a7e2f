// The pass, made once for each level.

#include "Shared.h"

#define NAME(x) x##_plain
#define TARGET
#define VECTORS 0
#define LEVEL BS_PLAIN
#include "TextPass.h"
#include "ValuePass.h"
#include "LinePass.h"
#undef NAME
#undef TARGET
#undef VECTORS
#undef LEVEL

#if HAS_AVX2
#define NAME(x) x##_avx2
#define TARGET __attribute__((target("avx2,bmi,bmi2,popcnt,pclmul")))
#define VECTORS 1
#define LEVEL BS_AVX2
#include "TextPass.h"
#include "ValuePass.h"
#include "LinePass.h"
#endif

int lj_level(void) {
#if HAS_AVX2
  return bs_level() == BS_AVX2 && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt") &&
                 __builtin_cpu_supports("pclmul")
             ? LJ_AVX2
             : LJ_PLAIN;
#else
  return LJ_PLAIN;
#endif
}

size_t lj_scan(int level, const lj_tables *tables, lj_scratch *scratch, const uint8_t *p,
               const uint8_t *end, lj_record *out, size_t limit, const uint8_t **next) {
#if HAS_AVX2
  if (level == LJ_AVX2) return scan_avx2(tables, scratch, p, end, out, limit, next);
#endif
  return scan_plain(tables, scratch, p, end, out, limit, next);
}

int lj_value(int level, const lj_tables *tables, lj_scratch *scratch, const uint8_t *p,
             uint32_t length, uint32_t schema, lj_record *record) {
#if HAS_AVX2
  if (level == LJ_AVX2) return judge_value_avx2(tables, scratch, p, length, schema, record);
#endif
  return judge_value_plain(tables, scratch, p, length, schema, record);
}
