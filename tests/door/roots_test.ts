import { assertEquals, assertThrows } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { CtimeBracket, CtimeClock, RootVerifier } from "../../src/door/ctime_bracket.ts";
import { DiskDoor } from "../../src/door/disk_door.ts";
import { parseRoute } from "../../src/door/parse_path.ts";
import { MACOS, type PathSyntax, POSIX, WINDOWS } from "../../src/door/path_syntax.ts";
import { findRoots, RootMap, StartError } from "../../src/door/roots.ts";
import { RouteWalker } from "../../src/door/route_walker.ts";
import type { Syscalls } from "../../src/door/syscalls.ts";
import { contentOf, listingOf, resolvedPlace, shownPath, valueOrFaultKey } from "./support/door_answers.ts";
import { FakeDisk } from "./support/fake_disk.ts";
import { openDoor } from "./support/open_door.ts";
import { ScratchDir } from "./support/scratch_dir.ts";

const TOP = { root: 0, path: "" };

function startError(args: string[], cwd?: string): string {
  return assertThrows(() => findRoots(args, cwd), StartError).message;
}

Deno.test("roots are distinguished by their real paths; the first is the project root", () => {
  using scratch = new ScratchDir();
  const { base, root } = scratch;
  scratch.dir("second/inner");
  scratch.link("alias", "root");
  const paths = (...args: string[]) => openDoor(args, base).roots.map(({ path, prefix }) => `${path} ${prefix}`);
  const first = `${root} `, second = `${base}/second ${base}/second/`;
  assertEquals(paths("root", "second"), [first, second]);
  assertEquals(paths(root, "./root/", "alias", `${base}/x/../root`), [first]);
  assertEquals(paths("root", "second/inner", "second", "second/inner"), [first, second]);
  assertEquals(paths("second/inner", "second"), [`${base}/second/inner `, second]);
  assertEquals(openDoor([], root).roots, [{ path: root, names: [root], prefix: "" }]);
});

Deno.test("a root that can't be served is an error with its reason", () => {
  using scratch = new ScratchDir();
  scratch.file("root/file");
  const { root } = scratch;
  assertEquals(startError([`${root}/nope`]), `--root ${root}/nope does not exist.`);
  assertEquals(startError(["file"], root), `--root ${root}/file is not a directory.`);
  const below = Deno.build.os === "windows" ? "does not exist" : "is not a directory";
  assertEquals(startError([root, `${root}/file/x`]), `--root ${root}/file/x ${below}.`);
});

Deno.test("absolute paths may begin with any name of a root", () => {
  using scratch = new ScratchDir();
  const { base, root } = scratch;
  scratch.file("root/sub/a.txt");
  scratch.file("second/b.txt");
  scratch.link("alias", "root");
  scratch.link("alias2", "second");
  scratch.link("inner", "root/sub");
  scratch.link("root/by_alias", `${base}/alias/sub`);
  const door = openDoor([`${base}/alias`, "alias2", "inner"], base);
  assertEquals(door.roots.map(({ names }) => names), [[root, `${base}/alias`], [`${base}/second`, `${base}/alias2`]]);
  const table = {
    [`${base}/alias/sub/a.txt`]: "0:sub/a.txt file",
    [`${root}/sub/a.txt`]: "0:sub/a.txt file",
    [`${base}/alias2/b.txt`]: "1:b.txt file",
    [`${base}/second/b.txt`]: "1:b.txt file",
    [`${base}/inner/a.txt`]: "0:sub/a.txt file",
    [`${base}/alias/../second/b.txt`]: "1:b.txt file",
    [`${base}/alias-evil`]: "outside",
    [`${base}/alias`]: "0: dir",
    "by_alias/a.txt": "0:sub/a.txt file",
  };
  assertEquals(Object.fromEntries(Object.keys(table).map((text) => [text, resolvedPlace(door, text)])), table);
  const names = [`${base}/alias/sub/a.txt`, `${base}/alias2/b.txt`, `${base}/alias`].map((text) =>
    shownPath(door, text)
  );
  assertEquals(names, ["sub/a.txt", `${base}/second/b.txt`, "."]);
  assertEquals(new DiskDoor(structuredClone(findRoots(["alias"], base))).resolve("sub/a.txt").place, {
    root: 0,
    path: "sub/a.txt",
  });
});

Deno.test("paths in the project root are shown relative to it, even if another root contains that root", () => {
  using scratch = new ScratchDir();
  scratch.file("root/sub/a.txt");
  scratch.file("root/b.txt");
  const door = openDoor(["root/sub", "root"], scratch.base);
  assertEquals(["a.txt", `${scratch.root}/sub/a.txt`, "../b.txt"].map((text) => shownPath(door, text)), [
    "a.txt",
    "a.txt",
    `${scratch.root}/b.txt`,
  ]);
  assertEquals(door.displayPath({ root: 1, path: "sub/a.txt" }), "a.txt");
  assertEquals([{ root: 0, path: "" }, { root: 1, path: "" }].map((place) => door.displayPath(place)), [
    ".",
    scratch.root,
  ]);
});

Deno.test("a root that is replaced by a link is refused, a deleted one is missing, and one made again is served", () => {
  using scratch = new ScratchDir();
  const { root, base } = scratch;
  scratch.file("root/f", "inside");
  scratch.file("outside/f", "SECRET");
  const door = openDoor([root]);
  const ask = () => [
    contentOf(door, { root: 0, path: "f" }),
    listingOf(door, TOP),
    resolvedPlace(door, "f"),
    resolvedPlace(door, ""),
  ];
  const inside = ["inside", "f file", "0:f file", "0: dir"];
  assertEquals(ask(), inside);
  Deno.renameSync(root, `${base}/away`);
  assertEquals(ask(), Array(4).fill("not_found"));
  Deno.symlinkSync("outside", root);
  assertEquals(ask(), Array(4).fill("outside"));
  Deno.removeSync(root);
  scratch.file("root", "a file now");
  assertEquals(ask(), Array(4).fill("not_a_directory"));
  Deno.removeSync(root);
  scratch.file("root/f", "inside");
  assertEquals(ask(), inside);
});

Deno.test("a root that was given as a link remains the directory that the link led to", () => {
  using scratch = new ScratchDir();
  scratch.file("root/f", "inside");
  scratch.file("outside/f", "SECRET");
  scratch.link("alias", "root");
  const door = openDoor([`${scratch.base}/alias`]);
  Deno.removeSync(`${scratch.base}/alias`);
  scratch.link("alias", "outside");
  assertEquals([contentOf(door, { root: 0, path: "f" }), listingOf(door, TOP)], ["inside", "f file"]);
  assertEquals(resolvedPlace(door, `${scratch.base}/alias/f`), "0:f file");
});

Deno.test("a root whose parent was replaced by a link is refused", () => {
  using scratch = new ScratchDir();
  scratch.file("parent/root/f", "inside");
  scratch.file("outside/root/f", "SECRET");
  const door = openDoor([`${scratch.base}/parent/root`]);
  assertEquals(contentOf(door, { root: 0, path: "f" }), "inside");
  Deno.renameSync(`${scratch.base}/parent`, `${scratch.base}/away`);
  scratch.link("parent", "outside");
  assertEquals([contentOf(door, { root: 0, path: "f" }), listingOf(door, TOP)], ["outside", "outside"]);
});

Deno.test("a grant for the root alone is enough to serve everything in it", () => {
  using scratch = new ScratchDir();
  const { base, root } = scratch;
  scratch.file("root/sub/f", "inside");
  scratch.link("alias", "root");
  scratch.link("root/l", "sub");
  const inside = { content: "inside", names: "f file", link: "0:sub dir", alias: "outside" };
  assertEquals(granted(root, root), inside);
  const error = granted(root, `${base}/alias`);
  assertEquals(typeof error === "string" && error.includes(`--allow-read=${base}/alias`), true, String(error));
});

Deno.test("if only an alias of the root is granted, everything is read through the alias", () => {
  if (/^2\.[0-8]\./.test(Deno.version.deno)) return console.log("skipped: this Deno refuses fstat under such a grant");
  using scratch = new ScratchDir();
  const alias = `${scratch.base}/alias`;
  scratch.file("root/sub/f", "inside");
  scratch.link("alias", "root");
  scratch.link("root/l", "sub");
  const inside = { content: "inside", names: "f file", link: "0:sub dir", alias: "0:sub/f file" };
  assertEquals(granted(alias, alias), inside);
});

/** The answers of a door to `root` if only `grant` may be read. */
function granted(grant: string, root: string): unknown {
  const script = fromFileUrl(new URL("./support/read_under_grant.ts", import.meta.url));
  const args = ["run", "--no-prompt", `--allow-read=${grant}`, script, root];
  const { stdout } = new Deno.Command(Deno.execPath(), { args, stderr: "inherit" }).outputSync();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("for a root that Deno refuses despite its grant, no further grant is suggested", {
  ignore: Deno.build.os !== "linux",
}, () => {
  assertEquals(
    granted("/proc/sys/fs", "/proc/sys/fs"),
    "--root /proc/sys/fs is covered by the read permission, and yet Deno refuses it: it reads nothing below /proc, /sys " +
      "and /dev without all permissions (-A), which fossick's engine never has. Choose another root.",
  );
});

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
  return valueOrFaultKey(() => {
    const sys = disk(), bracket = new CtimeBracket(new RootVerifier(sys, map), new CtimeClock(sys));
    const { place, shown } = new RouteWalker(bracket).walk(parseRoute(text, syntax));
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
