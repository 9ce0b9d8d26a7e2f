#!/usr/bin/env python3
"""Writes the Unicode tables of the formats `hostname`, `idn-hostname` and `idn-email`.

    generate-tables.py [folder of the Unicode Character Database] > IDNATables+Generated.swift

The folder defaults to where Debian's package `unicode-data` puts the files. The derived property
follows RFC 5892, sections 2 and 3, computed here from the database rather than copied from a
registry. `--check-idna` compares it with the tables of the PyPI package `idna`, where installed,
over the code points that this version of Unicode assigns.
"""

import pathlib
import re
import sys

arguments = [a for a in sys.argv[1:] if not a.startswith("--")]
FOLDER = pathlib.Path(arguments[0] if arguments else "/usr/share/unicode")
LIMIT = 0x110000


def lines(name):
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def span(field):
    first, _, last = field.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def members(name, *wanted):
    """Code points for which the file says one of `wanted`."""
    found = set()
    for fields in lines(name):
        if fields[1] in wanted:
            found.update(span(fields[0]))
    return found


version = re.search(r"-(\d+\.\d+\.\d+)\.txt", (FOLDER / "Scripts.txt").read_text()).group(1)

# UnicodeData.txt: category, combining class, Bidi class, decompositions.
category = ["Cn"] * LIMIT
combining = [0] * LIMIT
bidi = [None] * LIMIT
canonical = {}
compatible = {}
width = {}
lowercase = {}
pending = None
for line in (FOLDER / "UnicodeData.txt").read_text().splitlines():
    f = line.split(";")
    code = int(f[0], 16)
    first = code
    if f[1].endswith(", First>"):
        pending = code
        continue
    if f[1].endswith(", Last>"):
        first = pending
    for c in range(first, code + 1):
        category[c] = f[2]
        combining[c] = int(f[3])
        bidi[c] = f[4]
    if f[5]:
        if f[5].startswith("<"):
            kind, *parts = f[5].split()
            compatible[code] = [int(x, 16) for x in parts]
            if kind in ("<wide>", "<narrow>"):
                width[code] = int(parts[0], 16)
        else:
            canonical[code] = [int(x, 16) for x in f[5].split()]
    if f[13]:
        lowercase[code] = int(f[13], 16)

excluded = members("DerivedNormalizationProps.txt", "Full_Composition_Exclusion")
compositions = {tuple(v): k for k, v in canonical.items() if len(v) == 2 and k not in excluded}


# Normalization forms (UAX 15), written out so that they are those of this database.
def decompose(code, compat, out):
    if 0xAC00 <= code <= 0xD7A3:
        index = code - 0xAC00
        out += [0x1100 + index // 588, 0x1161 + index % 588 // 28]
        if index % 28:
            out.append(0x11A7 + index % 28)
    elif code in canonical or (compat and code in compatible):
        for part in canonical.get(code) or compatible[code]:
            decompose(part, compat, out)
    else:
        out.append(code)


def pair(a, b):
    if 0x1100 <= a < 0x1113 and 0x1161 <= b < 0x1176:
        return 0xAC00 + ((a - 0x1100) * 21 + b - 0x1161) * 28
    if 0xAC00 <= a <= 0xD7A3 and (a - 0xAC00) % 28 == 0 and 0x11A8 <= b < 0x11C3:
        return a + b - 0x11A7
    return compositions.get((a, b))


def normalized(text, compat):
    out = []
    for code in text:
        decompose(code, compat, out)
    for i in range(1, len(out)):
        j = i
        while j and combining[out[j]] and combining[out[j - 1]] > combining[out[j]]:
            out[j - 1], out[j] = out[j], out[j - 1]
            j -= 1
    result = []
    starter = -1
    last = 0
    for code in out:
        if starter >= 0 and (last < combining[code] or len(result) == starter + 1):
            both = pair(result[starter], code)
            if both is not None:
                result[starter] = both
                continue
        if combining[code] == 0:
            starter = len(result)
        last = combining[code]
        result.append(code)
    return result


folding = {}
for fields in lines("CaseFolding.txt"):
    if fields[1] in "CF":
        folding[int(fields[0], 16)] = [int(x, 16) for x in fields[2].split()]


def unstable(code):
    """RFC 5892, section 2.2."""
    once = normalized([code], True)
    folded = [x for c in once for x in folding.get(c, [c])]
    return normalized(folded, True) != [code]


# RFC 5892, section 2.6.
EXCEPTIONS = {c: "PVALID" for c in (0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007)}
EXCEPTIONS |= {c: "CONTEXTO" for c in (0xB7, 0x375, 0x5F3, 0x5F4, 0x30FB)}
EXCEPTIONS |= {c: "CONTEXTO" for c in [*range(0x660, 0x66A), *range(0x6F0, 0x6FA)]}
EXCEPTIONS |= {c: "DISALLOWED" for c in (0x640, 0x7FA, 0x302E, 0x302F, 0x303B)}
EXCEPTIONS |= {c: "DISALLOWED" for c in range(0x3031, 0x3036)}

ignorable = members("DerivedCoreProperties.txt", "Default_Ignorable_Code_Point")
ignorable |= members("PropList.txt", "White_Space", "Noncharacter_Code_Point")
noncharacter = members("PropList.txt", "Noncharacter_Code_Point")
join_control = members("PropList.txt", "Join_Control")
jamo = members("HangulSyllableType.txt", "L", "V", "T")
ignorable_blocks = {
    *range(0x20D0, 0x2100),  # Combining Diacritical Marks for Symbols
    *range(0x1D100, 0x1D200),  # Musical Symbols
    *range(0x1D200, 0x1D250),  # Ancient Greek Musical Notation
}
LDH = {0x2D, *range(0x30, 0x3A), *range(0x61, 0x7B)}


def derived(code):
    """RFC 5892, section 3."""
    if code in EXCEPTIONS:
        return EXCEPTIONS[code]
    if category[code] == "Cn" and code not in noncharacter:
        return "DISALLOWED"  # UNASSIGNED: refused alike
    if code in LDH:
        return "PVALID"
    if code in join_control:
        return "CONTEXTJ"
    if code in jamo or code in ignorable or code in ignorable_blocks or unstable(code):
        return "DISALLOWED"
    if category[code] in ("Ll", "Lu", "Lo", "Nd", "Lm", "Mn", "Mc"):
        return "PVALID"
    return "DISALLOWED"


joining = {}
for fields in lines("extracted/DerivedJoiningType.txt"):
    for c in span(fields[0]):
        joining[c] = fields[1]
maybe = set()
for fields in lines("DerivedNormalizationProps.txt"):
    if fields[1] == "NFC_QC" and fields[2] == "M":
        maybe.update(span(fields[0]))
greek = members("Scripts.txt", "Greek")
hebrew = members("Scripts.txt", "Hebrew")
kana_or_han = members("Scripts.txt", "Hiragana", "Katakana", "Han")

STATUS = {"DISALLOWED": 0, "PVALID": 1, "CONTEXTJ": 2, "CONTEXTO": 3}
# The Bidi classes that RFC 5893 names; all others share 0.
BIDI = {"L": 1, "R": 2, "AL": 3, "AN": 4, "EN": 5, "ES": 6, "CS": 7, "ET": 8, "ON": 9, "BN": 10}
BIDI["NSM"] = 11
JOINING = {"U": 0, "L": 1, "R": 2, "D": 3, "T": 4, "C": 0}


def properties(code):
    """Bits 0-1 status, 2-5 Bidi class, 6-8 joining type, 9 mark, 10-11 script, 12 NFC_QC=Maybe,
    13-20 combining class. What a refused code point cannot influence is left 0."""
    status = STATUS[derived(code)]
    bits = combining[code] << 13 | (code in maybe) << 12 | status
    if status == 0:
        return bits
    script = 1 if code in greek else 2 if code in hebrew else 3 if code in kana_or_han else 0
    bits |= BIDI.get(bidi[code], 0) << 2 | JOINING[joining.get(code, "U")] << 6
    return bits | category[code].startswith("M") << 9 | script << 10


def digits(*values):
    """Four digits of six bits each, most significant first, from '0' (48) to 'o' (111)."""
    return "".join(chr(48 + (v >> shift & 63)) for v in values for shift in (18, 12, 6, 0))


def literal(name, comment, records):
    text = "".join(records)
    print(f"\n  /// {comment}")
    print(f"  static let {name}Count = {len(records)}")
    print(f"  static let {name}: StaticString = #\"\"\"")
    rows = [text[i : i + 92] for i in range(0, len(text), 92)]
    print("\n".join("    " + row + "\\#" for row in rows[:-1]))
    print("    " + rows[-1])
    print("    \"\"\"#")


def main():
    runs = []
    previous = None
    for code in range(LIMIT):
        now = properties(code)
        if now != previous:
            runs.append(digits(code, now))
            previous = now
    decompositions = [
        digits(code, parts[0], parts[1] if len(parts) > 1 else 0)
        for code, parts in sorted(canonical.items())
    ]
    pairs = [digits(a, b, code) for (a, b), code in sorted(compositions.items())]
    mapped = {}
    for code in lowercase.keys() | width.keys():
        # Cherokee capitals are PVALID, and their small letters are not: leave what may stand.
        if derived(code) == "DISALLOWED":
            small = lowercase.get(code, code)
            mapped[code] = width.get(small, small)
    for dot in (0xFF0E, 0xFF61, 0x3002):
        mapped[dot] = 0x2E
    print("// Generated by generate-tables.py; do not edit.")
    print(f"// Source: Unicode Character Database, version {version}.")
    print("// swift-format-ignore-file")
    print()
    print("/// Tables over code points; every number is four digits of six bits, '0' is zero.")
    print("enum IDNATables {")
    print(f"  static let unicodeVersion = \"{version}\"")
    literal("properties", "First code point of a run, properties of the run.", runs)
    literal("decompositions", "Code point, its canonical decomposition (second part 0: none).",
            decompositions)
    literal("compositions", "First, second, their primary composite.", pairs)
    literal("mappings", "Code point, what RFC 5895 maps it to before normalization.",
            [digits(a, b) for a, b in sorted(mapped.items())])
    print("}")


def check():
    from idna import idnadata

    def theirs(kind):
        return {
            c for item in idnadata.codepoint_classes[kind] for c in range(item >> 32, item & 0xFFFFFFFF)
        }

    wrong = 0
    for kind in ("PVALID", "CONTEXTJ", "CONTEXTO"):
        for code in sorted(theirs(kind) ^ {c for c in range(LIMIT) if derived(c) == kind}):
            if category[code] != "Cn":
                print(f"U+{code:04X} {kind} differs, ours {derived(code)}")
                wrong += 1
    print(f"Unicode {version} against idna's Unicode {idnadata.__version__}: {wrong} differences")
    return wrong != 0


if __name__ == "__main__":
    sys.exit(check() if "--check-idna" in sys.argv else main())
