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

