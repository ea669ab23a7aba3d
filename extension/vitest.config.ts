import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Tests run in Node; a file that needs a document says so itself with
// "// @vitest-environment jsdom" in its first line.
export default defineConfig({
  resolve: {
    alias: { "@protocol": fileURLToPath(new URL("../protocol/ts", import.meta.url)) },
  },
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  test: {
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "test/**/*.test.ts"],
    environment: "node",
    restoreMocks: true,
    // A machine under load is slow, and no test waits for nothing.
    testTimeout: 30_000,
  },
});
