import { describe, expect, it } from "vitest";
import { misleads, placeOf, safeAddress } from "./links";

describe("safeAddress", () => {
  it.each([
    "javascript:alert(1)", "JavaScript:alert(1)", "java\tscript:alert(1)", "\u0001javascript:alert(1)", " javascript:alert(1)",
    "data:text/html,x", "vbscript:x", "file:///etc/passwd", "blob:https://e.test/1", "chrome-extension://a/b", "chrome://settings",
    "about:blank", "view-source:https://e.test", "ftp://e.test", "intent://x", "//e.test/x", "/x", "x", "", "https://", "http://[",
  ])("refuses_%j", (address) => {
    expect(safeAddress(address)).toBeNull();
  });

  it.each(["http://a.test", "HTTPS://A.test/x?y#z", "mailto:a@b.test"])("allows_%s", (address) => {
    expect(safeAddress(address)).not.toBeNull();
  });
});

describe("misleads", () => {
  it.each([
    ["https://bank.test", "https://evil.test", true],
    ["bank.test", "https://evil.test/bank.test", true],
    ["www.bank.test/login", "https://bank.test.evil.test/login", true],
    ["Log in at bank.test now", "https://evil.test", true],
    ["https://bank.test@evil.test", "https://bank.test@evil.test", true],
    ["аpple.com", "https://xn--pple-43d.com/", false],
    ["apple.com", "https://xn--pple-43d.com/", true],
    ["me@bank.test", "mailto:you@evil.test", true],
    ["me@bank.test", "mailto:me@bank.test", false],
    ["https://a.test/x", "https://a.test/y", false],
    ["A.test", "https://a.test/", false],
    ["the order page", "https://a.test/", false],
    ["3.5 items", "https://a.test/", false],
  ])("%s → %s: %s", (text, address, expected) => {
    expect(misleads(text, new URL(address))).toBe(expected);
  });
});

it("the_place_of_a_mail_is_its_address", () => {
  expect(placeOf(new URL("mailto:a@b.test?subject=x"))).toBe("a@b.test");
  expect(placeOf(new URL("https://b.test:8080/x"))).toBe("b.test:8080");
});
