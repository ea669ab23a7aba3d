// Runs in contexts of the extension, behind its own wire (global wire).
globalThis.bench = {
  /** A link of its own. */
  open: () =>
    new Promise((resolve) => {
      const client = wire.hostClient("panel", { onState: (state) => state.name === "open" && resolve(state.peer) });
      client.start();
    }),

  /** Makes long calls without a pause from now on; answers when the first one is over. */
  async begin({ route, params, refusal }) {
    const peer = await this.open();
    const long = async () => {
      try {
        await peer.call(route, params);
      } catch (fault) {
        if (fault.reason !== refusal) throw fault; // else it has arrived, whole, and was refused
      }
    };
    await long();
    this.passing = true;
    this.passed = 0;
    this.work = (async () => {
      for (; this.passing; this.passed++) await long();
      peer.close();
    })();
  },

  /** Ends them and answers how many there were. */
  async end() {
    this.passing = false;
    await this.work;
    return this.passed;
  },

  /** How long small calls take, in milliseconds. */
  async measure(pace) {
    const peer = await this.open();
    const took = await this.paced(pace, () => peer.call("run.list", {}));
    peer.close();
    return took;
  },

  async paced({ times, pauseMs }, round) {
    const took = [];
    for (let i = 0; i < times; i++) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const start = performance.now();
      await round();
      took.push(performance.now() - start);
    }
    return took;
  },

  /** A port to the bare host, and a function that sends a short frame on it and waits for the echo. */
  bare() {
    const port = chrome.runtime.connectNative("com.margay.bare");
    let heard;
    port.onMessage.addListener((frame) => frame.echo && heard(frame));
    return { port, echo: (frame) => new Promise((resolve) => ((heard = resolve), port.postMessage({ ...frame, echo: true }))) };
  },

  /** begin, with frames alone: one a turn, as the wire sends them. */
  async beginBare({ frames, data, fill }) {
    const { port, echo } = this.bare();
    const long = async () => {
      for (let n = 0; n < frames; n++) {
        port.postMessage({ data });
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
      await echo(fill ? { fill } : {});
    };
    await long();
    this.passing = true;
    this.passed = 0;
    this.work = (async () => {
      for (; this.passing; this.passed++) await long();
      port.disconnect();
    })();
  },

  /** measure, with echoes of a short frame. */
  async measureBare(pace) {
    const { port, echo } = this.bare();
    const took = await this.paced(pace, () => echo({}));
    port.disconnect();
    return took;
  },
};
