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

