import { defineConfig } from "vitest/config";

// Tests of the page script in a real Chromium: layout, hit tests, input. They
// need the browser (CHROMIUM names it), so they are a run of their own.
// "npm run test:page -- -u" writes the golden snapshots anew.
export default defineConfig({
  test: {
    include: ["src/page/testing/**/*.spec.ts"],
    environment: "node",
    fileParallelism: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
