import { CtimeBracket, CtimeClock, RootVerifier } from "../../src/door/ctime_bracket.ts";
import { parseRoute } from "../../src/door/parse_path.ts";
import { MACOS, type PathSyntax, POSIX, WINDOWS } from "../../src/door/path_syntax.ts";
import { RootMap } from "../../src/door/roots.ts";
import { followRoute } from "../../src/door/route_walker.ts";
import type { Syscalls } from "../../src/door/syscalls.ts";
import { assertEquals } from "@std/assert";
import { valueOrFault } from "./support/door_answers.ts";
import { FakeDisk } from "./support/fake_disk.ts";

/** Other spellings that the disk below accepts: letter case, Windows' short names, a decomposed accent. */
const NAMES: Readonly<Record<string, string>> = {
  "SRC": "src",
  "A.TS": "a.ts",
  "ENV~1": ".env",
  "CAFÉ": "cafe\u0301",
  "café": "cafe\u0301",
};

/** A disk that finds an entry by each of its names, and reports the stored one. */
function disk(): Syscalls {
  const tree = { root: { src: { "a.ts": "a" }, ".env": "k=v", "cafe\u0301": "c", link: ["link", "src"] as const } };
  const plain = new FakeDisk(tree, 10_000, false);
  const stored = (path: string) => path.replace(/^C:/, "").split("/").map((name) => NAMES[name] ?? name).join("/");
  const top = (path: string) => (path.startsWith("C:") ? "C:" : "");
  return {
    lstat: (path) => plain.lstat(stored(path)),
    stat: (path) => plain.stat(stored(path)),
    readDir: (path) => plain.readDir(stored(path)),
    readLink: (path) => plain.readLink(stored(path)),
    realPath: (path) => top(path) + plain.realPath(stored(path)),
    open: (path) => plain.open(stored(path)),
    fstat: (fd) => plain.fstat(fd),
    read: (fd, into, at) => plain.read(fd, into, at),
    close: (fd) => plain.close(fd),
    now: () => plain.now(),
    monotonicNow: () => plain.monotonicNow(),
  };
}

/** The place of a text on such a disk, and how it is shown. */
function resolved(text: string, syntax: PathSyntax, root = "/root"): string {
  const map = new RootMap([{ path: root, ioPath: root, aliases: [] }], syntax);
  return valueOrFault(() => {
    const sys = disk(), bracket = new CtimeBracket(new RootVerifier(sys, map), new CtimeClock(sys));
    const { place, shown } = followRoute(parseRoute(text, syntax), bracket);
    return `${place.path} ${shown}`;
  });
}

Deno.test("if a system accepts several names for one entry, its place has the stored name", () => {
  const table = {
    "src/a.ts": "src/a.ts src/a.ts",
    "SRC/A.TS": "src/a.ts src/a.ts",
    "SRC": "src src",
    "ENV~1": ".env .env",
    "caf\u00e9": "cafe\u0301 cafe\u0301",
    "link/A.TS": "src/a.ts link/A.TS",
  };
  for (const [text, expected] of Object.entries(table)) {
    assertEquals([text, resolved(text, MACOS)], [text, expected]);
    assertEquals([text, resolved(text.replace("/", "\\"), WINDOWS, "C:/root")], [text, expected]);
  }
  assertEquals(resolved("c:\\ROOT\\SRC", WINDOWS, "C:/root"), "src src");
});

Deno.test("if every name is another entry, a place has the name that was given", () => {
  assertEquals(resolved("SRC/A.TS", POSIX), "SRC/A.TS SRC/A.TS");
});
