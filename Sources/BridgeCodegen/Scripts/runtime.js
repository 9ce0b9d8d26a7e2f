// The contract at run time: reads, judges, builds and exchanges the bodies of one contract, from
// either side. No dependencies; ES2020. It holds no knowledge of any single contract.
function bridgeRuntime(contract) {
  "use strict";
  const has = (object, key) => Object.prototype.hasOwnProperty.call(object, key);
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const copy = (value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
  const put = (object, key, value) =>
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  const members = (object) => Object.keys(object || {});

  // MARK: Values

  function typeOf(value) {
    if (value === null || value === undefined) return "null";
    if (Array.isArray(value)) return "array";
    return typeof value;
  }

  function equal(a, b) {
    if (a === b) return true;
    if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
    if (Array.isArray(a) !== Array.isArray(b)) return false;
    const keys = Object.keys(a);
    if (keys.length !== Object.keys(b).length) return false;
    return keys.every((key) => has(b, key) && equal(a[key], b[key]));
  }

  /** JSON text with sorted keys: equal values have equal texts. */
  function canonical(value) {
    if (Array.isArray(value)) return "[" + value.map(canonical).join(",") + "]";
    if (isObject(value)) {
      const keys = Object.keys(value).sort();
      return "{" + keys.map((key) => JSON.stringify(key) + ":" + canonical(value[key])).join(",") + "}";
    }
    return JSON.stringify(value === undefined ? null : value);
  }

  const escaped = (key) => String(key).replace(/~/g, "~0").replace(/\//g, "~1");
  const parsePointer = (text) =>
    text === "" ? [] : text.slice(1).split("/").map((part) => part.replace(/~1/g, "/").replace(/~0/g, "~"));
  const pointerText = (path) => path.map((key) => "/" + escaped(key)).join("");

  /** The value at a path, or undefined. */
  function at(path, value) {
    for (const key of path) {
      if (Array.isArray(value)) {
        if (!/^(?:0|[1-9][0-9]*)$/.test(key) || Number(key) >= value.length) return undefined;
        value = value[Number(key)];
      } else if (isObject(value) && has(value, key)) {
        value = value[key];
      } else {
        return undefined;
      }
    }
    return value;
  }

  const patterns = new Map();
  function pattern(source) {
    if (!patterns.has(source)) patterns.set(source, new RegExp(source, "u"));
    return patterns.get(source);
  }

  const numberText = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
  const numberOrText = (text) => (numberText.test(text) ? Number(text) : text);
  const hasLoneSurrogate = (text) =>
    /[\ud800-\udbff](?![\udc00-\udfff])|(?:^|[^\ud800-\udbff])[\udc00-\udfff]/.test(text);

  function issue(cause, pointer, severity) {
    return { cause, at: pointer, severity: severity || "error" };
  }
  const isError = (issues) => issues.some((one) => one.severity === "error");

  // MARK: Places and tests

  function place(source) {
    if (source === undefined || source === null) return undefined;
    let match;
    if (isObject(source)) {
      match = source.match === undefined ? undefined : pattern(source.match);
      source = source.at;
    }
    const pointers = (Array.isArray(source) ? source : [source]).map(parsePointer);
    return { pointers, match, first: pointerText(pointers[0]) };
  }

  const isWhole = (spot) => !spot.match && spot.pointers.length === 1 && spot.pointers[0].length === 0;

  /** What stands at a place: undefined, or a value and whether it is text that was taken out. */
  function find(spot, body) {
    let found;
    if (spot.pointers.length === 1) {
      const value = at(spot.pointers[0], body);
      if (value !== undefined) found = { value, isText: false };
    } else {
      const values = spot.pointers.map((path) => at(path, body)).filter((value) => value !== undefined);
      if (values.length === 1) found = { value: values[0], isText: false };
      if (values.length > 1) {
        const words = values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
        found = { value: words.join("."), isText: true };
      }
    }
    if (!found || !spot.match) return found;
    if (typeof found.value !== "string") return undefined;
    const taken = spot.match.exec(found.value);
    return taken && taken[1] !== undefined ? { value: taken[1], isText: true } : undefined;
  }

  const isSomething = (found) => found !== undefined && found.value !== null;

  function test(source) {
    if (source === undefined) return undefined;
    const path = parsePointer(source.at);
    return {
      path,
      source,
      holds(body) {
        const value = at(path, body);
        if (value === undefined) return false;
        if (has(source, "is")) return equal(value, source.is);
        if (has(source, "in")) return source.in.some((one) => equal(one, value));
        if (has(source, "match")) return typeof value === "string" && pattern(source.match).test(value);
        return true;
      },
    };
  }

  const needsArray = (spot) => /^(?:0|[1-9][0-9]*)$/.test(spot.pointers[0][0]);
  function fits(spot, body) {
    if (spot.pointers[0].length === 0) return true;
    return typeOf(body) === (needsArray(spot) ? "array" : "object");
  }

  // MARK: Text inside text

  function decodeBase64(text) {
    let body = text.length % 4 === 0 ? text.replace(/={1,2}$/, "") : text;
    if (body.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(body)) throw new Error("base64");
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let out = "";
    let bits = 0;
    let count = 0;
    for (const letter of body) {
      bits = (bits << 6) | letters.indexOf(letter);
      count += 6;
      if (count >= 8) {
        count -= 8;
        out += "%" + (0x100 + ((bits >> count) & 0xff)).toString(16).slice(1);
        bits &= (1 << count) - 1;
      }
    }
    if (bits !== 0) throw new Error("base64");
    return decodeURIComponent(out);
  }

  function encodeBase64(text) {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const bytes = [];
    encodeURIComponent(text).replace(/%(..)|(.)/g, (_, hex, letter) =>
      bytes.push(hex ? parseInt(hex, 16) : letter.charCodeAt(0)));
    let out = "";
    for (let i = 0; i < bytes.length; i += 3) {
      const left = bytes.length - i;
      const bits = (bytes[i] << 16) | ((bytes[i + 1] || 0) << 8) | (bytes[i + 2] || 0);
      for (let k = 0; k < 4; k += 1) out += k <= left ? letters[(bits >> (18 - 6 * k)) & 63] : "=";
    }
    return out;
  }

  function hasDuplicateKeys(text) {
    // Only asked where the text has as many colons as would matter: JSON.parse keeps the last.
    const keys = [];
    let expectKey = false;
    for (let i = 0; i < text.length; i += 1) {
      const letter = text[i];
      if (letter === "\"") {
        let end = i + 1;
        while (text[end] !== "\"") end += text[end] === "\\" ? 2 : 1;
        if (expectKey) {
          const key = JSON.parse(text.slice(i, end + 1));
          const open = keys[keys.length - 1];
          if (open.has(key)) return true;
          open.add(key);
          expectKey = false;
        }
        i = end;
      } else if (letter === "{") {
        keys.push(new Set());
        expectKey = true;
      } else if (letter === "[") {
        keys.push(null);
      } else if (letter === "}" || letter === "]") {
        keys.pop();
        expectKey = false;
      } else if (letter === ",") {
        expectKey = keys[keys.length - 1] !== null && keys.length > 0;
      }
    }
    return false;
  }

  function parse(text) {
    const value = JSON.parse(text);
    if (hasDuplicateKeys(text)) throw new Error("a key stands twice");
    return value;
  }

  function decodeText(steps, text) {
    let value = text;
    for (const step of steps) {
      if (step === "text") continue;
      if (typeof value !== "string") return value;
      if (step === "percent") value = decodeURIComponent(value);
      else if (step === "base64") value = decodeBase64(value);
      else value = parse(value);
    }
    return value;
  }

  /** Replaces what stands at a path; the body itself is never changed. */
  function replaced(body, path, value) {
    if (path.length === 0) return value;
    const [key, ...rest] = path;
    if (Array.isArray(body)) {
      const out = body.slice();
      out[Number(key)] = replaced(body[Number(key)], rest, value);
      return out;
    }
    const out = {};
    for (const name of Object.keys(body)) put(out, name, body[name]);
    put(out, key, replaced(body[key], rest, value));
    return out;
  }

  /** Decodes text at pointers; the steps that had a text to decode go into `done`. */
  function decode(body, decodings, done) {
    for (const decoding of decodings) {
      const value = at(decoding.path, body);
      if (value === undefined) continue;
      if (typeof value !== "string") {
        if (decoding.steps[0] === "text") return { failure: pointerText(decoding.path), body };
        continue;
      }
      try {
        body = replaced(body, decoding.path, decodeText(decoding.steps, value));
        if (done) done.push(decoding);
      } catch (_) {
        return { failure: pointerText(decoding.path), body };
      }
    }
    return { body };
  }

  // MARK: Schemas

  const causes = {
    type: "wrong-type", required: "missing-field", dependentRequired: "schema", enum: "not-in-enum",
    const: "not-in-enum", minimum: "out-of-range", maximum: "out-of-range",
    exclusiveMinimum: "out-of-range", exclusiveMaximum: "out-of-range", multipleOf: "out-of-range",
    minLength: "bad-length", maxLength: "bad-length", minItems: "bad-length", maxItems: "bad-length",
    minProperties: "bad-length", maxProperties: "bad-length", pattern: "pattern",
    format: "bad-format", uniqueItems: "not-unique", additionalProperties: "unknown-field",
    unevaluatedProperties: "unknown-field",
  };

  const depthLimit = 600;

  function isOfType(value, type) {
    if (type === "integer") return typeof value === "number" && Number.isInteger(value);
    return typeOf(value) === type;
  }

  function resolve(reference) {
    if (!reference.startsWith("#")) return true;
    const target = at(parsePointer(decodeURIComponent(reference.slice(1))), contract);
    return target === undefined ? true : target;
  }

  function isMultiple(value, divisor) {
    const quotient = value / divisor;
    return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
  }

  /** A verdict on one value: issues, which members were looked at, whether members are listed. */
  function verdict() {
    return { issues: [], keys: new Set(), items: 0, allItems: false, lists: false, says: false };
  }

  function isValid(result) {
    return !result.issues.some((one) => one.severity === "error" && !one.isSoft);
  }

  function merge(into, from) {
    into.issues.push(...from.issues);
    from.keys.forEach((key) => into.keys.add(key));
    into.items = Math.max(into.items, from.items);
    into.allItems = into.allItems || from.allItems;
    into.lists = into.lists || from.lists;
    into.says = into.says || from.says;
  }

  /** Judges a value that stands by itself, with the fields that nothing mentions. */
  function judgeValue(schema, value, pointer, depth) {
    const result = apply(schema, value, pointer, depth);
    if (isObject(value) && result.lists && !result.says) {
      for (const key of Object.keys(value)) {
        if (result.keys.has(key)) continue;
        result.issues.push({ ...issue("unknown-field", pointer + "/" + escaped(key)), isSoft: true });
      }
    }
    return result;
  }

  /** Applies a schema to a value in place. */
  function apply(schema, value, pointer, depth) {
    const out = verdict();
    if (depth > depthLimit) {
      out.issues.push(issue("too-deep", pointer));
      return out;
    }
    if (schema === true || schema === undefined) return out;
    if (schema === false) {
      out.issues.push(issue("schema", pointer));
      return out;
    }
    const fail = (keyword, where) =>
      out.issues.push(issue(causes[keyword] || "schema", where === undefined ? pointer : where));
    const reference = schema.$ref !== undefined ? schema.$ref : schema.$dynamicRef;
    if (reference !== undefined) merge(out, apply(resolve(reference), value, pointer, depth + 1));
    applyScalars(schema, value, fail, out, pointer);
    if (Array.isArray(value)) applyItems(schema, value, pointer, depth, fail, out);
    if (isObject(value)) applyMembers(schema, value, pointer, depth, fail, out);
    applyInPlace(schema, value, pointer, depth, fail, out);
    applyRest(schema, value, pointer, depth, fail, out);
    return out;
  }

  function applyScalars(schema, value, fail, out, pointer) {
    if (schema.type !== undefined) {
      const types = Array.isArray(schema.type) ? schema.type : [schema.type];
      if (!types.some((type) => isOfType(value, type))) fail("type");
      else if (
        typeof value === "number" && types.includes("integer") && Number.isInteger(value) &&
        Math.abs(value) > Number.MAX_SAFE_INTEGER && schema.unsafeInteger !== "allow"
      ) out.issues.push(issue("unsafe-integer", pointer));
    }
    if (schema.const !== undefined && !equal(schema.const, value)) fail("const");
    if (schema.enum !== undefined && !schema.enum.some((one) => equal(one, value))) fail("enum");
    if (typeof value === "number") {
      if (schema.minimum !== undefined && value < schema.minimum) fail("minimum");
      if (schema.maximum !== undefined && value > schema.maximum) fail("maximum");
      if (schema.exclusiveMinimum !== undefined && value <= schema.exclusiveMinimum) fail("exclusiveMinimum");
      if (schema.exclusiveMaximum !== undefined && value >= schema.exclusiveMaximum) fail("exclusiveMaximum");
      if (schema.multipleOf !== undefined && !isMultiple(value, schema.multipleOf)) fail("multipleOf");
    }
    if (typeof value === "string") {
      if (schema.minLength !== undefined || schema.maxLength !== undefined) {
        const length = Array.from(value).length;
        if (schema.minLength !== undefined && length < schema.minLength) fail("minLength");
        if (schema.maxLength !== undefined && length > schema.maxLength) fail("maxLength");
      }
      if (schema.pattern !== undefined && !pattern(schema.pattern).test(value)) fail("pattern");
      if (schema.format !== undefined && has(formats, schema.format) && !formats[schema.format](value)) fail("format");
    }
    if (schema.deprecated === true) out.issues.push({ ...issue("deprecated", pointer, "info"), isSoft: true });
  }

  function applyItems(schema, value, pointer, depth, fail, out) {
    if (schema.minItems !== undefined && value.length < schema.minItems) fail("minItems");
    if (schema.maxItems !== undefined && value.length > schema.maxItems) fail("maxItems");
    if (schema.uniqueItems === true) {
      const seen = new Set();
      for (const item of value) {
        const text = canonical(item);
        if (seen.has(text)) {
          fail("uniqueItems");
          break;
        }
        seen.add(text);
      }
    }
    const first = (schema.prefixItems || []).length;
    value.forEach((item, index) => {
      const inner = index < first ? schema.prefixItems[index] : schema.items;
      if (inner === undefined) return;
      out.issues.push(...judgeValue(inner, item, pointer + "/" + index, depth + 1).issues);
    });
    out.items = Math.max(out.items, Math.min(first, value.length));
    if (schema.items !== undefined) out.allItems = true;
    if (schema.contains !== undefined) {
      const count = value.filter((item) => isValid(judgeValue(schema.contains, item, "", depth + 1))).length;
      if (count < (schema.minContains === undefined ? 1 : schema.minContains)) fail("contains");
      if (schema.maxContains !== undefined && count > schema.maxContains) fail("contains");
    }
  }

  function applyMembers(schema, value, pointer, depth, fail, out) {
    const keys = Object.keys(value);
    if (schema.minProperties !== undefined && keys.length < schema.minProperties) fail("minProperties");
    if (schema.maxProperties !== undefined && keys.length > schema.maxProperties) fail("maxProperties");
    for (const key of schema.required || []) {
      if (!has(value, key)) fail("required", pointer + "/" + escaped(key));
    }
    for (const key of members(schema.dependentRequired)) {
      if (has(value, key) && schema.dependentRequired[key].some((name) => !has(value, name))) fail("dependentRequired");
    }
    if (schema.propertyNames !== undefined) {
      for (const key of keys) {
        if (!isValid(judgeValue(schema.propertyNames, key, "", depth + 1))) fail("propertyNames");
      }
    }
    if (schema.properties !== undefined) out.lists = true;
    if (schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined) out.says = true;
    for (const key of keys) {
      const where = pointer + "/" + escaped(key);
      let isNamed = false;
      if (schema.properties !== undefined && has(schema.properties, key)) {
        isNamed = true;
        out.issues.push(...judgeValue(schema.properties[key], value[key], where, depth + 1).issues);
      }
      for (const source of members(schema.patternProperties)) {
        if (!pattern(source).test(key)) continue;
        isNamed = true;
        out.issues.push(...judgeValue(schema.patternProperties[source], value[key], where, depth + 1).issues);
      }
      if (!isNamed && schema.additionalProperties !== undefined) {
        isNamed = true;
        if (schema.additionalProperties === false) fail("additionalProperties", where);
        else out.issues.push(...judgeValue(schema.additionalProperties, value[key], where, depth + 1).issues);
      }
      if (isNamed) out.keys.add(key);
    }
    for (const key of members(schema.dependentSchemas)) {
      if (has(value, key)) merge(out, apply(schema.dependentSchemas[key], value, pointer, depth + 1));
    }
  }

  function applyInPlace(schema, value, pointer, depth, fail, out) {
    for (const branch of schema.allOf || []) merge(out, apply(branch, value, pointer, depth + 1));
    if (schema.anyOf !== undefined) applyUnion(schema.anyOf, false, value, pointer, depth, fail, out);
    if (schema.oneOf !== undefined) applyUnion(schema.oneOf, true, value, pointer, depth, fail, out);
    if (schema.not !== undefined && isValid(apply(schema.not, value, pointer, depth + 1))) fail("not");
    if (schema.if !== undefined) {
      const condition = apply(schema.if, value, pointer, depth + 1);
      const holds = isValid(condition);
      if (holds) merge(out, { ...condition, issues: [] });
      const next = holds ? schema.then : schema.else;
      if (next !== undefined) merge(out, apply(next, value, pointer, depth + 1));
    }
  }

  function applyUnion(branches, isExclusive, value, pointer, depth, fail, out) {
    const results = branches.map((branch) => apply(branch, value, pointer, depth + 1));
    const good = results.filter(isValid);
    if (good.length === 0) {
      const picked = branches.map((branch, index) => (picks(branch, value) ? index : -1)).filter((index) => index >= 0);
      if (picked.length === 1) merge(out, results[picked[0]]);
      else fail("oneOf");
      return;
    }
    if (isExclusive && good.length > 1) fail("oneOf");
    good.forEach((result) => merge(out, result));
  }

  /** Whether a field of the value is the constant by which a branch is told apart. */
  function picks(branch, value) {
    if (!isObject(value)) return false;
    let found = false;
    const open = [branch];
    for (let i = 0; i < open.length && i < 64; i += 1) {
      const schema = open[i];
      if (!isObject(schema)) continue;
      if (schema.$ref !== undefined) open.push(resolve(schema.$ref));
      open.push(...(schema.allOf || []));
      for (const key of members(schema.properties)) {
        let inner = schema.properties[key];
        if (isObject(inner) && inner.$ref !== undefined) inner = resolve(inner.$ref);
        if (!isObject(inner)) continue;
        const isConstant = inner.const !== undefined || (inner.enum && inner.enum.length === 1);
        if (!isConstant) continue;
        const wanted = inner.const !== undefined ? inner.const : inner.enum[0];
        if (!has(value, key) || !equal(value[key], wanted)) return false;
        found = true;
      }
    }
    return found;
  }

  function applyRest(schema, value, pointer, depth, fail, out) {
    if (Array.isArray(value) && schema.unevaluatedItems !== undefined && !out.allItems) {
      value.forEach((item, index) => {
        if (index < out.items) return;
        out.issues.push(...judgeValue(schema.unevaluatedItems, item, pointer + "/" + index, depth + 1).issues);
      });
      out.allItems = true;
    }
    if (isObject(value) && schema.unevaluatedProperties !== undefined) {
      for (const key of Object.keys(value)) {
        if (out.keys.has(key)) continue;
        const where = pointer + "/" + escaped(key);
        if (schema.unevaluatedProperties === false) fail("unevaluatedProperties", where);
        else out.issues.push(...judgeValue(schema.unevaluatedProperties, value[key], where, depth + 1).issues);
        out.keys.add(key);
      }
    }
  }

  // MARK: Formats

  const days = (year, month) =>
    [31, (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1];
  function isDate(text) {
    const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
    if (!match) return false;
    const [year, month, day] = match.slice(1).map(Number);
    return month >= 1 && month <= 12 && day >= 1 && day <= days(year, month);
  }
  function isTime(text) {
    const match = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([-+])(\d\d):(\d\d))$/i.exec(text);
    if (!match) return false;
    const [hour, minute, second] = [match[1], match[2], match[3]].map(Number);
    const [zoneHour, zoneMinute] = [Number(match[5] || 0), Number(match[6] || 0)];
    if (hour > 23 || minute > 59 || second > 60 || zoneHour > 23 || zoneMinute > 59) return false;
    if (second < 60) return true;
    const sign = match[4] === "-" ? -1 : 1;
    const minutes = hour * 60 + minute - sign * (zoneHour * 60 + zoneMinute);
    return (minutes + 2 * 1440) % 1440 === 1439;
  }
  const isIPv4 = (text) =>
    /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/.test(text);
  function isIPv6(text) {
    if (/[^0-9a-fA-F:.]/.test(text)) return false;
    const halves = text.split("::");
    if (halves.length > 2) return false;
    let count = 0;
    for (let h = 0; h < halves.length; h += 1) {
      if (halves[h] === "") {
        if (halves.length === 1) return false;
        continue;
      }
      const groups = halves[h].split(":");
      for (let g = 0; g < groups.length; g += 1) {
        const isLast = h === halves.length - 1 && g === groups.length - 1;
        if (isLast && groups[g].includes(".")) {
          if (!isIPv4(groups[g])) return false;
          count += 2;
        } else {
          if (!/^[0-9a-fA-F]{1,4}$/.test(groups[g])) return false;
          count += 1;
        }
      }
    }
    return halves.length === 2 ? count <= 7 : count === 8;
  }
  const isHostname = (text) =>
    text.length <= 253 && /^(?!.*--)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i.test(text);
  function isEmail(text) {
    const split = text.lastIndexOf("@");
    if (split < 1) return false;
    const local = text.slice(0, split);
    const domain = text.slice(split + 1);
    const isLocal =
      local.length <= 64 &&
      (/^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i.test(local) ||
        /^"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*"$/.test(local));
    if (!isLocal) return false;
    if (domain.startsWith("[")) {
      const inner = domain.slice(1, -1);
      if (!domain.endsWith("]")) return false;
      return isIPv4(inner) || (/^ipv6:/i.test(inner) && isIPv6(inner.slice(5)));
    }
    return isHostname(domain);
  }
  function isReference(text, needsScheme, isInternational) {
    const extra = isInternational ? "\\u{a0}-\\u{d7ff}\\u{e000}-\\u{10ffff}" : "";
    const plain = `[a-zA-Z0-9._~!$&'()*+,;=:@${extra}-]|%[0-9a-fA-F]{2}`;
    const match = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su.exec(text);
    if (!match) return false;
    const [, scheme, authority, path, query, fragment] = match;
    if (needsScheme && scheme === undefined) return false;
    const all = (part, more) => new RegExp(`^(?:${plain}|[${more}])*$`, "u").test(part);
    if (!all(path, "/")) return false;
    if (query !== undefined && !all(query, "/?")) return false;
    if (fragment !== undefined && !all(fragment, "/?")) return false;
    if (scheme === undefined && authority === undefined && /^[^/]*:/.test(path)) return false;
    if (authority === undefined) return !path.startsWith("//");
    const host = /^(?:((?:[a-zA-Z0-9._~!$&'()*+,;=:\u{a0}-\u{10ffff}-]|%[0-9a-fA-F]{2})*)@)?(\[[^\]]*\]|(?:[a-zA-Z0-9._~!$&'()*+,;=\u{a0}-\u{10ffff}-]|%[0-9a-fA-F]{2})*)(?::[0-9]*)?$/u.exec(authority);
    if (!host || (!isInternational && /[^\x00-\x7f]/.test(authority))) return false;
    if (host[2].startsWith("[")) {
      const inner = host[2].slice(1, -1);
      return isIPv6(inner) || /^v[0-9a-f]+\.[a-z0-9._~!$&'()*+,;=:-]+$/i.test(inner);
    }
    return path === "" || path.startsWith("/");
  }
  const formats = {
    date: isDate,
    time: isTime,
    "date-time": (text) => /^.{10}[tT]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
    duration: (text) =>
      /^P(?:\d+W|(?=\d|T\d)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text),
    email: isEmail,
    "idn-email": (text) => isEmail(text.replace(/[^\x00-\x7f]/gu, "a")),
    hostname: isHostname,
    "idn-hostname": (text) => isHostname(text.replace(/[\u3002\uff0e\uff61]/g, ".").replace(/[^\x00-\x7f]/gu, "a")),
    ipv4: isIPv4,
    ipv6: isIPv6,
    uri: (text) => isReference(text, true, false),
    "uri-reference": (text) => isReference(text, false, false),
    iri: (text) => isReference(text, true, true),
    "iri-reference": (text) => isReference(text, false, true),
    uuid: (text) => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text),
    "json-pointer": (text) => /^(?:\/(?:[^~/]|~[01])*)*$/su.test(text),
    "relative-json-pointer": (text) => /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/su.test(text),
    "uri-template": (text) =>
      /^(?:[^\x00-\x20"'<>\\^`{|}%]|%[0-9a-f]{2}|\{[+#./;?&=,!@|]?[a-z0-9_%.]+(?::[1-9][0-9]{0,3}|\*)?(?:,[a-z0-9_%.]+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/iu.test(text),
    regex: (text) => {
      try {
        return Boolean(new RegExp(text, "u"));
      } catch (_) {
        return false;
      }
    },
  };

  // MARK: The contract

  const defaults = { messageHandlerWithReply: true, prompt: true, callAsync: true };
  const calling = { evaluate: true, callAsync: true, poll: true };

  function readFraming(source) {
    const reply = source.reply || {};
    const steps = members(source.decode).map((key) => ({ path: parsePointer(key), steps: source.decode[key] }));
    steps.sort((a, b) => a.path.length - b.path.length);
    const ids = source.ids || {};
    return {
      own: steps.filter((one) => one.path.length === 0),
      inner: steps.filter((one) => one.path.length > 0),
      batch: source.batch === true,
      kind: place(source.kind),
      version: place(source.version),
      id: place(source.id),
      errorId: place(source.errorId),
      payload: place(source.payload),
      envelope: source.envelope,
      ids: {
        type: ids.type || "any",
        pattern: ids.pattern === undefined ? undefined : pattern(ids.pattern),
        noReply: ids.noReply || [],
      },
      reply: {
        when: reply.when === "always" ? "always" : test(reply.when),
        id: place(reply.id),
        payload: place(reply.payload),
        error: place(reply.error),
        code: place(reply.code),
        ok: test(reply.ok),
      },
    };
  }

  function fieldsOf(framing, withCall) {
    const out = [];
    for (const spot of [framing.kind, framing.version, framing.id, framing.errorId, framing.payload]) {
      if (spot) out.push(...spot.pointers);
    }
    const reply = framing.reply;
    for (const spot of [reply.id, reply.payload, reply.error, reply.code]) if (spot) out.push(...spot.pointers);
    if (reply.when && reply.when !== "always") out.push(reply.when.path);
    if (reply.ok) out.push(reply.ok.path);
    if (withCall) out.push(["fn"], ["args"]);
    return out.filter((path) => path.length > 0);
  }

  const newest = (a, b) => {
    const [x, y] = [a, b].map((text) => text.split(/[-+]/)[0].split(".").map(Number));
    for (let i = 0; i < 3; i += 1) if (x[i] !== y[i]) return x[i] > y[i];
    return true;
  };

  const channels = {};
  for (const key of members(contract.channels)) {
    const source = contract.channels[key];
    const framing = readFraming(source.framing || contract.framing || {});
    const bodyIsCall = source.body === "call" || source.via === "prompt";
    put(channels, key, {
      key, from: source.from, via: source.via, source, framing, bodyIsCall,
      name: source.name || key,
      call: typeof source.call === "string" ? source.call : undefined,
      callPattern: isObject(source.call) ? pattern(source.call.match) : undefined,
      match: source.match === undefined ? undefined : pattern(source.match),
      unknownKinds: source.unknownKinds || contract.unknownKinds || "fail",
      fields: fieldsOf(framing, bodyIsCall),
      messages: [],
      answered: [],
    });
  }

  const messages = {};
  for (const name of members(contract.messages)) {
    const source = contract.messages[name];
    if (source.removed !== undefined && newest(contract.version, source.removed)) continue;
    const channel = channels[source.on];
    const reply = source.reply;
    const hasKind = source.kind !== undefined ? source.kind !== null : channel.framing.kind !== undefined;
    let replyOn;
    if (reply) {
      replyOn = reply.on;
      if (replyOn === undefined && defaults[channel.via]) replyOn = "return";
    }
    let id = source.id;
    if (id === undefined) {
      if (!reply) id = "optional";
      else id = replyOn === "return" || !channel.framing.id ? "none" : "required";
    }
    if (!channel.framing.id) id = "none";
    const message = {
      name, source, channel, reply, replyOn, id,
      kind: hasKind ? (source.kind === undefined ? name : source.kind) : undefined,
      version: source.version,
      isDeprecated: source.deprecated !== undefined && newest(contract.version, source.deprecated),
      unknownFields: source.unknownFields || contract.unknownFields || "warn",
      count: reply && isObject(reply.count)
        ? { until: test(reply.count.until), while: test(reply.count.while) }
        : reply && reply.count === "many" ? { many: true } : {},
      sequence: reply ? place(reply.sequence) : undefined,
    };
    message.isStream = Boolean(message.count.many || message.count.until || message.count.while);
    put(messages, name, message);
    channel.messages.push(message);
    if (reply && replyOn !== "return") {
      for (const key of members(channels)) {
        const other = channels[key];
        const isIt = replyOn === undefined ? other.from !== channel.from : key === replyOn;
        if (isIt) other.answered.push(message);
      }
    }
  }

  function countFields(message) {
    const out = message.sequence ? message.sequence.pointers.slice() : [];
    if (message.count.until) out.push(message.count.until.path);
    if (message.count.while) out.push(message.count.while.path);
    return out.filter((path) => path.length > 0);
  }

  // MARK: Reading

  function normalised(path) {
    if (!path.startsWith("window")) return path;
    if (path[6] === ".") return path.slice(7);
    const match = /^window\[(["'])(.*?)\1\](.*)$/s.exec(path);
    return match ? match[2] + match[3] : path;
  }

  function calls(channel, path) {
    if (channel.call !== undefined) return channel.call === path;
    return channel.callPattern !== undefined && channel.callPattern.test(path);
  }

  function called(recorded, channel) {
    if (!calling[channel.via] || !isObject(recorded) || typeof recorded.fn !== "string") return recorded;
    const path = normalised(recorded.fn);
    if (channel.bodyIsCall) return path === recorded.fn ? recorded : replaced(recorded, ["fn"], path);
    if (!calls(channel, path) || !Array.isArray(recorded.args)) return recorded;
    return recorded.args.length > 0 ? recorded.args[0] : null;
  }

  /** The bodies in one recorded body, with what each says of itself. */
  function readings(recorded, channel, isAnswer) {
    const framing = channel.framing;
    const start = isAnswer ? recorded : called(recorded, channel);
    const own = decode(start, framing.own);
    if (own.failure !== undefined) return [{ body: own.body, failure: issue("wrong-encoding", own.failure) }];
    const isBatch = framing.batch && !isAnswer && Array.isArray(own.body);
    const bodies = isBatch ? own.body : [own.body];
    return bodies.map((item, index) => {
      const inner = decode(item, framing.inner);
      const reading = { body: inner.body, batchIndex: isBatch ? index : undefined };
      if (inner.failure !== undefined) reading.failure = issue("wrong-encoding", inner.failure);
      else read(reading, channel, isAnswer);
      return reading;
    });
  }

  function kindOf(body, channel) {
    const spot = channel.framing.kind;
    return spot && fits(spot, body) ? find(spot, body) : undefined;
  }

  function isReply(body, kind, channel) {
    const framing = channel.framing;
    if (framing.reply.when === "always") return true;
    if (framing.reply.when) return framing.reply.when.holds(body);
    if (channel.answered.length === 0) return false;
    if (kind !== undefined) {
      return channel.answered.some((one) => one.reply.kind !== undefined && equal(one.reply.kind, kind.value));
    }
    const spot = framing.reply.id || framing.id;
    return spot !== undefined && isSomething(find(spot, body));
  }

  function read(reading, channel, isAnswer) {
    const framing = channel.framing;
    reading.kind = kindOf(reading.body, channel);
    reading.isReply = Boolean(isAnswer) || isReply(reading.body, reading.kind, channel);
    const spot = reading.isReply ? framing.reply.id || framing.id : framing.id;
    reading.id = spot ? find(spot, reading.body) : undefined;
    if (reading.isReply) return;
    reading.errorId = framing.errorId ? find(framing.errorId, reading.body) : undefined;
    findMessage(reading, channel);
  }

  function findMessage(reading, channel) {
    const framing = channel.framing;
    let candidates;
    if (framing.kind && reading.kind !== undefined) {
      candidates = channel.messages.filter((one) => one.kind !== undefined && equal(one.kind, reading.kind.value));
      if (candidates.length === 0) {
        reading.failure = issue("unknown-kind", framing.kind.first, channel.unknownKinds === "fail" ? "error" : "warning");
        return;
      }
    } else {
      candidates = channel.messages.filter((one) => one.kind === undefined);
      if (candidates.length === 0) {
        if (!framing.kind) reading.failure = issue("unknown-kind", "", channel.unknownKinds === "fail" ? "error" : "warning");
        else if (!fits(framing.kind, reading.body)) reading.failure = issue("not-an-object", "");
        else reading.failure = issue("kind-missing", framing.kind.first);
        return;
      }
      if (!framing.kind) {
        const needed = [framing.payload];
        if (candidates.every((one) => one.version !== undefined)) needed.push(framing.version);
        if (candidates.every((one) => one.id === "required")) needed.push(framing.id);
        if (needed.some((spot) => spot && !fits(spot, reading.body))) {
          reading.failure = issue("not-an-object", "");
          return;
        }
      }
    }
    pickVersion(reading, candidates, framing);
  }

  function pickVersion(reading, candidates, framing) {
    const free = candidates.find((one) => one.version === undefined);
    const wanted = candidates.filter((one) => one.version !== undefined);
    if (wanted.length === 0 || !framing.version) {
      reading.message = free || candidates[0];
      return;
    }
    const found = find(framing.version, reading.body);
    reading.message = wanted.find((one) => found !== undefined && equal(one.version, found.value)) || free;
    if (reading.message) return;
    const where = framing.version.first;
    if (found === undefined) reading.failure = issue("version-missing", where);
    else if (wanted.some((one) => typeOf(one.version) === typeOf(found.value))) {
      reading.failure = issue("version-unsupported", where);
    } else reading.failure = issue("version-type", where);
  }

  // MARK: Judging

  function surrogates(value, pointer, out) {
    if (typeof value === "string") {
      if (hasLoneSurrogate(value)) out.push(issue("lone-surrogate", pointer));
    } else if (typeof value === "object" && value !== null) {
      for (const key of Object.keys(value)) {
        if (!Array.isArray(value) && hasLoneSurrogate(key)) out.push(issue("lone-surrogate", pointer + "/" + escaped(key)));
        surrogates(value[key], pointer + "/" + escaped(key), out);
      }
    }
    return out;
  }

  const leadsTo = (pointer, fields) =>
    fields.some((path) => {
      const text = pointerText(path);
      return text === pointer || text.startsWith(pointer + "/");
    });

  /** The whole body without its framing fields, and without objects that held nothing else. */
  function without(body, fields) {
    if (!isObject(body)) return body;
    const walk = (value, paths) => {
      if (!isObject(value) || paths.length === 0) return { value, isEmptied: false };
      const out = {};
      let lost = false;
      for (const key of Object.keys(value)) {
        const own = paths.filter((path) => path[0] === key);
        if (own.some((path) => path.length === 1)) {
          lost = true;
          continue;
        }
        const inner = walk(value[key], own.map((path) => path.slice(1)));
        if (inner.isEmptied) lost = true;
        else put(out, key, inner.value);
      }
      return { value: out, isEmptied: lost && Object.keys(out).length === 0 };
    };
    return walk(body, fields).value;
  }

  function newTop(body, fields) {
    return { body, fields, isOpen: !isObject(body), unmentioned: undefined };
  }

  function noteTop(top, result) {
    if (result.says) top.isOpen = true;
    if (!isObject(top.body)) return;
    const keys = Object.keys(top.body).filter((key) => !result.keys.has(key));
    top.unmentioned = top.unmentioned ? top.unmentioned.filter((key) => keys.includes(key)) : keys;
  }

  function severityOf(one, unknownFields) {
    if (!one.isSoft || one.cause !== "unknown-field") return one;
    return { ...one, severity: unknownFields === "reject" ? "error" : "warning" };
  }

  function clean(issues, unknownFields, fields) {
    return issues
      .filter((one) => !(one.isSoft && one.cause === "unknown-field" && (unknownFields === "allow" || leadsTo(one.at, fields))))
      .map((one) => severityOf(one, unknownFields));
  }

  function unknownAtTop(top, unknownFields) {
    if (top.isOpen || unknownFields === "allow") return [];
    const keys = top.unmentioned || Object.keys(top.body);
    return keys
      .filter((key) => !top.fields.some((path) => path[0] === key))
      .map((key) => issue("unknown-field", "/" + escaped(key), unknownFields === "reject" ? "error" : "warning"));
  }

  function judgeEnvelope(body, channel, unknownFields, top) {
    if (channel.framing.envelope === undefined) return [];
    const result = apply(channel.framing.envelope, body, "", 0);
    noteTop(top, result);
    return clean(result.issues, unknownFields, channel.fields);
  }

  function judgeAt(spot, schema, body, message, channel) {
    const found = find(spot, body);
    const result = judgeValue(schema, found === undefined ? null : found.value, spot.first, 0);
    return clean(result.issues, message.unknownFields, channel.fields);
  }

  function judgeWhole(schema, body, message, fields, isEitherWay, top) {
    const rest = without(body, fields);
    let result = apply(schema, isEitherWay ? body : rest, "", 0);
    if (isEitherWay && !isValid(result)) {
      const other = apply(schema, rest, "", 0);
      if (isValid(other)) result = other;
    }
    noteTop(top, result);
    return clean(result.issues, message.unknownFields, []);
  }

  const isNameless = (message) => message.kind === undefined && message.channel.framing.kind !== undefined;

  function idIssues(reading, message) {
    const framing = message.channel.framing;
    if (message.id === "none" || !framing.id) return [];
    if (!isSomething(reading.id)) {
      return message.id === "required" ? [issue("id-missing", framing.id.first)] : [];
    }
    if (framing.ids.noReply.some((one) => equal(one, reading.id.value))) return [];
    const out = [];
    const check = (found, spot) => {
      const value = found.value;
      let isRight;
      if (found.isText) {
        isRight = (framing.ids.type !== "integer" || numberText.test(value)) &&
          (!framing.ids.pattern || framing.ids.pattern.test(value));
      } else {
        isRight = framing.ids.type === "any" || (framing.ids.type === "integer"
          ? Number.isInteger(value) : typeof value === "string");
        if (isRight && typeof value === "string" && framing.ids.pattern) isRight = framing.ids.pattern.test(value);
      }
      if (!isRight) out.push(issue("id-invalid", spot.first));
    };
    check(reading.id, framing.id);
    if (framing.errorId && isSomething(reading.errorId)) check(reading.errorId, framing.errorId);
    return out;
  }

  function judgeMessage(reading) {
    const message = reading.message;
    const channel = message.channel;
    const framing = channel.framing;
    const body = reading.body;
    const top = newTop(body, channel.fields);
    const out = idIssues(reading, message);
    surrogates(body, "", out);
    out.push(...judgeEnvelope(body, channel, message.unknownFields, top));
    const schema = message.source.payload;
    if (framing.payload && !isWhole(framing.payload) && !isNameless(message)) {
      out.push(...judgeAt(framing.payload, schema, body, message, channel));
    } else {
      out.push(...judgeWhole(schema, body, message, channel.fields, isNameless(message), top));
    }
    out.push(...unknownAtTop(top, message.unknownFields));
    if (message.isDeprecated) out.push(issue("deprecated", "", "info"));
    return out;
  }

  function isErrorReply(reading, framing, isErrorById) {
    if (isErrorById !== undefined) return isErrorById;
    if (framing.reply.ok) return !framing.reply.ok.holds(reading.body);
    return framing.reply.error !== undefined && isSomething(find(framing.reply.error, reading.body));
  }

  function declaredErrors(message) {
    return (message.reply.errors || []).map((name) => {
      const source = contract.errors[name];
      return { name, code: source.code === undefined ? name : source.code, payload: source.payload };
    });
  }

  /** Which declared error a reply carries; undefined where it is none of them. */
  function errorOf(message, body, framing, value) {
    const declared = declaredErrors(message);
    if (framing.reply.code) {
      const word = find(framing.reply.code, body);
      if (word !== undefined) {
        return { error: declared.find((one) => equal(one.code, word.value)), where: framing.reply.code.first };
      }
    }
    if (declared.length === 0) return { error: undefined, where: framing.reply.code ? framing.reply.code.first : undefined };
    if (declared.length === 1) return { error: declared[0] };
    return { error: declared.find((one) => one.payload === undefined || isValid(judgeValue(one.payload, value, "", 0))) };
  }

  /** Judges a reply to a message: its issues, whether it is an error, what it carries. */
  function judgeReply(message, reading, channel, isAnswer, isErrorById) {
    const framing = channel.framing;
    const body = reading.body;
    const reply = message.reply;
    const spot = isAnswer ? framing.reply.payload : framing.reply.payload || framing.payload;
    const isBody = !spot || isWhole(spot);
    const fields = channel.fields.concat(countFields(message));
    const top = newTop(body, fields);
    const issues = surrogates(body, "", []);
    if (!(isAnswer && isBody)) issues.push(...judgeEnvelope(body, channel, message.unknownFields, top));
    const failed = isErrorReply(reading, framing, isErrorById);
    let error;
    let payload;
    if (failed) {
      const errorSpot = framing.reply.error || spot;
      const isThere = errorSpot && !isWhole(errorSpot);
      const found = isThere ? find(errorSpot, body) : { value: body };
      const value = found === undefined || found.isText ? null : found.value;
      const where = isThere ? errorSpot.first : "";
      if (!isThere) top.isOpen = true;
      const which = errorOf(message, body, framing, value);
      payload = value;
      if (which.error === undefined) {
        issues.push(issue("reply-undeclared-error", which.where === undefined ? where : which.where));
      } else {
        error = which.error.name;
        if (which.error.payload !== undefined) {
          issues.push(...clean(judgeValue(which.error.payload, value, where, 0).issues, message.unknownFields, []));
        }
      }
    } else {
      payload = replyPayload(message, reading, channel, isAnswer);
      if (reply.payload !== undefined) {
        if (!isBody) issues.push(...judgeAt(spot, reply.payload, body, message, channel));
        else issues.push(...judgeWhole(reply.payload, body, message, fields, isAnswer, top));
      } else if (isBody) {
        top.isOpen = true;
      }
    }
    issues.push(...unknownAtTop(top, message.unknownFields));
    return { issues, isError: failed, error, payload };
  }

  // MARK: Payloads

  function messagePayload(reading) {
    const message = reading.message;
    const framing = message.channel.framing;
    if (framing.payload && !isWhole(framing.payload) && !isNameless(message)) {
      const found = find(framing.payload, reading.body);
      return found === undefined ? null : found.value;
    }
    return isNameless(message) ? reading.body : without(reading.body, message.channel.fields);
  }

  function replyPayload(message, reading, channel, isAnswer) {
    const framing = channel.framing;
    const spot = isAnswer ? framing.reply.payload : framing.reply.payload || framing.payload;
    if (spot && !isWhole(spot)) {
      const found = find(spot, reading.body);
      return found === undefined ? null : found.value;
    }
    return isAnswer ? reading.body : without(reading.body, channel.fields.concat(countFields(message)));
  }

  function hasMore(message, body, failed) {
    if (failed) return false;
    if (message.count.many) return true;
    if (message.count.until) return !message.count.until.holds(body);
    if (message.count.while) return message.count.while.holds(body);
    return false;
  }

  // MARK: Building

  class BridgeError extends Error {
    constructor(text, issues) {
      super(text);
      this.name = "BridgeError";
      this.issues = issues || [];
      this.causes = this.issues.filter((one) => one.severity === "error").map((one) => one.cause);
    }
  }

  const refuse = (issues, what) => {
    const errors = issues.filter((one) => one.severity === "error");
    if (errors.length > 0) {
      throw new BridgeError(what + ": " + errors.map((one) => one.cause + " at " + (one.at || "the body")).join(", "), issues);
    }
  };

  /** Puts a value at a path, with the objects on the way. */
  function setAt(body, path, value) {
    if (path.length === 0) return value;
    let parent = body;
    for (let i = 0; i < path.length - 1; i += 1) {
      let next = at([path[i]], parent);
      if (next === undefined) {
        next = {};
        setOne(parent, path[i], next);
      }
      parent = next;
    }
    setOne(parent, path[path.length - 1], value);
    return body;
  }

  function setOne(parent, key, value) {
    if (Array.isArray(parent)) {
      if (Number(key) > parent.length) throw new BridgeError("the example has no place for " + key);
      parent[Number(key)] = value;
    } else if (isObject(parent)) put(parent, key, value);
    else throw new BridgeError("the example has no place for " + key);
  }

  function setPlace(body, spot, value) {
    const there = spot.pointers.filter((path) => at(path, body) !== undefined);
    if (there.length > 1) throw new BridgeError("a joined place cannot be filled");
    const path = there[0] || spot.pointers[0];
    if (!spot.match) return setAt(body, path, value);
    const text = at(path, body);
    const word = typeof value === "string" ? value : JSON.stringify(value);
    const taken = typeof text === "string" ? new RegExp(spot.match.source, "du").exec(text) : null;
    let range = taken && taken.indices ? taken.indices[1] : undefined;
    if (!range && taken && taken[1] !== undefined) {
      const start = taken.index + taken[0].indexOf(taken[1]);
      range = [start, start + taken[1].length];
    }
    if (!range) throw new BridgeError("the example has no place for the id");
    const changed = text.slice(0, range[0]) + word + text.slice(range[1]);
    const again = spot.match.exec(changed);
    if (!again || again[1] !== word) throw new BridgeError("the pattern of the place takes no such text");
    return setAt(body, path, changed);
  }

  function removePlace(body, spot) {
    for (const path of spot.pointers) {
      const value = at(path, body);
      if (value === undefined || value === null) continue;
      const parent = at(path.slice(0, -1), body);
      if (isObject(parent)) delete parent[path[path.length - 1]];
    }
  }

  function wrap(body, decoding) {
    let value = at(decoding.path, body);
    if (value === undefined) return body;
    let isText = false;
    for (const step of decoding.steps.slice().reverse()) {
      if (step === "text") continue;
      if (step === "json") value = JSON.stringify(value);
      else value = step === "percent" ? encodeURIComponent(value) : encodeBase64(value);
      isText = true;
    }
    return isText ? setAt(body, decoding.path, value) : body;
  }

  /** A body made from an example: payload, id and framing fields at their places. */
  function build(example, channel, parts) {
    let body = copy(example);
    const framing = channel.framing;
    const ownDone = [];
    const innerDone = [];
    body = copy(decode(body, framing.own, ownDone).body);
    const isBatch = framing.batch && Array.isArray(body);
    if (isBatch) body = body[0];
    body = copy(decode(body, framing.inner, innerDone).body);
    if (parts.path !== undefined && channel.bodyIsCall) setAt(body, ["fn"], parts.path);
    const spot = parts.payloadPlace && !isWhole(parts.payloadPlace) ? parts.payloadPlace : undefined;
    // Before the id, which may lie in it.
    if (parts.payload !== undefined && spot) body = setPlace(body, spot, copy(parts.payload));
    if (parts.idPlace) {
      if (parts.id === undefined) removePlace(body, parts.idPlace);
      else body = setPlace(body, parts.idPlace, parts.id);
    }
    for (const field of parts.fields || []) body = setAt(body, field.path, field.value);
    if (parts.payload !== undefined && !spot) body = merged(copy(parts.payload), body, parts.framing);
    for (const decoding of innerDone.reverse()) body = wrap(body, decoding);
    if (isBatch) body = [body];
    for (const decoding of ownDone.reverse()) body = wrap(body, decoding);
    return body;
  }

  function merged(payload, example, fields) {
    if (!isObject(payload) || !isObject(example)) return payload;
    let out = {};
    for (const path of fields) {
      const value = at(path, example);
      if (value === undefined || at(path, payload) !== undefined) continue;
      if (path.length === 1) put(out, path[0], value);
    }
    for (const key of Object.keys(payload)) put(out, key, payload[key]);
    for (const path of fields) {
      const value = at(path, example);
      if (value === undefined || at(path, out) !== undefined) continue;
      // An array on the way is taken whole: its elements have their places in it.
      let end = 1;
      while (at(path.slice(0, end), out) !== undefined) end += 1;
      const start = path.slice(0, end);
      out = Array.isArray(at(start, example)) ? setAt(out, start, at(start, example)) : setAt(out, path, value);
    }
    return out;
  }

  const goodExamples = (message) => (message.source.examples || []).filter((one) => one.fails === undefined);

  function exampleBody(example, channel) {
    if (!calling[channel.via] || channel.bodyIsCall || !isObject(example) || typeof example.fn !== "string") {
      return { body: example, path: channel.call };
    }
    const path = normalised(example.fn);
    if (!calls(channel, path) || !Array.isArray(example.args) || example.args.length === 0) {
      return { body: example, path: channel.call };
    }
    return { body: example.args[0], path };
  }

  const hasPlace = (spot, path) => spot !== undefined && spot.pointers.some((one) => pointerText(one) === pointerText(path));

  /** The wire body of a message. Throws `BridgeError` where the contract refuses it. */
  function encode(name, payload, options) {
    const message = named(name);
    const { id, fields, path } = options || {};
    const channel = message.channel;
    const example = goodExamples(message)[0];
    if (!example) throw new BridgeError(name + " has no good example to build a body from");
    const idPlace = message.id === "none" ? undefined : channel.framing.id;
    if (message.id === "required" && idPlace && id === undefined) throw new BridgeError(name + " needs an id");
    const start = exampleBody(example.body, channel);
    const body = build(start.body, channel, {
      payloadPlace: isNameless(message) ? undefined : channel.framing.payload, payload, idPlace, id, fields, path,
      framing: channel.fields.filter((one) => !hasPlace(channel.framing.payload, one)),
    });
    const reading = readings(body, channel)[0];
    if (reading.failure) refuse([reading.failure], name);
    if (reading.isReply || reading.message !== message) throw new BridgeError("this body would not be read as " + name);
    refuse(judgeMessage(reading), name);
    return { body, channel, message, path: path !== undefined ? path : start.path };
  }

  function named(name) {
    if (!has(messages, name)) throw new BridgeError("the contract has no message " + name);
    return messages[name];
  }

  function replyChannels(message) {
    return message.replyOn === undefined
      ? members(channels).map((key) => channels[key]).filter((one) => one.from !== message.channel.from)
      : [channels[message.replyOn]];
  }

  /** The example of a good reply, or of one with an error, and its channel. */
  function replyExample(message, error) {
    for (const example of goodExamples(message)) {
      if (example.reply === undefined) continue;
      const isAnswer = message.replyOn === "return";
      const candidates = isAnswer ? [message.channel] : replyChannels(message);
      for (const channel of candidates) {
        const reading = readings(example.reply, channel, isAnswer)[0];
        if (!reading.isReply) continue;
        const request = readings(example.body, message.channel)[0];
        const byId = errorById(request, reading, message);
        const result = judgeReply(message, reading, channel, isAnswer, byId);
        if (isError(result.issues)) continue;
        if (error === undefined ? !result.isError : result.error === error) {
          return { body: example.reply, channel, request: example.body, reading, isAnswer };
        }
        break;
      }
    }
    return undefined;
  }

  const sameId = (a, b) =>
    a !== undefined && b !== undefined &&
    (equal(a, b) || (typeof a !== typeof b && String(a) === String(b)));

  function errorById(request, reading, message) {
    if (!message.channel.framing.errorId || !isSomething(request.errorId) || !isSomething(reading.id)) return undefined;
    const key = reading.id.isText ? numberOrText(reading.id.value) : reading.id.value;
    return equal(request.errorId.value, key) || equal(request.errorId.value, reading.id.value);
  }

  /** The wire body of a reply. Throws `BridgeError` where the contract refuses it. */
  function encodeReply(name, payload, options) {
    const message = named(name);
    const { id, error, fields } = options || {};
    if (!message.reply) throw new BridgeError(name + " has no reply");
    const found = replyExample(message, error);
    if (!found) throw new BridgeError(name + " has no example of " + (error === undefined ? "a good reply" : "the error " + error));
    const { channel, isAnswer } = found;
    const framing = channel.framing;
    const start = isAnswer ? { body: found.body } : exampleBody(found.body, channel);
    let idPlace = isAnswer ? undefined : framing.reply.id || framing.id;
    if (id === undefined && idPlace) {
      if (isSomething(found.reading.id)) throw new BridgeError("the reply to " + name + " needs an id");
      idPlace = undefined;
    }
    let spot = isAnswer ? framing.reply.payload : framing.reply.payload || framing.payload;
    if (error !== undefined) spot = framing.reply.error || spot;
    const own = isAnswer ? [] : channel.fields.concat(countFields(message));
    const body = build(start.body, channel, {
      payloadPlace: spot, payload, idPlace, id, fields, framing: own.filter((one) => !hasPlace(spot, one)),
    });
    const reading = readings(body, channel, isAnswer)[0];
    if (reading.failure) refuse([reading.failure], name);
    const isErrorById = message.channel.framing.errorId ? error !== undefined : undefined;
    refuse(judgeReply(message, reading, channel, isAnswer, isErrorById).issues, "the reply to " + name);
    return { body, channel, message, path: start.path, isAnswer };
  }

  /** A value for which a test holds, or does not. */
  function valueFor(one, holds) {
    const source = one.source;
    const good = has(source, "is") ? [source.is] : has(source, "in") ? source.in : [true];
    if (holds) return good[0];
    return [false, true, 0, 1, null].find((value) =>
      typeOf(value) === typeOf(good[0]) && !good.some((other) => equal(other, value))) ?? null;
  }

  function streamFields(message, part, isLast) {
    const out = [];
    if (message.sequence) out.push({ path: message.sequence.pointers[0], value: part });
    if (message.count.until) out.push({ path: message.count.until.path, value: valueFor(message.count.until, isLast) });
    if (message.count.while) out.push({ path: message.count.while.path, value: valueFor(message.count.while, !isLast) });
    return out;
  }

  // MARK: Examples

  /** Judges an example as the contract's own check does: body and reply. */
  function judgeExample(name, example) {
    const message = named(name);
    const out = [];
    let opened;
    for (const reading of readings(example.body, message.channel)) {
      const prefix = reading.batchIndex === undefined ? "" : "/" + reading.batchIndex;
      const issues = reading.failure ? [reading.failure] : reading.message ? judgeMessage(reading) : [];
      issues.forEach((one) => out.push({ ...one, at: prefix + one.at }));
      if (!opened || reading.message === message) opened = reading;
    }
    if (example.reply === undefined) return out;
    const isAnswer = message.replyOn === "return";
    if (isAnswer) {
      const reading = readings(example.reply, message.channel, true)[0];
      if (reading.failure) return [...out, reading.failure];
      return [...out, ...judgeReply(message, reading, message.channel, true).issues];
    }
    const candidates = replyChannels(message);
    const channel = candidates.find((one) => {
      const reading = readings(example.reply, one)[0];
      return reading.isReply || reading.failure;
    }) || candidates[0];
    for (const reading of readings(example.reply, channel)) {
      const prefix = reading.batchIndex === undefined ? "" : "/" + reading.batchIndex;
      const add = (issues) => issues.forEach((one) => out.push({ ...one, at: prefix + one.at }));
      if (reading.failure) {
        add([reading.failure]);
        continue;
      }
      if (!reading.isReply) {
        add(judgeMessage(reading));
        continue;
      }
      const spot = channel.framing.reply.id || channel.framing.id;
      if (spot && !fits(spot, reading.body)) {
        add([issue("not-an-object", "")]);
        continue;
      }
      if (opened && message.id !== "none" && !replyMatches(opened, reading)) {
        add([issue("reply-unknown-id", spot ? spot.first : "")]);
        continue;
      }
      if (isMismatch(message, reading)) {
        add([issue("reply-mismatch", channel.framing.kind ? channel.framing.kind.first : "")]);
        continue;
      }
      const result = judgeReply(message, reading, channel, false, errorById(opened || {}, reading, message));
      add(result.issues);
      if (message.sequence && !result.isError) {
        const found = find(message.sequence, reading.body);
        if (found === undefined) add([issue("sequence-gap", message.sequence.first)]);
      }
    }
    return out;
  }

  function isMismatch(message, reading) {
    return message.reply.kind !== undefined && (reading.kind === undefined || !equal(reading.kind.value, message.reply.kind));
  }

  function replyMatches(request, reading) {
    if (!isSomething(reading.id)) return false;
    const values = reading.id.isText ? [numberOrText(reading.id.value), reading.id.value] : [reading.id.value];
    return [request.id, request.errorId].some((one) => isSomething(one) && values.some((value) => equal(idValue(one, request), value)));
  }

  function idValue(found, reading) {
    const type = reading.message ? reading.message.channel.framing.ids.type : "any";
    return found.isText && type === "integer" ? numberOrText(found.value) : found.value;
  }

  // MARK: Peers

  /** A text turned on like the wheels of a counter, digits and letters each in their kind. */
  function turned(text, number) {
    let left = number;
    const letters = text.split("");
    for (let i = letters.length - 1; i >= 0 && left > 0; i -= 1) {
      const wheel = ["0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz"]
        .find((one) => one.includes(letters[i]));
      if (!wheel) continue;
      const value = wheel.indexOf(letters[i]) + left;
      letters[i] = wheel[value % wheel.length];
      left = Math.floor(value / wheel.length);
    }
    return letters.join("");
  }

  /** A declared error of the contract: thrown by handlers, and what requests are rejected with. */
  class Declined extends Error {
    constructor(error, payload) {
      super("declined: " + error);
      this.name = "Declined";
      this.error = error;
      this.payload = payload;
    }
  }

  const milliseconds = (within) => {
    const match = /^([0-9]+(?:\.[0-9]+)?)(ms|s|m|h)$/.exec(within || "");
    return match ? Number(match[1]) * { ms: 1, s: 1000, m: 60000, h: 3600000 }[match[2]] : undefined;
  };

  /**
   * One side of the bridge. `side` is "web" or "native"; `options`: `transport`, `onFinding(issue,
   * about)`, `onLine(line)`, `timeout` in milliseconds, `nextId()`.
   */
  function connect(side, given) {
    const options = given || {};
    const other = side === "web" ? "native" : "web";
    const transport = options.transport || (side === "web" ? pageTransport() : nativeTransport());
    const handlers = new Map();
    let waiting = [];
    /** Requests that are over, the last ones: what is said of them comes too late or twice. */
    const settled = [];
    let lastId = 0;
    let lastCall = 0;

    const direction = (from) => (from === "web" ? "webToNative" : "nativeToWeb");
    const line = (from, more) => options.onLine && options.onLine({ t: Date.now(), direction: direction(from), ...more });
    const report = (issues, about) => issues.forEach((one) => options.onFinding && options.onFinding(one, about));

    function say(encoded, call) {
      const { channel } = encoded;
      const isCall = calling[channel.via] && !channel.bodyIsCall && channel.callPattern;
      const path = isCall && encoded.path === undefined ? defaultPath(channel) : encoded.path;
      const body = isCall ? { fn: path, args: [encoded.body] } : encoded.body;
      line(side, { channel: channel.key, ...(call === undefined ? {} : { call }), body });
      return transport.deliver({ ...encoded, path });
    }

    function nextId(message) {
      if (options.nextId) return options.nextId();
      lastId += 1;
      const rules = message.channel.framing.ids;
      if (rules.type === "integer") return lastId;
      const example = goodExamples(message)[0];
      const reading = example ? readings(example.body, message.channel)[0] : {};
      const like = isSomething(reading.id) ? String(reading.id.value) : "1";
      const width = /[0-9]+(?=[^0-9]*$)/.exec(like);
      let word = String(lastId);
      if (width && width[0].startsWith("0")) word = word.padStart(width[0].length, "0");
      const counted = width ? like.replace(/[0-9]+(?=[^0-9]*$)/, word) : like + word;
      const candidates = [counted, turned(like, lastId), String(lastId), "n" + lastId, String(lastId).padStart(32, "0")];
      return candidates.find((one) => !rules.pattern || rules.pattern.test(one)) || counted;
    }

    /** Sends a message that nobody answers. */
    function send(name, payload, more) {
      say(encode(name, payload, more));
    }

    /** Sends a request. Parts of a stream go to `onPart`; the promise has the last one. */
    function request(name, payload, more) {
      const settings = more || {};
      const message = named(name);
      return new Promise((resolve, reject) => {
        const framing = message.channel.framing;
        const needsId = message.id !== "none" && framing.id !== undefined;
        const id = settings.id !== undefined ? settings.id : needsId ? nextId(message) : undefined;
        const errorId = needsId && framing.errorId ? nextId(message) : undefined;
        const fields = errorId === undefined ? [] : [{ path: framing.errorId.pointers[0], value: errorId }];
        const encoded = encode(name, payload, { id, fields, path: settings.path });
        for (const open of [id, errorId]) {
          if (open === undefined || !waiting.some((other) => isFor(other, [open]))) continue;
          throw new BridgeError(name + ": the id is that of an open request", [issue("id-reused", framing.id.first)]);
        }
        const one = { message, id, errorId, resolve, reject, onPart: settings.onPart, undo: [], isOver: false };
        const limit = settings.timeout !== undefined ? settings.timeout
          : options.timeout !== undefined ? options.timeout : milliseconds(message.reply && message.reply.within);
        if (limit !== undefined && limit !== Infinity) {
          const timer = setTimeout(() => {
            one.isLate = true;
            finish(one);
            const issues = [issue("reply-missing", "")];
            report(issues, name);
            reject(new BridgeError("no reply to " + name + " within " + limit + " ms", issues));
          }, limit);
          one.undo.push(() => clearTimeout(timer));
        }
        waiting.push(one);
        if (message.replyOn !== "return") {
          try {
            if (transport.expect) one.undo.push(transport.expect(api, one));
            say(encoded);
          } catch (error) {
            // What never left is not waited for.
            finish(one);
            throw error;
          }
          return;
        }
        lastCall += 1;
        const call = side + lastCall;
        const settle = (result) => {
          line(other, { answers: call, body: result === undefined ? null : result });
          settleResult(one, result === undefined ? null : result);
        };
        try {
          const result = say(encoded, call);
          if (result && typeof result.then === "function") {
            result.then(settle, (error) => {
              if (one.isOver) return;
              finish(one);
              const text = String((error && error.message) || error);
              line(other, { answers: call, error: text });
              const which = errorOf(message, text, { reply: {} }, text);
              reject(which.error ? new Declined(which.error.name, text) : new BridgeError(text, [issue("reply-undeclared-error", "")]));
            });
          } else settle(result);
        } catch (error) {
          finish(one);
          reject(error);
        }
      });
    }

    const isFor = (one, values) =>
      [one.id, one.errorId].some((id) => id !== undefined && values.some((value) => equal(id, value)));

    function finish(one) {
      if (one.isOver) return;
      one.isOver = true;
      if (one.id !== undefined) settled.push({ id: one.id, errorId: one.errorId, message: one.message, isLate: one.isLate });
      if (settled.length > 1024) settled.shift();
      waiting = waiting.filter((other) => other !== one);
      one.undo.forEach((undo) => undo && undo());
      one.undo = [];
    }

    function settleResult(one, result) {
      const channel = one.message.channel;
      if (one.isOver) {
        report([issue("reply-late", "")], one.message.name);
        return;
      }
      const reading = readings(result, channel, true)[0];
      finish(one);
      if (reading.failure) {
        report([reading.failure], one.message.name);
        one.reject(new BridgeError("the answer to " + one.message.name + " is refused", [reading.failure]));
        return;
      }
      conclude(one, reading, channel, judgeReply(one.message, reading, channel, true), false);
    }

    function conclude(one, reading, channel, result, more) {
      report(result.issues, one.message.name);
      if (isError(result.issues)) {
        finish(one);
        one.reject(new BridgeError("the reply to " + one.message.name + " is refused", result.issues));
      } else if (result.isError) {
        finish(one);
        one.reject(new Declined(result.error, result.payload));
      } else {
        if (one.onPart) one.onPart(result.payload, more);
        if (more) return;
        finish(one);
        one.resolve(result.payload);
      }
    }

    function takeReply(reading, channel) {
      const spot = channel.framing.reply.id || channel.framing.id;
      let one;
      if (isSomething(reading.id)) {
        const values = reading.id.isText ? [numberOrText(reading.id.value), reading.id.value] : [reading.id.value];
        one = waiting.find((entry) => isFor(entry, values));
        const before = one ? undefined : settled.slice().reverse().find((entry) => isFor(entry, values));
        if (before) {
          const cause = before.isLate ? "reply-late" : before.message.isStream ? "item-after-end" : "reply-duplicate";
          report([issue(cause, spot ? spot.first : "")], before.message.name);
          return;
        }
      }
      if (!one) {
        one = waiting.find((entry) => entry.id === undefined && entry.message.replyOn !== "return" &&
          !isMismatch(entry.message, reading));
      }
      if (!one) {
        report([issue("reply-unknown-id", spot ? spot.first : "")], undefined);
        return;
      }
      if (isMismatch(one.message, reading)) {
        report([issue("reply-mismatch", channel.framing.kind ? channel.framing.kind.first : "")], one.message.name);
        return;
      }
      let byId;
      if (one.errorId !== undefined && isSomething(reading.id)) byId = sameId(reading.id.value, one.errorId);
      const result = judgeReply(one.message, reading, channel, false, byId);
      conclude(one, reading, channel, result, hasMore(one.message, reading.body, result.isError));
    }

    /** Says what is done when a message comes. Returns a function that undoes it. */
    function on(name, handler) {
      named(name);
      handlers.set(name, handler);
      return () => handlers.get(name) === handler && handlers.delete(name);
    }

    function answerer(reading, settleCall) {
      const message = reading.message;
      const id = isSomething(reading.id) ? idValue(reading.id, reading) : undefined;
      const errorId = isSomething(reading.errorId) ? idValue(reading.errorId, reading) : undefined;
      let part = 0;
      let isDone = false;
      const answer = (payload, error, isLast) => {
        if (isDone) throw new BridgeError("the request was answered already");
        part += 1;
        const encoded = encodeReply(message.name, payload, {
          id: error !== undefined && errorId !== undefined ? errorId : id, error,
          fields: streamFields(message, part, isLast),
        });
        if (isLast && !message.count.many) isDone = true;
        if (encoded.isAnswer) settleCall(encoded.body);
        else say(encoded);
      };
      const isMute = !message.reply || (message.id !== "none" && id === undefined && message.replyOn !== "return") ||
        (id !== undefined && message.channel.framing.ids.noReply.some((one) => equal(one, id)));
      return {
        get isDone() { return isDone; },
        isMute,
        reply: (payload) => !isMute && answer(payload, undefined, true),
        part: (payload) => !isMute && answer(payload, undefined, false),
        fail: (error, payload) => !isMute && answer(payload, error, true),
      };
    }

    function dispatch(reading, call) {
      const message = reading.message;
      const issues = judgeMessage(reading);
      report(issues, message.name);
      if (isError(issues)) return undefined;
      const handler = handlers.get(message.name);
      if (options.onMessage) options.onMessage(message.name, messagePayload(reading));
      if (!handler) return undefined;
      let resolveCall;
      let direct;
      const settleCall = (body) => {
        direct = { body };
        line(side, { answers: call, body });
        if (resolveCall) resolveCall(body);
      };
      const answer = answerer(reading, settleCall);
      const decline = (error) => {
        if (!(error instanceof Declined)) throw error;
        answer.fail(error.error, error.payload);
      };
      const finishWith = (value) => {
        if (value !== undefined && !answer.isDone && message.reply) answer.reply(value);
      };
      try {
        const value = handler(messagePayload(reading), answer);
        if (value && typeof value.then === "function") {
          value.then(finishWith).catch((error) => {
            try {
              decline(error);
            } catch (wrong) {
              report([{ ...issue("web-rejected", ""), text: String(wrong && wrong.message) }], message.name);
            }
          });
        } else finishWith(value);
      } catch (error) {
        decline(error);
      }
      if (message.replyOn !== "return") return undefined;
      if (direct) return direct.body;
      return new Promise((resolve) => {
        resolveCall = resolve;
      });
    }

    /** Takes what the other side said on a channel. */
    function receive(key, recorded) {
      const channel = channels[key];
      const list = readings(recorded, channel);
      const asks = list.find((one) => one.message && one.message.replyOn === "return");
      let call;
      if (asks) {
        lastCall += 1;
        call = other + lastCall;
      }
      line(other, { channel: key, ...(call === undefined ? {} : { call }), body: recorded === undefined ? null : recorded });
      let result;
      for (const reading of list) {
        if (reading.failure) report([reading.failure], undefined);
        else if (reading.isReply) takeReply(reading, channel);
        else if (reading.message) {
          const answer = dispatch(reading, call);
          if (answer !== undefined) result = answer;
        }
      }
      return result;
    }

    /** Gives everything up: nothing is heard any more, open requests are rejected. */
    function close() {
      if (stop) stop();
      waiting.slice().forEach((one) => {
        finish(one);
        one.reject(new BridgeError("the bridge was closed"));
      });
      handlers.clear();
    }

    const api = { send, request, on, receive, close, side };
    const stop = transport.listen ? transport.listen(api) : undefined;
    return api;
  }

  // MARK: Transports

  const segments = (path) => path.replace(/\[(?:(["'])(.*?)\1|([0-9]+))\]/g, (_, quote, key, number) => "." + (number || key)).split(".");

  /** Puts a function at a path of the window; returns what takes it away again. */
  function install(path, fn) {
    const keys = segments(path);
    let parent = globalThis;
    for (const key of keys.slice(0, -1)) {
      const inner = parent[key];
      if (inner === undefined || inner === null) parent[key] = {};
      parent = parent[key];
    }
    const last = keys[keys.length - 1];
    const before = parent[last];
    parent[last] = fn;
    return () => {
      if (parent[last] !== fn) return;
      if (before === undefined) delete parent[last];
      else parent[last] = before;
    };
  }

  function lookUp(path) {
    const keys = segments(path);
    let parent = globalThis;
    for (const key of keys.slice(0, -1)) {
      parent = parent === undefined || parent === null ? undefined : parent[key];
    }
    const fn = parent === undefined || parent === null ? undefined : parent[keys[keys.length - 1]];
    return typeof fn === "function" ? { parent, fn } : undefined;
  }

  const channelsFrom = (side) => members(channels).map((key) => channels[key]).filter((one) => one.from === side);

  /** The paths that examples use on a channel whose call is a pattern, where they bear no id. */
  function examplePaths(channel) {
    const spot = channel.framing.reply.id || channel.framing.id;
    const isInPath = spot && spot.pointers.some((path) => path[0] === "fn");
    const out = new Set();
    for (const name of members(messages)) {
      for (const example of goodExamples(messages[name])) {
        const found = [];
        if (messages[name].channel === channel) found.push(example.body);
        else if (!isInPath && example.reply !== undefined && messages[name].replyOn !== "return") found.push(example.reply);
        for (const body of found) {
          if (isObject(body) && typeof body.fn === "string" && calls(channel, normalised(body.fn))) out.add(normalised(body.fn));
        }
      }
    }
    if (out.size === 0 && !isInPath) out.add(defaultPath(channel));
    return Array.from(out).filter((path) => path !== undefined);
  }

  /** A function's path for a channel that only has a pattern, the same on both sides. */
  function defaultPath(channel) {
    const word = channel.key[0].toUpperCase() + channel.key.slice(1);
    return [channel.key, "on" + word, "receive" + word, "onMessage", "bridgeReceive"]
      .find((path) => channel.callPattern.test(path));
  }

  function pageTransport() {
    const queues = new Map();
    const take = (peer, channel, path) => (...args) => {
      const body = channel.bodyIsCall ? { fn: path, args } : args.length > 0 ? args[0] : null;
      const recorded = channel.callPattern && !channel.bodyIsCall ? { fn: path, args } : body;
      return peer.receive(channel.key, recorded);
    };
    return {
      deliver({ channel, body }) {
        switch (channel.via) {
          case "messageHandler":
          case "messageHandlerWithReply": {
            const handler = globalThis.webkit && globalThis.webkit.messageHandlers && globalThis.webkit.messageHandlers[channel.name];
            if (!handler) throw new BridgeError("there is no message handler " + channel.name, [issue("handler-missing", "")]);
            return handler.postMessage(body);
          }
          case "prompt": return globalThis.prompt(body.args[0], body.args[1]);
          case "navigation": {
            const frame = document.createElement("iframe");
            frame.style.display = "none";
            frame.src = body;
            document.documentElement.appendChild(frame);
            setTimeout(() => frame.remove(), 100);
            return undefined;
          }
          default:
            queues.get(channel.key).push(body);
            return undefined;
        }
      },
      listen(peer) {
        const undo = [];
        for (const channel of channelsFrom("web")) {
          if (channel.via !== "poll") continue;
          queues.set(channel.key, []);
          undo.push(install(channel.call, () => drain(channel, queues.get(channel.key))));
        }
        for (const channel of channelsFrom("native")) {
          if (calling[channel.via]) {
            const paths = channel.call !== undefined ? [channel.call] : examplePaths(channel);
            paths.forEach((path) => undo.push(install(path, take(peer, channel, path))));
            continue;
          }
          const type = channel.via === "dispatchEvent" ? channel.source.event : "message";
          const listener = (event) => peer.receive(channel.key, channel.via === "dispatchEvent" ? event.detail : event.data);
          globalThis.addEventListener(type, listener);
          undo.push(() => globalThis.removeEventListener(type, listener));
        }
        return () => undo.forEach((one) => one());
      },
      /** Functions whose name bears the id of a request. */
      expect(peer, request) {
        const undo = [];
        if (!request.message.reply || request.message.replyOn === "return") return () => {};
        for (const error of [undefined, ...(request.message.reply.errors || [])]) {
          const found = replyExample(request.message, error);
          if (!found || !found.channel.callPattern) continue;
          const spot = found.channel.framing.reply.id || found.channel.framing.id;
          if (!spot || !spot.pointers.some((path) => path[0] === "fn")) continue;
          const id = error !== undefined && request.errorId !== undefined ? request.errorId : request.id;
          const path = normalised(setPlace(copy(found.body), spot, id).fn);
          undo.push(install(path, take(peer, found.channel, path)));
        }
        return () => undo.forEach((one) => one());
      },
    };
  }

  /** What a polled function returns: everything that was queued, as one body where it may be. */
  function drain(channel, queue) {
    if (!channel.framing.batch) return queue.length > 0 ? queue.shift() : null;
    const all = queue.splice(0).flatMap((body) => {
      const decoded = decode(body, channel.framing.own).body;
      return Array.isArray(decoded) ? decoded : [decoded];
    });
    return channel.framing.own.reduceRight((body, decoding) => wrap(body, decoding), all);
  }

  function nativeTransport() {
    return {
      deliver({ channel, body, path }) {
        if (channel.via === "dispatchEvent") {
          globalThis.dispatchEvent(new CustomEvent(channel.source.event, { detail: body }));
          return undefined;
        }
        if (channel.via === "postMessage") {
          globalThis.dispatchEvent(new MessageEvent("message", { data: body, origin: "native" }));
          return undefined;
        }
        const target = channel.bodyIsCall ? body.fn : path !== undefined ? path : defaultPath(channel);
        const found = target === undefined ? undefined : lookUp(target);
        if (!found) throw new BridgeError("the page has no function " + target, [issue("function-missing", "")]);
        return found.fn.apply(found.parent, channel.bodyIsCall ? body.args : [body]);
      },
      listen(peer) {
        const undo = [];
        for (const channel of channelsFrom("web")) {
          if (channel.via === "messageHandler" || channel.via === "messageHandlerWithReply") {
            const isPromise = channel.via === "messageHandlerWithReply";
            const postMessage = (body) => {
              const result = peer.receive(channel.key, copy(body));
              return isPromise ? Promise.resolve(result) : undefined;
            };
            if (!globalThis.webkit) globalThis.webkit = {};
            if (!globalThis.webkit.messageHandlers) globalThis.webkit.messageHandlers = {};
            globalThis.webkit.messageHandlers[channel.name] = { postMessage };
            undo.push(() => delete globalThis.webkit.messageHandlers[channel.name]);
          } else if (channel.via === "poll") {
            const timer = setInterval(() => {
              const found = lookUp(channel.call);
              const body = found ? found.fn.call(found.parent) : null;
              const isEmpty = body === null || body === undefined || body === "" || body === "[]" ||
                (Array.isArray(body) && body.length === 0);
              if (!isEmpty) peer.receive(channel.key, body);
            }, 20);
            undo.push(() => clearInterval(timer));
          }
        }
        undo.push(listenToPrompts(peer), listenToNavigations(peer));
        return () => undo.forEach((one) => one());
      },
    };
  }

  function listenToPrompts(peer) {
    const list = channelsFrom("web").filter((one) => one.via === "prompt");
    if (list.length === 0) return () => {};
    const before = globalThis.prompt;
    globalThis.prompt = function prompt(text, value) {
      const channel = list.find((one) => !one.match || one.match.test(String(text)));
      if (!channel) return before ? before.call(globalThis, text, value) : null;
      const args = value === undefined ? [String(text)] : [String(text), value];
      const result = peer.receive(channel.key, { fn: "prompt", args });
      return result === undefined || (result && typeof result.then === "function") ? null : result;
    };
    return () => {
      globalThis.prompt = before;
    };
  }

  /** Navigations of hidden frames, the way bridges ring: they are heard and go nowhere. */
  function listenToNavigations(peer) {
    const list = channelsFrom("web").filter((one) => one.via === "navigation");
    if (list.length === 0 || typeof MutationObserver === "undefined") return () => {};
    const hear = (node) => {
      if (node.nodeName !== "IFRAME") return;
      const url = node.getAttribute("src") || "";
      const channel = list.find((one) => url.startsWith(one.source.url || ""));
      if (!channel) return;
      node.removeAttribute("src");
      peer.receive(channel.key, url);
    };
    const observer = new MutationObserver((records) => {
      for (const record of records) {
        if (record.type === "attributes") hear(record.target);
        record.addedNodes.forEach(hear);
      }
    });
    observer.observe(document.documentElement, { childList: true, subtree: true, attributes: true, attributeFilter: ["src"] });
    return () => observer.disconnect();
  }

  return {
    contract, channels, messages, BridgeError, Declined, connect, encode, encodeReply, judgeExample,
    canonical, goodExamples, declaredErrors,
    /** What is wrong with a body that a side says on a channel. */
    judge(key, body) {
      const channel = channels[key];
      if (!channel) throw new BridgeError("the contract has no channel " + key);
      return readings(body, channel).flatMap((reading) => {
        const issues = reading.failure ? [reading.failure] : reading.message ? judgeMessage(reading) : [];
        const prefix = reading.batchIndex === undefined ? "" : "/" + reading.batchIndex;
        return issues.map(({ cause, at: pointer, severity }) => ({ cause, at: prefix + pointer, severity }));
      });
    },
    /** The messages in a body, with their payloads: what `judge` finds no error in. */
    decode(key, body) {
      return readings(body, channels[key]).flatMap((reading) => {
        if (reading.failure || !reading.message || isError(judgeMessage(reading))) return [];
        return [{ name: reading.message.name, payload: messagePayload(reading), id: isSomething(reading.id) ? idValue(reading.id, reading) : undefined }];
      });
    },
    /** What a reply carries, as the request's own side reads it. */
    decodeReply(name, request, body, isAnswer) {
      const message = named(name);
      if (message.replyOn === "return") {
        const reading = readings(body, message.channel, true)[0];
        if (reading.failure) throw new BridgeError("refused", [reading.failure]);
        const result = judgeReply(message, reading, message.channel, true);
        refuse(result.issues, name);
        return { error: result.error, payload: result.payload };
      }
      const opened = readings(request, message.channel)[0];
      const channel = replyChannels(message).find((one) => readings(body, one)[0].isReply) || replyChannels(message)[0];
      const reading = readings(body, channel)[0];
      if (reading.failure) throw new BridgeError("refused", [reading.failure]);
      const result = judgeReply(message, reading, channel, Boolean(isAnswer), errorById(opened, reading, message));
      refuse(result.issues, name);
      return { error: result.error, payload: result.payload };
    },
  };
}
