  // The rest of the harness that a script of the model's runs in: it keeps what
  // the script says to its console, and turns what it returns into JSON that is
  // cut here, in the page, so that little crosses. It stands in the page's own
  // world: nothing that it says is trusted, and all of it is bounded again.
  const most = 50000;
  const logs = this.logs;
  const text = (value) => (typeof value === "string" ? value : (JSON.stringify(plain(value)) ?? String(value)));
  const cut = (words, limit) => (words.length > limit ? `${words.slice(0, limit)}…+${words.length - limit}` : words);
  const note = (level, args) => {
    if (logs.push(`${level}: ${cut(args.map(text).join(" "), 1000)}`) > 100) this.dropped += logs.length - (logs.length = 100);
  };
  const own = Object.create(console);
  for (const level of ["log", "info", "warn", "error", "debug"]) {
    own[level] = (...args) => {
      note(level, args);
      console[level](...args);
    };
  }
  let budget = 20000;
  const around = [];
  const plain = (value) => {
    switch (typeof value) {
      case "bigint":
        return `${value}n`;
      case "function":
        return `[function ${value.name}]`;
      case "symbol":
        return String(value);
      case "number":
        return Number.isFinite(value) ? value : String(value);
      case "object":
        break;
      default:
        return value;
    }
    if (value === null) return null;
    if (around.includes(value)) return "[circular]";
    if (around.length > 20 || --budget < 0) return "…";
    around.push(value);
    try {
      return members(value);
    } catch (thrown) {
      return `[cannot be read: ${thrown}]`;
    } finally {
      around.pop();
    }
  };
  const members = (value) => {
    if (typeof value.nodeType === "number" && typeof value.nodeName === "string") return cut(value.outerHTML ?? value.nodeValue ?? value.nodeName, 500);
    if (value instanceof Error) return String(value);
    if (value.window === value) return "[window]";
    if (typeof value.then === "function") return "[promise]";
    if (typeof value.toJSON === "function") return plain(value.toJSON());
    if (typeof value[Symbol.iterator] === "function") {
      const list = [];
      for (const one of value) {
        if (budget < 0 || list.length >= 5000) {
          list.push("…");
          break;
        }
        list.push(plain(one));
      }
      return list;
    }
    const fields = {};
    for (const name of Object.keys(value)) {
      if (budget < 0) {
        fields["…"] = "…";
        break;
      }
      fields[name] = plain(value[name]);
    }
    return fields;
  };
  const answer = (fields) => JSON.stringify({ ...fields, logs, dropped: this.dropped });
  try {
    let value = await script(this.node, own);
    if (called && typeof value === "function") value = await value(this.node);
    if (value === undefined) return answer({ void: true });
    const json = JSON.stringify(plain(value));
    return answer({ value: json.slice(0, most), cut: Math.max(json.length - most, 0) });
  } catch (thrown) {
    // Whatever else has a message may say no more of itself than that it is an object.
    const isError = thrown instanceof Error || (typeof thrown === "object" && thrown !== null && typeof thrown.stack === "string");
    const line = Number(/margay-script:(\d+):/.exec(String(isError ? thrown.stack : ""))?.[1] ?? 1) - 1;
    return answer({ error: cut(isError ? String(thrown) : `it threw ${text(thrown)}`, 2000), line });
  }
}
//# sourceURL=margay-script
