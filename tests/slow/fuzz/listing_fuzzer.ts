/**
 * Random trees, ignore files (also with broken bytes) and globs, compared with the files that ripgrep searches.
 * @module
 */
import { openTools } from "../../open_tools.ts";
import { plantTree, randomGlob, randomIgnoreFiles } from "../../oracle/random_tree.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";
import { codeOf, type Files, latin, tempFiles, utf8 } from "./ground.ts";
import { ripgrep } from "../../oracle/ripgrep.ts";

interface Scope {
  readonly include_globs: readonly string[];
  readonly exclude_globs: readonly string[];
  readonly hidden: boolean;
  readonly no_ignore: boolean;
}

interface Case {
  readonly files: Files;
  readonly scopes: readonly Scope[];
}

/** Fuzzes globs and ignore files. */
export const listingFuzzer = defineFuzzer("globs and ignore files against ripgrep", make, check);

const BYTES = [0, 9, 10, 13, 32, 33, 35, 42, 47, 63, 91, 92, 93, 123, 125, 0x80, 0xc3, 0xef, 0xbb, 0xbf, 0xff];

function make(random: Random): Case {
  return { files: randomFiles(random), scopes: Array.from({ length: 8 }, () => randomScope(random)) };
}

/** A planted tree, read back. */
function randomFiles(random: Random): Files {
  using place = tempFiles({});
  const files: Record<string, string> = {};
  const shape = { depth: 4, width: 9, ignoreFiles: (dir: string) => randomIgnoreFiles(random, dir) };
  for (const dir of plantTree(random, place.root, shape)) {
    readBack(place.root, dir, files);
  }
  for (const path of Object.keys(files)) {
    if (/\.(?:rg)?ignore$/.test(path) && random.chance(0.4)) files[path] = damaged(random, files[path]);
  }
  return files;
}

function readBack(root: string, dir: string, files: Record<string, string>): void {
  for (const { name, isFile } of Deno.readDirSync(`${root}/${dir}`)) {
    const path = dir === "" ? name : `${dir}/${name}`;
    if (isFile) files[path] = latin(Deno.readFileSync(`${root}/${path}`));
    else if (name === ".git" || path.endsWith(".git/info")) readBack(root, path, files);
  }
}

/** Git's own files are read as git reads them. A line that is not UTF-8 is the last: in ripgrep it ends the rules. */
function damaged(random: Random, bytes: string): string {
  const at = random.int(bytes.length + 1),
    odd = latin(Array.from({ length: 1 + random.int(3) }, () => random.pick(BYTES)));
  const lines = (bytes.slice(0, at) + odd + bytes.slice(at + random.int(3))).split("\n");
  const broken = lines.findIndex((line) => !isUtf8(line));
  return lines.slice(0, broken < 0 ? lines.length : broken + 1).join("\n");
}

function isUtf8(line: string): boolean {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(line, (char) => char.charCodeAt(0))) !==
      null;
  } catch {
    return false;
  }
}

function randomScope(random: Random): Scope {
  const globs = (chance: number) => random.chance(chance) ? [randomGlob(random), randomGlob(random)] : [];
  const include_globs = globs(0.3);
  return {
    include_globs,
    exclude_globs: globs(0.25),
    // Without it wildcards of including globs match no leading dot: the contract's one difference.
    hidden: include_globs.length > 0 || random.chance(0.4),
    no_ignore: random.chance(0.15),
  };
}

async function check({ files, scopes }: Case): Promise<string | undefined> {
  // Every file gets the same text, ignore files too.
  const marked = Object.entries(files).map((
    [path, bytes],
  ) => [path, isRules(path) || isGitFile(path) ? bytes : utf8("x\n")]);
  // Plain ripgrep reads .gitignores only in a repository, and up to a repository below it, as fossick does.
  using place = tempFiles({ ".git/HEAD": "", ...Object.fromEntries(marked) });
  using tools = await openTools("default", [place.root], { tokenBudget: 0, timeoutMs: 30_000 });
  for (const scope of scopes) {
    const theirs = filesOfRipgrep(place.root, scope);
    const answer = await tools.ask("search_content", { roots: ["."], query: "x", count_only_matches: true, ...scope });
    const ours = codeOf(answer) ?? Object.keys(answer.counts ?? {}).filter((path) => !isRules(path));
    if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
      return `${JSON.stringify(scope)}\nours   ${JSON.stringify(ours)}\ntheirs ${JSON.stringify(theirs)}`;
    }
  }
  return undefined;
}

function isRules(path: string): boolean {
  return /(?:^|\/)(?:\.(?:git|rg)?ignore|\.git\/info\/exclude)$/.test(path);
}

/** The file that names the store of a submodule or worktree. */
function isGitFile(path: string): boolean {
  return /(?:^|\/)\.git$/.test(path);
}

function filesOfRipgrep(root: string, scope: Scope): string[] | string {
  const { code, stdout, stderr } = ripgrep(root, [
    ...["-l", "--null", "--sort=path", "-s", "--require-git"],
    ...(scope.hidden ? ["--hidden"] : []),
    ...(scope.no_ignore ? ["--no-ignore"] : []),
    ...fromRoot(scope.include_globs).map((glob) => `--glob=${glob}`),
    ...fromRoot(scope.exclude_globs).map((glob) => `--glob=!${glob}`),
    ...["-e", "x", "./"],
  ]);
  if (code > 1 && /error parsing glob/.test(stderr)) return "INVALID_GLOB";
  return stdout.split("\0").filter((path) => path !== "").map((path) => path.slice(2))
    // By the contract `.git` is never entered.
    .filter((path) => !path.split("/").slice(0, -1).includes(".git") && !isRules(path));
}

/** A leading `./` means the search root here, which is `/` in ripgrep; ripgrep would look for a directory named `.`. */
function fromRoot(globs: readonly string[]): string[] {
  return globs.filter((glob) => glob !== "./").map((glob) => glob.replace(/^\.\//, "/"));
}
