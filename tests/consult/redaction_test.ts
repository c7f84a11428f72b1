import { assertEquals } from "@std/assert";
import { Redaction } from "../../src/consult/redaction.ts";
import { reason } from "../../src/model/messages/reasons.ts";

const KEY = "sk-" + "Test/0123456789+abcdef==";
const redaction = new Redaction(KEY);

/** The key with each character respelled. */
function spelled(by: (hex: string, code: number) => string): string {
  return KEY.split("").map((c) => by(c.charCodeAt(0).toString(16), c.charCodeAt(0))).join("");
}

Deno.test("a key is redacted in the spellings of JSON, URLs and HTML", () => {
  const forms = [
    KEY,
    KEY.toLowerCase(),
    KEY.toUpperCase(),
    encodeURIComponent(KEY),
    KEY.replaceAll("/", "\\/"),
    KEY.replaceAll("/", "&#x2F;").replaceAll("+", "&#43;"),
    spelled((hex) => `%${hex}`),
    spelled((hex, code) => code % 2 === 0 ? `&#x${hex};` : `&#${code};`),
    `${KEY.slice(0, 12)}\n    ${KEY.slice(12)}`,
    KEY.split("").join(" "),
  ];
  for (const form of forms) {
    assertEquals(redaction.redact(`Bearer ${form}, "${form}"; ${form}`), 'Bearer [key], "[key]"; [key]');
  }
  for (const escape of ["\\", "\\\\"]) {
    assertEquals(redaction.redact(`it is ${spelled((hex) => `${escape}u00${hex}`)}.`), `it is ${escape}[key].`);
  }
});

Deno.test("if a text ends in the middle of a key, at most 8 characters of it are shown", () => {
  for (let length = 1; length < KEY.length; length++) {
    const part = KEY.slice(0, length);
    assertEquals(redaction.redact(`it is ${part}`), length > 8 ? "it is [key]" : `it is ${part}`);
    assertEquals(redaction.redact(`it is ${part}\n`), length > 8 ? "it is [key]" : `it is ${part}\n`);
    assertEquals(redaction.redact(`it is ${part}…`), `it is ${part}…`);
  }
});

Deno.test("other words stay unchanged, even next to a key or where a key begins twice", () => {
  for (const text of ["", "sk-", "sk-Test/0123 456 x", "a\\b  c\n", "%73%6B", "s".repeat(100)]) {
    assertEquals(redaction.redact(`${text}.`), `${text}.`);
    assertEquals(redaction.redact(`${text}.${KEY}.${text}.`), `${text}.[key].${text}.`);
  }
  assertEquals(redaction.redact(KEY.slice(0, 10) + KEY + KEY), `${KEY.slice(0, 10)}[key][key]`);
  const twice = new Redaction("ababababababababX");
  assertEquals(twice.redact("-abababababababababX."), "-ab[key].");
  assertEquals(new Redaction("a".repeat(12)).redact("a".repeat(24) + "."), "[key][key].");
});

Deno.test("a short key is not redacted, and a long one only as a whole", () => {
  for (const key of [undefined, "", "none", "sk-no-key", " \\ \\ \\ \\ \\ \\ "]) {
    assertEquals(new Redaction(key).redact("none, sk-no-key \\"), "none, sk-no-key \\");
  }
  const long = "eyJh".repeat(5000);
  assertEquals(new Redaction(long).redact(`it is ${long}.`), "it is [key].");
});

Deno.test("a fault's values and those of its reasons are redacted", () => {
  const why = reason("group_name", { name: `<${KEY}>` });
  assertEquals(redaction.redactParams({ host: KEY, status: 401, why }), {
    host: "[key]",
    status: 401,
    why: reason("group_name", { name: "<[key]>" }),
  });
});
