import { defineConfig } from "vitest/config";

// Tests of the page script in a real Chromium: layout, hit tests, input. They
// need the browser (CHROMIUM names it), so they are a run of their own.
// "npm run test:page -- -u" writes the golden snapshots anew; with BENCH=1 it
// prints figures instead.
export default defineConfig({
  test: {
    include: process.env["BENCH"] === undefined ? ["src/page/testing/**/*.spec.ts"] : ["src/page/testing/**/*.bench.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
