/** Ignore decisions on generated trees, entry by entry against `git check-ignore`. */
import { assertEquals } from "@std/assert";
import { openDoor } from "../../src/door/disk_door.ts";
import { find } from "../../src/engine/find.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { scopeOf } from "../engine/requests.ts";
import { isInstalled, tree } from "../program.ts";
import { type Random, seeded } from "../seed.ts";
import { plantTree } from "./random_tree.ts";

const TREES = 50;

const WORDS = ["a", "b", "ab", "abc", "foo", "foo.bar", "src", "build", "node_modules", "x.ts", "a.ts", ".env", "a b"];
const WILD = [
  "*",
  "*.ts",
  "*b",
  "a*",
  "?",
  "??",
  "[a-c]",
  "[a-c]*",
  "*.*",
  "f*o",
  "*o*",
  ".*",
  "**",
  "*.d.ts",
  "\\a",
  "[b]",
];

Deno.test("what is ignored in a random tree is what git ignores", { ignore: !isInstalled("git") }, () => {
  const random = seeded("git oracle");
  for (let t = 0; t < TREES; t++) {
    using directory = tree({});
    plantTree(random, directory.path, { depth: 4, width: 12, ignoreFiles: () => ignoreFiles(random) });
    compare(directory.path);
  }
});

function compare(root: string): void {
  git(root, ["init", "--quiet", "--template="]);
  const door = openDoor([root]);
  const pathsOf = (noIgnore: boolean) =>
    finish(find(scopeOf({ hidden: true, noIgnore }), undefined, jobOn(door), "entries")).entries.map((entry) =>
      entry.shown
    );
  const all = pathsOf(true);
  const kept = new Set(pathsOf(false));
  const ignored = ignoredByGit(root, all);
  const rules = all.filter((path) => path.endsWith(".gitignore")).map((
    path,
  ) => [path, Deno.readTextFileSync(`${root}/${path}`)]);
  assertEquals(all.filter((path) => !kept.has(path)), all.filter((path) => ignored.has(path)), JSON.stringify(rules));
}

/** Paths whose deciding line, for them or a directory above, takes them out. */
function ignoredByGit(root: string, paths: readonly string[]): Set<string> {
  const output = git(root, ["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"], paths.join("\0"));
  const fields = output.split("\0");
  const ignored = new Set<string>();
  for (let i = 0; i + 3 < fields.length; i += 4) {
    if (fields[i + 2] !== "" && !fields[i + 2].startsWith("!")) ignored.add(fields[i + 3]);
  }
  return ignored;
}

/** Texts in the part of the language that git and ripgrep read alike. */
function ignoreFiles(random: Random): Record<string, string> {
  const text = () => Array.from({ length: 1 + random.int(6) }, () => randomLine(random)).join("\n") + "\n";
  return {
    ...(random.chance(0.4) ? { ".gitignore": text() } : {}),
  };
}

function randomLine(random: Random): string {
  if (random.chance(0.08)) return random.pick(["", "# comment", "\\#hash", "\\!bang", "foo   "]);
  const segments = Array.from(
    { length: random.pick([1, 1, 1, 2, 2, 3]) },
    () => random.pick(random.chance(0.5) ? WORDS : WILD),
  );
  const lead = random.pick(["", "", "", "/", "**/"]);
  const tail = random.pick(["", "", "", "/", "/**", "/*"]);
  return (random.chance(0.25) ? "!" : "") + lead + segments.join("/") + tail;
}

function git(cwd: string, args: readonly string[], input = ""): string {
  const list = Deno.makeTempFileSync({ prefix: "fossick-" });
  try {
    Deno.writeTextFileSync(list, input);
    const { stdout } = new Deno.Command("sh", {
      args: ["-c", 'exec git "$@" < "$INPUT"', "sh", ...args],
      cwd,
      env: { INPUT: list, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", HOME: cwd },
    }).outputSync();
    return new TextDecoder().decode(stdout);
  } finally {
    Deno.removeSync(list);
  }
}
