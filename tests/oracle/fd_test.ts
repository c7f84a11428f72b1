/** Filters of entries (name, type, extension, size, time, exclude, depth) on random trees, compared with fd. */
import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { openDoor } from "../door/support/open_door.ts";
import { find } from "../../src/engine/find/find.ts";
import { parseSize, parseTime } from "../../src/toolsets/arguments/sizes_and_times.ts";
import type { EntryTests, EntryType } from "../../src/model/request.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { scopeOf, testsOf } from "../engine/requests.ts";
import { type Random, seeded } from "../seed.ts";
import { isInstalled, tempTree } from "../program.ts";
import { plantTree } from "./random_tree.ts";

const FD = ["fdfind", "fd"].find(isInstalled);
const TREES = 10;
const CALLS = 15;

const SIZES = ["+1b", "-1b", "10b", "+1k", "-1k", "1k", "+1ki", "-2ki", "+0b", "1Ki", "+3KB"];
const WHENS = ["1d", "2h", "3weeks", "10min", "1y"];
const PATTERNS = ["a", "^a", "A", "ts$", "[a-c]$", "\\.", "READ", "read", "foo|bar", "^.$", "é"];
// Not `?` alone: it matches a byte in fd and a character in fossick.
const GLOBS = ["*", "*.ts", "a*", "a?", "*.{ts,log}", "[a-c]*", "README*", "readme*", ".*", "*é*", "{a,b}"];
const EXCLUDES = ["*.ts", "build", "node_modules", "src/a", "/a", "**/lib/**", "a*"];

interface Call {
  readonly tests: EntryTests;
  readonly depth?: number;
  readonly hidden: boolean;
  readonly flags: readonly string[];
}

Deno.test("random filters select the entries that fd selects", { ignore: FD === undefined }, () => {
  const random = seeded("fd oracle");
  for (let t = 0; t < TREES; t++) {
    using directory = tempTree({});
    const root = directory.path;
    vary(random, root, plantTree(random, root, { depth: 3, width: 9, ignoreFiles: () => ({}) }));
    for (let c = 0; c < CALLS; c++) compare(root, randomCall(random));
  }
});

Deno.test("combined types select the entries that fd selects, also for links to executables", {
  ignore: FD === undefined,
}, () => {
  using files = tempTree({ "run": "", "plain": "x", "dir/a": "x" });
  const links = [["lrun", "run"], ["lplain", "plain"], ["ldir", "dir"], ["lbroken", "nowhere"]];
  for (const [name, target] of links) Deno.symlinkSync(target, join(files.path, name));
  Deno.chmodSync(join(files.path, "run"), 0o755);
  Deno.mkdirSync(join(files.path, "empty"));
  const all = ["f", "d", "l", "x", "e"] as const;
  for (let chosen = 0; chosen < 1 << all.length; chosen++) {
    const types = all.filter((_, i) => chosen & 1 << i);
    compare(files.path, { tests: testsOf({ types }), hidden: false, flags: types.flatMap((type) => ["-t", type]) });
  }
});

function compare(root: string, call: Call): void {
  const door = openDoor([root]);
  const scope = scopeOf({ hidden: call.hidden, noIgnore: true, depth: call.depth });
  const ours = finish(find(scope, call.tests, jobOn(door), "entries")).entries.map((entry) => entry.shown);
  assertEquals(ours.toSorted(), fd(root, call.flags), call.flags.join(" "));
}

function fd(root: string, flags: readonly string[]): string[] {
  const { stdout, stderr } = new Deno.Command(FD ?? "fd", { args: ["-I", "-0", ...flags], cwd: root }).outputSync();
  assertEquals(new TextDecoder().decode(stderr), "", flags.join(" "));
  return new TextDecoder().decode(stdout).split("\0").filter((path) => path !== "")
    .map((path) => path.replace(/^\.\//, "").replace(/\/$/, "")).sort();
}

function randomCall(random: Random): Call {
  const some = <T>(choices: readonly T[]) => random.chance(0.3) ? [random.pick(choices)] : [];
  const types = some<EntryType>(["f", "d", "l", "x", "e"]).concat(some<EntryType>(["f", "d", "x", "e"]));
  const extensions = some(["ts", ".ts", "TS", "log", "test.ts", "md"]);
  const exclude = some(EXCLUDES);
  const sizes = some(SIZES);
  const within = some(WHENS), before = some(WHENS);
  const glob = random.chance(0.5);
  const pattern = some(glob ? GLOBS : PATTERNS);
  const depth = random.chance(0.2) ? 1 + random.int(2) : undefined;
  // Without it fd refuses the pattern `.*`.
  const hidden = pattern[0] === ".*" || random.chance(0.6);
  const now = Date.now();
  return {
    hidden,
    depth,
    tests: testsOf({
      name: pattern.length === 0
        ? undefined
        : { pattern: pattern[0], syntax: glob ? "glob" : "regex", fullPath: false },
      types,
      extensions,
      exclude,
      sizes: sizes.flatMap((text) => parseSize(text) ?? []),
      changedAfter: within.length === 0 ? undefined : parseTime(within[0], now),
      changedBefore: before.length === 0 ? undefined : parseTime(before[0], now),
    }),
    flags: [
      ...(hidden ? ["-H"] : []),
      ...(depth === undefined ? [] : [`-d${depth}`]),
      ...types.map((type) => `-t${type}`),
      ...extensions.map((text) => `-e${text}`),
      ...exclude.map((text) => `-E${text}`),
      ...sizes.map((text) => `-S${text}`),
      ...within.map((text) => `--changed-within=${text}`),
      ...before.map((text) => `--changed-before=${text}`),
      ...(glob ? ["--glob"] : []),
      ...(pattern.length === 0 ? [] : ["--", pattern[0]]),
    ],
  };
}

/** Adds files of several sizes, ages and modes, an empty directory and dangling links to a tree. */
function vary(random: Random, root: string, dirs: readonly string[]): void {
  Deno.mkdirSync(join(root, random.pick(dirs), "empty"));
  for (let i = 0; i < 3; i++) {
    const at = join(root, random.pick(dirs));
    Deno.writeFileSync(
      join(at, `sized${i}.log`),
      new Uint8Array(random.pick([0, 1, 10, 999, 1000, 1001, 1024, 2048, 3000])),
    );
    Deno.writeTextFileSync(join(at, `run${i}.sh`), "", { mode: 0o755 });
    const age = random.pick([30, 3600, 90_000, 1e6, 1e8]);
    Deno.utimeSync(join(at, `sized${i}.log`), Date.now() / 1000 - age, Date.now() / 1000 - age);
    // fd compares the size of a link's target; fossick only the sizes of files.
    Deno.symlinkSync("nowhere", join(at, `link${i}`));
  }
}
