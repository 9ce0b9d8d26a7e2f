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

