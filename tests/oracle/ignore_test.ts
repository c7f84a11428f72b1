/** Ignore decisions on random trees, compared entry by entry with `git check-ignore`. */
import { assertEquals } from "@std/assert";
import { basename, join } from "@std/path";
import { openDoor } from "../door/support/open_door.ts";
import { find } from "../../src/engine/find/find.ts";
import { finish, jobOn } from "../engine/job_on.ts";
import { scopeOf } from "../engine/requests.ts";
import { isInstalled, tempTree } from "../program.ts";
import { LENGTH, type Random, seeded } from "../seed.ts";
import { plantTree } from "./random_tree.ts";

const TREES = 8 * LENGTH;

const WORDS = ["a", "b", "ab", "abc", "foo", "foo.bar", "src", "build", "node_modules", "x.ts", "a.ts", ".env", "a b"];
const WILD = [
  ..."* *.ts *b a* ? ?? [a-c] [a-c]* *.* f*o *o* .* ** *.d.ts \\a [b] *** *.ts{} {a,b} *.{ts,log} a{b } {x}".split(" "),
  ..."[]a] [!]a] [\\]a] [a\\-c] [[:alpha:]]* [[:digit:][:punct:]]* [[:nope:]] [z-a] [z-ab] [a-c-e] a[ a[/]b a[!x]b é [é]* \\ a\\ a\\\\b"
    .split(" "),
];
/** Ends of lines: git drops spaces that are not escaped. */
const ENDS = ["", "", "", "", "", "", " ", "  ", "\\ ", " \\ ", "\\\\ ", "\t"];

Deno.test("a random tree's ignored entries are those that git ignores", { ignore: !isInstalled("git") }, () => {
  const random = seeded("git oracle");
  for (let t = 0; t < TREES; t++) {
    using directory = tempTree({});
    const shape = { depth: 4, width: 12, ignoreFiles: () => ignoreFiles(random) };
    const [, ...below] = plantTree(random, directory.path, shape);
    const nested = random.chance(0.5) ? below.filter(() => random.chance(0.3)) : [];
    compare(directory.path, ["", ...nested]);
  }
});

Deno.test(
  "info/exclude of a submodule and of a linked worktree hold, as in git",
  { ignore: !isInstalled("git") },
  () => {
    using directory = tempTree({ "main/keep": "", "other/keep": "" });
    const git = (dir: string, ...args: string[]) => runGit(join(directory.path, dir), args);
    for (const dir of ["main", "other"]) {
      git(dir, "init", "--quiet");
      git(dir, "add", ".");
      git(dir, "-c", "user.name=a", "-c", "user.email=a", "commit", "--quiet", "-m", "a");
    }
    git("main", "worktree", "add", "--quiet", "-b", "b", "../linked");
    git("main", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../other", "sub");
    const write = (path: string, text: string) => Deno.writeTextFileSync(join(directory.path, path), text);
    write("main/.gitignore", "*.log\n");
    write("main/.git/info/exclude", "a\n");
    write("main/.git/modules/sub/info/exclude", "b\n");
    for (const dir of ["main", "main/sub", "linked"]) {
      for (const name of ["a", "b", "c.log"]) {
        write(`${dir}/${name}`, "");
      }
    }
    const untracked = (dir: string) => git(dir, "ls-files", "--others", "--exclude-standard").split("\n");
    const door = openDoor([directory.path]);
    for (const dir of ["main/sub", "linked"]) {
      const { entries } = finish(find(scopeOf({ roots: [dir], hidden: true }), undefined, jobOn(door)));
      const names = entries.map(({ shown }) => basename(shown)).filter((name) => !/^(?:keep|\.git.*)$/.test(name));
      assertEquals(names, untracked(dir).filter((name) => name !== ""), dir);
    }
  },
);

/** @param repositories directories that are repositories, the top "" first */
function compare(root: string, repositories: readonly string[]): void {
  for (const dir of repositories) runGit(join(root, dir), ["init", "--quiet", "--template="]);
  const door = openDoor([root]);
  const pathsOf = (noIgnore: boolean) =>
    finish(find(scopeOf({ hidden: true, noIgnore }), undefined, jobOn(door), "entries")).entries
      .map(({ shown }) => shown).filter((path) => basename(path) !== ".git");
  const all = pathsOf(true);
  const kept = new Set(pathsOf(false));
  const ignored = new Set(repositories.flatMap((dir) => ignoredByGit(root, dir, all, repositories)));
  const isIgnored = (path: string) => {
    const parts = path.split("/");
    return parts.some((_, i) => ignored.has(parts.slice(0, i + 1).join("/")));
  };
  const rules = all.filter((path) => path.endsWith(".gitignore"))
    .map((path) => [path, Deno.readTextFileSync(join(root, path))]);
  assertEquals(all.filter((path) => !kept.has(path)), all.filter(isIgnored), JSON.stringify({ repositories, rules }));
}

/** The ignored paths of the repository `dir`: the deciding line, for the path or a directory above it, excludes them. */
function ignoredByGit(root: string, dir: string, all: readonly string[], repositories: readonly string[]): string[] {
  const stem = dir === "" ? "" : dir + "/";
  const others = repositories.filter((other) => other.startsWith(stem) && other !== dir);
  const own = all.filter((path) => path.startsWith(stem) && !others.some((other) => path.startsWith(other + "/")));
  const input = own.map((path) => path.slice(stem.length)).join("\0");
  const fields = runGit(join(root, dir), ["check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"], input).split(
    "\0",
  );
  const ignored: string[] = [];
  for (let i = 0; i + 3 < fields.length; i += 4) {
    if (fields[i + 2] !== "" && !fields[i + 2].startsWith("!")) ignored.push(stem + fields[i + 3]);
  }
  return ignored;
}

/** Rules in UTF-8, or with a byte that is none. */
function ignoreFiles(random: Random): Record<string, Uint8Array> {
  if (random.chance(0.6)) return {};
  const lines = Array.from({ length: 1 + random.int(6) }, () => randomLine(random));
  const text = lines.join(random.chance(0.1) ? "\r\n" : "\n") + (random.chance(0.8) ? "\n" : "");
  const latin1 = random.chance(0.2) ? [...new TextEncoder().encode("# caf"), 0xe9, 0x0a] : [];
  return { ".gitignore": Uint8Array.from([...latin1, ...new TextEncoder().encode(text)]) };
}

function randomLine(random: Random): string {
  if (random.chance(0.08)) return random.pick(["", "# comment", "\\#hash", "\\!bang", "foo   "]);
  const segments = Array.from(
    { length: random.pick([1, 1, 1, 2, 2, 3]) },
    () => random.pick(random.chance(0.5) ? WORDS : WILD),
  );
  const lead = random.pick(["", "", "", "/", "**/"]);
  const tail = random.pick(["", "", "", "/", "/**", "/*"]);
  return (random.chance(0.25) ? "!" : "") + lead + segments.join("/") + tail + random.pick(ENDS);
}

function runGit(cwd: string, args: readonly string[], input = ""): string {
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
