import { AccessError } from "../../src/door/access_error.ts";
import { decodePath, isPossiblePath, lexicalEnd, parseRoute } from "../../src/door/parse_path.ts";
import { MACOS, type PathSyntax, POSIX, WINDOWS } from "../../src/door/path_syntax.ts";
import { RootMap, rootPath } from "../../src/door/roots.ts";
import { seeded } from "../seed.ts";
import { assertEquals, assertThrows } from "@std/assert";
import * as windows from "@std/path/windows";
import { valueOrFaultKey } from "./support/door_answers.ts";

function rootMap(syntax: PathSyntax, ...roots: string[]): RootMap {
  return new RootMap(roots.map((path) => ({ path, ioPath: path, aliases: [] })), syntax);
}

/** The place of a caller's text, or the fault, as decided by name alone. */
function verdict(text: string, map: RootMap): unknown {
  return valueOrFaultKey(() => {
    const { syntax } = map, path = decodePath(text, syntax);
    const at = lexicalEnd(parseRoute(path, syntax), map.roots[0].path);
    if (!map.contains(at)) return "outside";
    if (!isPossiblePath(path, syntax)) return "not_found";
    const place = map.placeOf(at);
    return place === undefined ? "between" : `${place.root}:${place.path}`;
  });
}

function assertVerdicts(map: RootMap, table: Readonly<Record<string, string>>): void {
  assertEquals(Object.fromEntries(Object.keys(table).map((text) => [text, verdict(text, map)])), table);
}

Deno.test("drives: the meaning of a path on Windows below C:\\work\\proj", () => {
  assertVerdicts(rootMap(WINDOWS, "C:/work/proj"), {
    "": "0:",
    ".": "0:",
    "src/a.txt": "0:src/a.txt",
    "src\\a.txt": "0:src/a.txt",
    ".\\src/.\\\\a.txt": "0:src/a.txt",
    "src\\..\\..\\proj\\a.txt": "0:a.txt",
    "C:\\work\\proj\\a.txt": "0:a.txt",
    "C:/work/proj/": "0:",
    "c:/work/proj/a.txt": "0:a.txt",
    "C:\\WORK\\Proj\\Src\\A.TXT": "0:Src/A.TXT",
    "\\\\?\\C:\\work\\proj\\a.txt": "0:a.txt",
    "..": "outside",
    "..\\x": "outside",
    "nope\\..\\..\\x": "outside",
    "C:\\work\\project\\a.txt": "outside",
    "C:\\work": "outside",
    "C:\\": "outside",
    "C:/..": "outside",
    "D:\\work\\proj\\a.txt": "outside",
    "\\work\\proj\\a.txt": "outside",
    "/work/proj/a.txt": "outside",
    "\\\\.\\C:\\work\\proj\\a.txt": "outside",
    "\\\\?\\C:\\work\\proj\\..\\x": "outside",
    "\\\\?\\GLOBALROOT\\Device\\x": "outside",
    "\\\\.\\PhysicalDrive0": "outside",
    "C:": "not_found",
    "C:a.txt": "not_found",
    "C:..\\..\\x": "not_found",
    "c:work\\proj\\a.txt": "not_found",
  });
});

Deno.test("drives: a root that is a whole drive contains that drive alone", () => {
  assertVerdicts(rootMap(WINDOWS, "C:/"), {
    "a.txt": "0:a.txt",
    "c:\\a.txt": "0:a.txt",
    "C:/": "0:",
    "..": "0:",
    "../../a.txt": "0:a.txt",
    "D:/a.txt": "outside",
    "//server/share/a.txt": "outside",
    "C:a.txt": "not_found",
  });
});

Deno.test("shares: the meaning of a path below \\\\server\\share", () => {
  assertVerdicts(rootMap(WINDOWS, "//server/share/"), {
    "a.txt": "0:a.txt",
    "\\\\server\\share\\a.txt": "0:a.txt",
    "//SERVER/Share/a.txt": "0:a.txt",
    "\\\\server\\share": "0:",
    "\\\\?\\UNC\\server\\share\\a.txt": "0:a.txt",
    "file://server/share/a%20b.txt": "0:a b.txt",
    "file://SERVER/share": "0:",
    "file:////server/share/a.txt": "0:a.txt",
    "..": "0:",
    "\\\\server\\shared\\a.txt": "outside",
    "\\\\server": "outside",
    "\\\\other\\share\\a.txt": "outside",
    "file://other/share/a.txt": "outside",
    "file://server/share/..%5cx": "file_url",
    "file://ser%76er/share/a.txt": "file_url",
    "file://user@server/share/a.txt": "file_url",
    "C:\\a.txt": "outside",
  });
  assertVerdicts(rootMap(WINDOWS, "//server/share/proj", "D:/lib"), {
    "..": "outside",
    "\\\\server\\share\\proj\\x": "0:x",
    "d:\\LIB\\x": "1:x",
    "..\\..\\..\\proj": "0:",
  });
});

Deno.test("file: URLs have the meaning of each system", () => {
  assertVerdicts(rootMap(WINDOWS, "C:/work"), {
    "file:///C:/work/a.txt": "0:a.txt",
    "file:///c:/work/a.txt": "0:a.txt",
    "file:///c%3A/work/a%20b.txt": "0:a b.txt",
    "file:///C|/work/a.txt": "0:a.txt",
    "file:/C:/work/a.txt": "0:a.txt",
    "file://C:/work/a.txt": "0:a.txt",
    "file://c|/work/a.txt": "0:a.txt",
    "file://C:/x": "outside",
    "file://C:/work/..%5cx": "file_url",
    "file://localhost/C:/work/a.txt": "0:a.txt",
    "file:///C:/work/a.txt#L10": "0:a.txt",
    "file:///C:/work/%2e%2e/x": "outside",
    "file:///C:/work/..%2fx": "file_url",
    "file:///C:/work/..%5Cx": "file_url",
    "file:///C:": "outside",
    "file:///work/a.txt": "outside",
    "file:///C:work/a.txt": "outside",
    "file:C:/work/a.txt": "not_found",
    "file:///C:/work/a.txt::$DATA": "not_found",
    "file:///C:/work/%00": "nul_in_path",
  });
  assertVerdicts(rootMap(POSIX, "/work"), {
    "file:///work/a.txt": "0:a.txt",
    "file:/work/a.txt": "0:a.txt",
    "FILE://LocalHost/work/a%20b%23c.txt": "0:a b#c.txt",
    "file:///work/%c3%bc": "0:\u00fc",
    "file:///work/..%2fx": "file_url",
    "file:///work/%ff": "file_url",
    "file:///work/a%00b": "nul_in_path",
    "file://": "file_url",
    "file:a.txt": "0:file:a.txt",
    "http://localhost/a": "0:http:/localhost/a",
    "file://server/work/a.txt": "file_url",
    "file:///C:/work/a.txt": "outside",
    "C:/work/a.txt": "0:C:/work/a.txt",
    "\\\\server\\share": "0:\\\\server\\share",
    "//work//a.txt": "0:a.txt",
    "nul/a. ": "0:nul/a. ",
  });
});

Deno.test("names that Windows reads as something else are not found", () => {
  const map = rootMap(WINDOWS, "C:/work");
  const names = ["CON", "nul", "Aux.txt", "prn.tar.gz", "COM1", "lpt9.log", "com\u00b9", "CONIN$", "NUL .txt", "con "];
  const more = [
    "a.txt:stream",
    "a.txt::$DATA",
    "dir:stream:$INDEX_ALLOCATION",
    "a.",
    "a ",
    "... ",
    ".. ",
    ". ",
    "a?",
    "a|b",
  ];
  for (const name of [...names, ...more]) {
    assertEquals([name, verdict(`src/${name}`, map), verdict(`${name}/x`, map)], [name, "not_found", "not_found"]);
    assertEquals(assertThrows(() => map.ioPathOf(0, `src/${name}/x`), AccessError).faultKey, "not_found");
    assertEquals(rootMap(POSIX, "/work").ioPathOf(0, `src/${name}/x`), `/work/src/${name}/x`);
  }
  for (const name of [".git", "console", "nullable.ts", "auxiliary", "com10", "lpt", "a.b", "a b", "$x", "CON1.txt"]) {
    assertEquals(verdict(name, map), `0:${name}`);
  }
});

Deno.test("on systems that ignore case, a root has all spellings, and paths in it keep the caller's spelling", () => {
  const spellings = [
    "/Users/Ann/Caf\u00e9/src/A.txt",
    "/users/ANN/caf\u00c9/src/A.txt",
    "/users/ann/cafe\u0301/src/A.txt",
  ];
  const on = (syntax: PathSyntax) => spellings.map((text) => verdict(text, rootMap(syntax, "/Users/Ann/Caf\u00e9")));
  assertEquals(on(MACOS), ["0:src/A.txt", "0:src/A.txt", "0:src/A.txt"]);
  assertEquals(on(POSIX), ["0:src/A.txt", "outside", "outside"]);
  const strasse = (text: string) => verdict(text, rootMap(WINDOWS, "C:/Stra\u00dfe"));
  assertEquals([strasse("c:/stra\u00dfe/x"), strasse("C:/STRASSE/x")], ["0:x", "outside"]);
  const map = new RootMap(
    [{ path: "C:/Real", ioPath: "C:/Real", aliases: [{ path: "C:/Alias", leadsTo: "In" }] }],
    WINDOWS,
  );
  assertEquals([map.rootPathOf("c:/ALIAS"), map.rootPathOf("C:/real"), map.isAboveRoot("c:/")], [
    "C:/Real/In",
    "C:/Real",
    true,
  ]);
});

Deno.test("roots on Windows are normalized", () => {
  const cases = {
    "C:\\work\\proj": "C:/work/proj",
    "c:/work/proj/": "C:/work/proj",
    "c:\\": "C:/",
    "sub\\dir": "C:/work/sub/dir",
    "..": "C:/",
    ".": "C:/work",
    "\\other": "C:/other",
    "C:sub": "C:/work/sub",
    "\\\\server\\share": "//server/share/",
    "//server/share/proj/": "//server/share/proj",
    "\\\\?\\D:\\x": "D:/x",
  };
  const paths = Object.keys(cases).map((arg) => [arg, rootPath(arg, "C:\\work", WINDOWS)]);
  assertEquals(Object.fromEntries(paths), cases);
});

/** Random Windows paths, made of difficult parts. */
function randomPaths(name: string, count: number): string[] {
  const random = seeded(name);
  const tops = ["", "", "", "C:\\", "c:/", "C:/Root/", "C:\\root\\sub\\", "\\\\server\\share\\", "//s/h/", "D:/", "\\"];
  const parts = ["..", ".", "", "a", "Root", "sub", "...", ".. ", "b.txt", "nul", "x:y", "\u00fc", "a ", "C:"];
  return Array.from({ length: count }, () => {
    const names = Array.from({ length: random.int(8) }, () => random.pick(parts));
    return random.pick(tops) + names.join(random.pick(["/", "\\"]));
  });
}

Deno.test("random Windows routes end where @std/path resolves them to", () => {
  for (const path of randomPaths("windows routes", 20_000)) {
    // A drive in the middle of a path is a name here; @std/path would start again from it.
    if (/^C:(?![\\/])/.test(path) || !isPossiblePath(path, WINDOWS)) continue;
    // Tops other than drives and shares (the current drive, `//x//y`) belong to no root.
    if (/^[\\/]/.test(path) && !/^(?:\\\\server\\share|\/\/s\/h)[\\/]/.test(path)) continue;
    const whole = windows.resolve("C:\\Root", path).replaceAll("\\", "/").replace(/^c:/, "C:");
    assertEquals(lexicalEnd(parseRoute(path, WINDOWS), "C:/Root"), whole, JSON.stringify(path));
  }
});

/** A path as Windows opens it: without dots and spaces at the end of names, in one case. */
function asOpened(path: string): string {
  const names = path.split("/").map((name) =>
    /^\.{1,2}$/.test(name) ? name : name.replace(/[. ]+$/, (end) => end.includes("..") ? ".." : "")
  );
  return windows.normalize(names.join("\\")).toUpperCase();
}

Deno.test("every accepted path is inside the root by Windows' own rules", () => {
  const map = rootMap(WINDOWS, "C:/Root");
  let inside = 0;
  for (const path of randomPaths("windows paths", 20_000)) {
    const place = verdict(path, map);
    if (typeof place !== "string" || !place.startsWith("0:")) continue;
    inside++;
    const read = asOpened(map.ioPathOf(0, place.slice(2)));
    assertEquals(
      read === "C:\\ROOT" || read.startsWith("C:\\ROOT\\"),
      true,
      `${JSON.stringify(path)} is read at ${read}`,
    );
    assertEquals(/:(?!\\)/.test(read), false, `${JSON.stringify(path)} is read as a stream: ${read}`);
  }
  assertEquals(inside > 1000, true, String(inside));
});

Deno.test("a file: URL made by @std/path is decoded to its path", () => {
  const random = seeded("file urls");
  const names = ["a", "B c", "\u00fc", "100%", "a#b", "[x]", "\u65e5\u672c", "x;y", "a+b", "~"];
  for (let run = 0; run < 2000; run++) {
    const path = ["C:", ...Array.from({ length: 1 + random.int(5) }, () => random.pick(names))].join("\\");
    assertEquals(decodePath(windows.toFileUrl(path).href, WINDOWS), path.replaceAll("\\", "/"));
    const share = path.replace("C:", "\\\\server\\share");
    assertEquals(decodePath(windows.toFileUrl(share).href, WINDOWS), share.replaceAll("\\", "/"));
  }
});
