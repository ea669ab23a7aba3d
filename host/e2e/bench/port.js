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
  async measure({ times, pauseMs }) {
    const peer = await this.open();
    const took = [];
    for (let i = 0; i < times; i++) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const start = performance.now();
      await peer.call("run.list", {});
      took.push(performance.now() - start);
    }
    peer.close();
    return took;
  },
};
