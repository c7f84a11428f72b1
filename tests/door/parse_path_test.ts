import { assertEquals } from "@std/assert";
import { join, normalize } from "@std/path/posix";
import { decodePath, isEncodedPath, lexicalEnd, parseRoute } from "../../src/door/parse_path.ts";
import { POSIX } from "../../src/door/path_syntax.ts";
import { lookAlike, mayHaveLookAlike } from "../../src/door/route_walker.ts";
import { seeded } from "../seed.ts";
import { resolvedPlace, valueOrFaultKey } from "./support/door_answers.ts";
import { openDoor } from "./support/open_door.ts";
import { ScratchDir } from "./support/scratch_dir.ts";

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
  for (const [text, path] of Object.entries(cases)) assertEquals(valueOrFaultKey(() => decodePath(text)), path, text);
});

Deno.test("nothing else is decoded", () => {
  const plain = ["~/x", "$HOME/x", "%2e%2e/x", "&#46;&#46;/x", "..\u2215x", "\uff0e\uff0e/x", "\ufeff../x", "..\\x"];
  assertEquals(plain.map((text) => decodePath(text, POSIX)), plain);
  assertEquals(plain.some(isEncodedPath), false);
});

const NFD = "cafe\u0301", NFC = "caf\u00e9";

Deno.test("names look alike that differ in spaces, quotation marks or accents only", () => {
  const alike: [name: string, sibling: string][] = [
    ["9.41 AM.png", "9.41\u202fAM.png"],
    ["a b", "a\u00a0b"],
    ["a\u2009b", "a\u3000b"],
    [NFC, NFD],
    [NFD, NFC],
    ["it's", "it\u2019s"],
    ['say "x"', "say \u201cx\u201d"],
    [`${NFC} it's`, `${NFD}\u00a0it\u2018s`],
  ];
  for (const [name, sibling] of alike) {
    assertEquals([name, mayHaveLookAlike(name), lookAlike(name, ["other", sibling])], [name, true, sibling]);
  }
  const unlike: [name: string, siblings: string[]][] = [
    ["a b", ["a  b", "ab", "A\u00a0b", "a_b"]],
    [NFC, ["cafe", "CAF\u00c9"]],
    ["a b", ["a\u00a0b", "a\u202fb"]],
    ["a\u200bb", ["ab"]],
  ];
  for (const [name, siblings] of unlike) assertEquals([name, lookAlike(name, siblings)], [name, undefined]);
  for (const name of ["main.ts", "src/a-b_c(1)[2]{3}.ts", "$HOME/~x", ""]) assertEquals(mayHaveLookAlike(name), false);
});

Deno.test("for a name that no entry has, the only look-alike is taken, in every part of a path", () => {
  using scratch = new ScratchDir();
  const { root } = scratch;
  const paths = [`${NFD} x/it\u2019s\u00a0me/9.41\u202fAM.txt`, "two\u00a0x", "two\u202fx", "own x", "own\u00a0x"];
  for (const path of paths) scratch.file(`root/${path}`);
  scratch.file("outside\u00a0y/secret");
  Deno.symlinkSync("../outside\u00a0y", `${root}/link\u00a0out`);
  Deno.symlinkSync("own\u00a0x", `${root}/link\u00a0in`);
  Deno.symlinkSync("two x", `${root}/dangling`);
  Deno.symlinkSync(`${NFD} x`, `${root}/dir\u00a0link`);
  const door = openDoor([root]);
  const expected: Record<string, string> = {
    [`${NFC} x/it's me/9.41 AM.txt`]: `0:${paths[0]} file`,
    [`${root}/${NFC} x/it's me`]: `0:${NFD} x/it\u2019s\u00a0me dir`,
    [`${NFC} x/../own x`]: "0:own x file",
    [`dir link/it's me/9.41 AM.txt`]: `0:${paths[0]} file`,
    "own x": "0:own x file",
    "own\u00a0x": "0:own\u00a0x file",
    "two x": "not_found",
    "link in": "0:own\u00a0x file",
    // No look-alikes are accepted in a link's target, and none reveals an entry outside.
    "dangling": "not_found",
    "link out": "not_found",
    "link out/secret": "not_found",
    "../outside y/secret": "outside",
    "own x/y": "not_found",
  };
  const all = () => Object.fromEntries(Object.keys(expected).map((text) => [text, resolvedPlace(door, text)]));
  assertEquals(all(), expected);
  assertEquals(door.proveBatch(all), expected);
  assertEquals(door.resolve("link in"), {
    place: { root: 0, path: "own\u00a0x" },
    shown: "link\u00a0in",
    kind: "file",
    isStandIn: true,
  });
  assertEquals(door.resolve("own x").isStandIn, undefined);
});
