import { assertEquals } from "@std/assert";
import { openDoor } from "./support/open_door.ts";
import { textPath } from "../../src/format/safe_text.ts";
import { resolvedPlace, shownPath, valueOrFaultData } from "./support/door_answers.ts";
import { ScratchDir } from "./support/scratch_dir.ts";

/** Checks a table of texts and their places. */
function check(door: Parameters<typeof resolvedPlace>[0], table: Record<string, string>): void {
  const found = Object.fromEntries(Object.keys(table).map((text) => [text, resolvedPlace(door, text)]));
  assertEquals(found, table);
}

Deno.test("a caller's text leads into the root or is refused", () => {
  using scratch = new ScratchDir();
  const { root, base } = scratch;
  for (const name of ["root/a.txt", "root/sub/b.txt", "root-evil/s", "outside/secret.txt"]) scratch.file(name);
  check(openDoor([root]), {
    "": "0: dir",
    ".": "0: dir",
    "./": "0: dir",
    "a.txt": "0:a.txt file",
    "./a.txt": "0:a.txt file",
    "sub": "0:sub dir",
    "sub/": "0:sub dir",
    "sub//./b.txt": "0:sub/b.txt file",
    "sub/../a.txt": "0:a.txt file",
    "sub/../../root/a.txt": "0:a.txt file",
    "nope": "not_found",
    "nope/../a.txt": "not_found",
    "a.txt/x": "not_found",
    "a.txt/..": "not_found",
    "..": "outside",
    "../": "outside",
    "../outside/secret.txt": "outside",
    "../outside/nope": "outside",
    "nope/../../outside/secret.txt": "outside",
    "sub/..//../outside/secret.txt": "outside",
    "../../../../../../../../etc/passwd": "outside",
    "/etc/passwd": "outside",
    "//etc/passwd": "outside",
    "/": "outside",
    [base]: "outside",
    [root]: "0: dir",
    [`${root}/`]: "0: dir",
    [`${root}//a.txt`]: "0:a.txt file",
    [`/${root}/a.txt`]: "0:a.txt file",
    [`${root}/../root/a.txt`]: "0:a.txt file",
    [`${root}/../outside/secret.txt`]: "outside",
    [`${root}-evil/s`]: "outside",
    [`file://${root}/a.txt`]: "0:a.txt file",
    [`file://localhost${root}/a.txt`]: "0:a.txt file",
    [`file://${root}/%2e%2e/outside/secret.txt`]: "outside",
    "file:///etc/passwd": "outside",
    "file://server/etc/passwd": "file_url",
    "~/.ssh/id_rsa": "not_found",
    "$HOME/x": "not_found",
    "..%2foutside%2fsecret.txt": "not_found",
    "..\\outside\\secret.txt": "not_found",
    "&#46;&#46;/outside/secret.txt": "not_found",
    "a.txt\0": "nul_in_path",
    "..\0/outside": "nul_in_path",
    "a\ud800": "not_found",
    [`${"x".repeat(300)}`]: "not_found",
    [`${"x/".repeat(100_000)}`]: "not_found",
    [`${"sub/../".repeat(500)}a.txt`]: "0:a.txt file",
  });
});

Deno.test("a path is shown as the caller named it, normalized, and is accepted again", () => {
  using scratch = new ScratchDir();
  const { root } = scratch;
  scratch.file("root/real/deep/a.txt");
  scratch.link("root/l", "real/deep");
  const door = openDoor([root]);
  const table: Record<string, string> = {
    ".": ".",
    "./real//deep/": "real/deep",
    "l/a.txt": "l/a.txt",
    "l/../deep/a.txt": "real/deep/a.txt",
    "real/../l/a.txt": "l/a.txt",
    [`${root}/l/a.txt`]: "l/a.txt",
    [`${root}/../root/l/a.txt`]: "l/a.txt",
  };
  for (const [text, expected] of Object.entries(table)) {
    assertEquals(shownPath(door, text), expected, text);
    assertEquals(resolvedPlace(door, expected), resolvedPlace(door, text), expected);
  }
});

Deno.test("a path that exists is taken literally, even if it could mean something else", () => {
  using scratch = new ScratchDir();
  const odd = [
    '"a\\u0001b"',
    "file:/x",
    " ",
    "~",
    "%2e%2e",
    "a\\b",
    "-rf",
    "a\u0001b",
    "\u202e",
    "\u00fc",
    "u\u0308",
    "\uFFFD",
  ];
  for (const name of odd) scratch.file(`root/${name}`);
  const door = openDoor([scratch.root]);
  for (const name of odd) assertEquals(resolvedPlace(door, name), `0:${name} file`, JSON.stringify(name));
});

Deno.test("a path with control or bidirectional characters may be given as a JSON string", () => {
  using scratch = new ScratchDir();
  for (const name of ["a\u0001b", "x\u202ey", "sub/line\nbreak"]) scratch.file(`root/${name}`);
  const door = openDoor([scratch.root]);
  for (const name of ["a\u0001b", "x\u202ey", "sub/line\nbreak"]) {
    assertEquals(resolvedPlace(door, JSON.stringify(name).replace("\u202e", "\\u202e")), `0:${name} file`);
    assertEquals(resolvedPlace(door, JSON.stringify(name)), `0:${name} file`);
  }
  assertEquals(resolvedPlace(door, '"../\\u0001"'), "outside");
});

Deno.test("every path is accepted as text shows it, even if it begins with a quote or a bracket", () => {
  using scratch = new ScratchDir();
  const names = ['"q"/x', '"', '""', '"a', 'a"', '"a\u0001"', "a\u202eb", '"\\', '"q"/"\u0085"', "[5 entries]"];
  for (const name of names) scratch.file(`root/${name}`);
  const door = openDoor([scratch.root]);
  for (const name of names) assertEquals(resolvedPlace(door, textPath(name)), `0:${name} file`, JSON.stringify(name));
  // If an entry has that text as its name, the text means that entry.
  scratch.file(`root/${textPath('"a')}`);
  assertEquals(resolvedPlace(door, textPath('"a')), `0:${textPath('"a')} file`);
  assertEquals(resolvedPlace(door, textPath(textPath('"a'))), `0:${textPath('"a')} file`);
});

Deno.test("a fault names the path that the caller gave", () => {
  using scratch = new ScratchDir();
  const door = openDoor([scratch.root]);
  assertEquals(valueOrFaultData(() => door.resolve("sub/nope.txt")), {
    fault: "not_found",
    params: { path: "sub/nope.txt", name: "nope.txt" },
  });
  assertEquals(valueOrFaultData(() => door.resolve("../x")), { fault: "outside", params: { path: "../x" } });
});
