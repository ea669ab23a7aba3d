// A stand-in for the daemon: accepts the extension's links, greets, and lets the test call and listen.

import { createServer } from "node:net";

/** Listens on a socket path; link(kind) answers the next link of that kind of client, once it has said hello. */
export async function daemon(path) {
  const waiting = [];
  const ready = [];
  const open = new Set();
  const arrived = (link) => {
    const at = waiting.findIndex(({ kind }) => kind === link.kind);
    if (at < 0) ready.push(link);
    else waiting.splice(at, 1)[0].resolve(link);
  };
  const server = createServer((socket) => {
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => {});
    const link = makeLink(socket);
    void link.hello.then(({ kind }) => arrived({ ...link, kind }));
  });
  await new Promise((resolve) => server.listen(path, resolve));
  const link = (kind) => {
    const at = ready.findIndex((l) => l.kind === kind);
    if (at >= 0) return Promise.resolve(ready.splice(at, 1)[0]);
    return new Promise((resolve) => waiting.push({ kind, resolve }));
  };
  const close = async () => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { link, close };
}

function makeLink(socket) {
  const pending = new Map();
  const notices = [];
  const partial = new Map();
  let last = 0;
  let rest = Buffer.alloc(0);
  let registered;
  let greeted;
  const registration = new Promise((resolve) => (registered = resolve));
  const hello = new Promise((resolve) => (greeted = resolve));
  const closed = new Promise((resolve) => socket.once("close", resolve));

  const send = (message) => {
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    const head = Buffer.alloc(4);
    head.writeUInt32LE(body.length);
    socket.write(Buffer.concat([head, body]));
  };
  const take = (message) => {
    if (message.method === "$/chunk") return join(message.params);
    if (message.method === "hello") {
      const reply = { product: "margay", version: "0", build: "0", protocol: 1, epoch: "e", lingerMs: 0, dataDir: "", pid: 1 };
      send({ id: message.id, result: reply });
      greeted(message.params);
    } else if (message.method === "driver.register") {
      send({ id: message.id, result: { instance: "b1" } });
      registered(message.params);
    } else if (message.method !== undefined) notices.push(message);
    else if (pending.has(message.id)) {
      const { resolve, reject } = pending.get(message.id);
      pending.delete(message.id);
      if (message.error) reject(new Error(JSON.stringify(message.error)));
      else resolve(message.result);
    }
  };
  const join = ({ stream, number, total, data }) => {
    const pieces = partial.get(stream) ?? [];
    partial.set(stream, pieces);
    pieces[number] = Buffer.from(data, "base64");
    if (number + 1 < total) return;
    partial.delete(stream);
    take(JSON.parse(Buffer.concat(pieces).toString()));
  };
  socket.on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4 && rest.length >= 4 + rest.readUInt32LE(0)) {
      const size = rest.readUInt32LE(0);
      const message = JSON.parse(rest.subarray(4, 4 + size).toString());
      rest = rest.subarray(4 + size);
      take(message);
    }
  });
  const call = (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      pending.set(id, { resolve, reject });
      send({ id, method, params });
    });
  return { hello, registration, notices, call, closed, end: () => socket.destroy() };
}
