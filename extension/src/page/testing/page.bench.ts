// Figures, printed as medians: how long the functions take in the page, and how
// long a driver waits for them. Not part of the tests: run with BENCH=1.

import { afterAll, beforeAll, expect, test } from "vitest";
import { Browser, type Page } from "./chromium";

let browser: Browser;
beforeAll(async () => {
  browser = await Browser.start();
});
afterAll(() => browser.close());

const rounds = Number(process.env["N"] ?? 9);
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;

const links = (controls: number): string =>
  `<h1>Links</h1><ul>${Array.from({ length: controls / 2 }, (_, i) => `<li><a href="#i${i}">Item number ${i}</a> <button>Buy ${i}</button></li>`).join("")}</ul>`;
const fields = (controls: number): string =>
  `<form>${Array.from({ length: controls }, (_, i) => `<p><label for="f${i}">Field ${i}</label> <input id="f${i}" value="value ${i}"></p>`).join("")}</form>`;
// 5 nodes a row and cell: div > div > span > text, text.
const nodes = (count: number): string =>
  Array.from({ length: count / 5 }, (_, i) => `<div class="r"><div><span>Name ${i}</span> and more</div></div>`).join("");

const pages: [string, string][] = [
  ["1,000 controls", links(1000)],
  ["10,000 controls", links(10_000)],
  ["10,000 fields", fields(10_000)],
  ["50,000 nodes", nodes(50_000)],
];

async function measure(page: Page, expression: string): Promise<{ page: number; driver: number; chars: number }> {
  const inPage: number[] = [];
  const driver: number[] = [];
  let chars = 0;
  for (let i = 0; i < rounds; i++) {
    await page.evaluate(`document.body.append(document.createElement("i"))`);
    inPage.push(Number(await page.inside(`{ const begin = performance.now(); ${expression}; performance.now() - begin }`)));
    const begin = performance.now();
    chars = JSON.stringify(await page.inside(expression)).length;
    driver.push(performance.now() - begin);
  }
  return { page: median(inPage), driver: median(driver), chars };
}

test.each(pages)("%s", { timeout: 120_000 }, async (name, html) => {
  const page = await browser.openHTML(html);
  const figures: string[] = [];
  for (const [what, args] of [["snapshot", `{maxChars: 0}`], ["snapshot", `{maxChars: 12000}`], ["find", `{text: "99", limit: 20}`], ["content", `{maxChars: 12000, offset: 0}`]] as const) {
    const figure = await measure(page, `globalThis.__margay.call("${what}", ${args})`);
    figures.push(`${what} ${args}: ${figure.page.toFixed(1)} ms in the page, ${figure.driver.toFixed(1)} ms for the driver, ${figure.chars} chars`);
    expect(figure.chars).toBeGreaterThan(0);
  }
  console.log(`${name}\n  ${figures.join("\n  ")}`);
  await page.close();
});
