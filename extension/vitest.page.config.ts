import { defineConfig } from "vitest/config";

// Tests in a real Chromium: the page script (layout, hit tests, input) and the
// extension's own pages (accessibility). They need the browser (CHROMIUM names
// it), so they are a run of their own.
// "npm run test:page -- -u" writes the golden snapshots anew; with BENCH=1 it
// prints figures instead.
const specs = ["src/page/testing/**/*.spec.ts", "src/ui/testing/**/*.spec.mjs"];
const benches = ["src/page/testing/**/*.bench.ts", "src/ui/testing/**/*.bench.mjs"];

export default defineConfig({
  test: {
    include: process.env["BENCH"] === undefined ? specs : benches,
    environment: "node",
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
