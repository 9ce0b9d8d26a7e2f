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

