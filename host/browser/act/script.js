  // The rest of the harness that a script of the model's runs in: it keeps what
  // the script says to its console, and turns what it returns into JSON that is
  // cut here, in the page, so that little crosses. It stands in the page's own
  // world: nothing that it says is trusted, and all of it is bounded again. A page may have given
  // JSON, its arrays and its objects another meaning: what is told is made with the language alone.
  const most = 50000;
  const logs = this.logs;
  const digits = "0123456789abcdef";
  const short = { __proto__: null, '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
  const controls = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f";
  // A character as it stands in JSON.
  const escaped = (c) => {
    if (short[c] !== undefined) return short[c];
    let code = 0;
    while (controls[code] !== c) code++;
    return "\\u00" + digits[code >> 4] + digits[code & 15];
  };
  // A writer of JSON keeps what there is room for, and counts the rest.
  const writer = (room) => {
    const w = { __proto__: null, json: "", length: 0 };
    const put = (c) => {
      if (w.length++ < room) w.json += c;
    };
    w.plain = (text) => {
      for (let i = 0; i < text.length; i++) put(text[i]);
    };
    w.quoted = (text) => {
      put('"');
      for (let i = 0; i < text.length; i++) {
        const c = text[i];
        if (c < " " || c === '"' || c === "\\") w.plain(escaped(c));
        else put(c);
      }
      put('"');
    };
    return w;
  };
  const cut = (words, limit) => {
    if (words.length <= limit) return words;
    let part = "";
    for (let i = 0; i < limit; i++) part += words[i];
    return `${part}…+${words.length - limit}`;
  };
  const text = (value) => {
    if (typeof value === "string") return value;
    if (value === undefined) return "undefined";
    const w = writer(most);
    write(w, value, null);
    return w.json;
  };
  const note = (level, args) => {
    let words = "";
    for (let i = 0; i < args.length; i++) words += (i > 0 ? " " : "") + text(args[i]);
    if (logs.length < 100) logs[logs.length] = `${level}: ${cut(words, 1000)}`;
    else this.dropped++;
  };
  const own = { __proto__: console };
  const says = (level) => {
    own[level] = (...args) => {
      note(level, args);
      console[level](...args);
    };
  };
  says("log"), says("info"), says("warn"), says("error"), says("debug");
  let budget = 20000;
  const isAround = (value, around) => {
    for (; around !== null; around = around.outer) if (around.value === value) return true;
    return false;
  };
  // Writes a value; around are the objects that it is in.
  const write = (w, value, around) => {
    switch (typeof value) {
      case "string":
        return w.quoted(value);
      case "bigint":
        return w.quoted(`${value}n`);
      case "function":
        return w.quoted(`[function ${value.name}]`);
      case "symbol":
        return w.quoted(String(value));
      case "number":
        return value - value === 0 ? w.plain(`${value}`) : w.quoted(`${value}`);
      case "object":
        break;
      default:
        return w.plain(value === undefined ? "null" : `${value}`);
    }
    if (value === null) return w.plain("null");
    if (isAround(value, around)) return w.quoted("[circular]");
    if ((around?.depth ?? 0) > 20 || --budget < 0) return w.quoted("…");
    const inside = { __proto__: null, value, outer: around, depth: (around?.depth ?? 0) + 1 };
    let said, other, list, fields;
    // All is read before anything of it is written.
    try {
      said = inWords(value);
      if (said !== undefined);
      else if (isOwnWay(value)) other = { __proto__: null, value: value.toJSON() };
      else if ((list = listOf(value)) === undefined) fields = { __proto__: null, ...value };
    } catch (thrown) {
      said = `[cannot be read: ${thrown}]`;
    }
    if (said !== undefined) w.quoted(`${said}`);
    else if (other !== undefined) write(w, other.value, inside);
    else if (list !== undefined) writeList(w, list, inside);
    else writeFields(w, fields, inside);
  };
  const inWords = (value) => {
    if (typeof value.nodeType === "number" && typeof value.nodeName === "string") return cut(value.outerHTML ?? value.nodeValue ?? value.nodeName, 500);
    if (value instanceof Error) return `${value}`;
    if (value.window === value) return "[window]";
    return typeof value.then === "function" ? "[promise]" : undefined;
  };
  // What every object or list has of the page's is no way of this one to be told.
  const isOwnWay = (value) => typeof value.toJSON === "function" && value.toJSON !== {}.toJSON && value.toJSON !== [].toJSON;
  const listOf = (value) => {
    if (typeof value[Symbol.iterator] !== "function") return undefined;
    const list = { __proto__: null, length: 0 };
    for (const one of value) {
      list[list.length++] = list.length > 5000 ? "…" : one;
      if (list.length > 5000) break;
    }
    return list;
  };
  const writeList = (w, list, inside) => {
    w.plain("[");
    for (let i = 0; i < list.length; i++) {
      if (i > 0) w.plain(",");
      if (budget < 0) {
        w.quoted("…");
        break;
      }
      write(w, list[i], inside);
    }
    w.plain("]");
  };
  const writeFields = (w, fields, inside) => {
    let first = true;
    w.plain("{");
    for (const name in fields) {
      if (fields[name] === undefined) continue;
      if (!first) w.plain(",");
      first = false;
      w.quoted(budget < 0 ? "…" : name);
      w.plain(":");
      if (budget < 0) {
        w.quoted("…");
        break;
      }
      write(w, fields[name], inside);
    }
    w.plain("}");
  };
  const answer = (fields) => {
    const w = writer(most * 10);
    budget = 20000;
    write(w, { __proto__: null, ...fields, logs, dropped: this.dropped }, null);
    return w.json;
  };
  this.told = () => answer({});
  try {
    let value = await script(this.node, own);
    if (called && typeof value === "function") value = await value(this.node);
    if (value === undefined) return answer({ void: true });
    const w = writer(most);
    write(w, value, null);
    return answer({ value: w.json, cut: w.length > most ? w.length - most : 0 });
  } catch (thrown) {
    // Whatever else has a message may say no more of itself than that it is an object.
    const isError = thrown instanceof Error || (typeof thrown === "object" && thrown !== null && typeof thrown.stack === "string");
    const line = Number(/margay-script:(\d+):/.exec(String(isError ? thrown.stack : ""))?.[1] ?? 1) - 1;
    return answer({ error: cut(isError ? `${thrown}` : `it threw ${text(thrown)}`, 2000), line });
  }
}
//# sourceURL=margay-script
