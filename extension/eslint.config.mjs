// The type system is only as strong as its weakest escape hatch, so the escape hatches are errors here:
// any, casts, non-null assertions and ignore comments. test/eslint.test.ts proves that each ban bites.
// Comments cannot switch a rule off (noInlineConfig); what must be allowed is allowed here, with its reason.

import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "node_modules/"] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: "off" } },
  {
    files: ["src/**/*.ts", "src/**/*.tsx", "test/**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: { project: ["./tsconfig.test.json"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-assertions": ["error", { assertionStyle: "never" }],
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-ignore": true, "ts-expect-error": true, "ts-nocheck": true, "ts-check": true },
      ],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      // Text of pages and models becomes text nodes, never markup.
      "no-restricted-properties": [
        "error",
        { property: "innerHTML", message: "Build elements and set textContent." },
        { property: "outerHTML", message: "Build elements and set textContent." },
        { property: "insertAdjacentHTML", message: "Build elements and set textContent." },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']", message: "Render elements, never markup." },
      ],
      "no-eval": "error",
      "no-new-func": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
);
