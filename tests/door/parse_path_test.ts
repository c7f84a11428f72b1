import { assertEquals } from "@std/assert";
import { join, normalize } from "@std/path/posix";
import { POSIX, WINDOWS } from "../../src/door/path_syntax.ts";
import { decodePath, isEncodedPath, isPossiblePath, lexicalEnd, parseRoute } from "../../src/door/parse_path.ts";
import { seeded } from "../seed.ts";
import { valueOrFault } from "./support/door_answers.ts";

Deno.test("random routes end where @std/path normalizes them to", () => {
  const random = seeded("routes");
  const parts = ["..", ".", "", "a", "b", "...", " ", "..a", "a..", "~", "%2e%2e", "\\", "ü"];
  for (let run = 0; run < 20_000; run++) {
    const path = Array.from({ length: random.int(12) }, () => random.pick(parts)).join("/");
    const base = random.pick(["/", "/w", "/w/root", "/w/x/root"]);
    const whole = normalize(path.startsWith("/") ? path : join(base, path));
    const expected = whole.length > 1 && whole.endsWith("/") ? whole.slice(0, -1) : whole;
    assertEquals(lexicalEnd(parseRoute(path, POSIX), base), expected.replace(/^\/+/, "/"), JSON.stringify(path));
  }
});

Deno.test("a route takes time in proportion to its length", () => {
  const names = 200_000;
  assertEquals(lexicalEnd(parseRoute("a/".repeat(names) + "../".repeat(names), POSIX), "/w"), "/w");
});

Deno.test("a backslash is a separator on Windows only", () => {
  assertEquals(parseRoute("a\\..\\b", POSIX), { names: ["a\\..\\b"] });
  assertEquals(parseRoute("a\\..\\b", WINDOWS), { names: ["a", "..", "b"] });
});

Deno.test("the top of a Windows path is a drive or a share", () => {
  assertEquals(parseRoute("C:\\p\\a.txt", WINDOWS), { top: "C:/", names: ["p", "a.txt"] });
  assertEquals(parseRoute("\\\\server\\share\\a.txt", WINDOWS), { top: "//server/share/", names: ["a.txt"] });
  assertEquals(parseRoute("/a.txt", WINDOWS), { top: "/", names: ["a.txt"] });
  assertEquals(parseRoute("C:/p", POSIX), { names: ["C:", "p"] });
});

Deno.test("names that no Windows disk can have are impossible", () => {
  const impossible = [
    "a.txt:hidden",
    "a.txt::$DATA",
    "aux.txt",
    "sub/CON",
    "nul",
    "a.",
    "a ",
    "com1",
    "LPT9.log",
    "a|b",
    "a?",
  ];
  const possible = ["a.txt", "console.ts", "auxiliary", "../a", ".git", "com10", "a b", "ü"];
  assertEquals(impossible.filter((path) => isPossiblePath(path, WINDOWS)), []);
  assertEquals(possible.filter((path) => isPossiblePath(path, WINDOWS)), possible);
});

Deno.test("on POSIX only paths that no kernel accepts are impossible", () => {
  assertEquals(["nul", "a:b", "a. ", "a|b"].every((path) => isPossiblePath(path, POSIX)), true);
  assertEquals(isPossiblePath("a\ud800", POSIX), false);
  assertEquals(isPossiblePath("x".repeat(5000), POSIX), false);
});

Deno.test("file URLs of this machine are paths, others are refused", () => {
  const cases = {
    "file:///w/a.txt": "/w/a.txt",
    "file:/w/a.txt": "/w/a.txt",
    "FILE://LocalHost/w/a%20b%23c.txt": "/w/a b#c.txt",
    "file:///w/a.txt#L10": "/w/a.txt",
    "file:///w/%2e%2e/x": "/w/../x",
    "file:///w/%c3%bc": "/w/ü",
    "file://server/w/a.txt": "file_url",
    "file:///w/..%2fx": "file_url",
    "file:///w/%ff": "file_url",
    "file:///w/a%00b": "nul_in_path",
    "file://": "file_url",
    "file://server": "file_url",
    "file:a.txt": "file:a.txt",
    "http://localhost/a": "http://localhost/a",
  };
  for (const [url, path] of Object.entries(cases)) assertEquals(valueOrFault(() => decodePath(url, POSIX)), path, url);
});

Deno.test("a JSON string means the path in it", () => {
  const cases = {
    '"a\\u0001b"': "a\u0001b",
    '"line\\nbreak"': "line\nbreak",
    '"\\u202etxt.a"': "\u202etxt.a",
    '"a\\u0000b"': "nul_in_path",
    '"plain"': "plain",
    '"..\\/x"': "../x",
    '"a\\u00a0b"': "a\u00a0b",
    '"\\"a\\"/b"': '"a"/b',
    '"broken\\x"': '"broken\\x"',
    '"': '"',
  };
  for (const [text, path] of Object.entries(cases)) assertEquals(valueOrFault(() => decodePath(text)), path, text);
});

Deno.test("nothing else is decoded", () => {
  const plain = ["~/x", "$HOME/x", "%2e%2e/x", "&#46;&#46;/x", "..\u2215x", "\uff0e\uff0e/x", "\ufeff../x", "..\\x"];
  assertEquals(plain.map((text) => decodePath(text, POSIX)), plain);
  assertEquals(plain.some(isEncodedPath), false);
});
