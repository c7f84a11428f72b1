/**
 * Random texts as paths: files inside the root are read, everything outside is refused, nothing is guessed.
 * @module
 */
import { join, normalize } from "@std/path";
import { type OpenTools, openTools } from "../../open_tools.ts";
import type { Random } from "../../seed.ts";
import { defineFuzzer } from "./fuzzer.ts";
import { codeOf, CODES, type Files, tempFiles, utf8 } from "./ground.ts";

interface Case {
  /** `{root}` and `{base}` are placeholders for absolute paths. */
  readonly paths: readonly string[];
}

/** Fuzzes paths. */
export const pathFuzzer = defineFuzzer("paths", make, check);

const SECRET = "SECRET", INSIDE = "inside ";
const NAMES = ["a b", ...'a b.txt é.txt .env back\\slash 100% %61 q"uote -x con a:b 日本 x~'.split(" ")];
const DIRS = ["a", "a b", "deep/er"];
const FILES = DIRS.flatMap((dir) => NAMES.map((name) => `${dir}/${name}`).filter((path) => path !== "a/a"));
const PIECES = [
  ...[...NAMES, ...DIRS, ".. .. . in out outdir base secret.txt nope *".split(" ")].flat(),
  ...["", "\0", "\n", "a".repeat(300)],
];
const LEADS = [
  ...["", "", "", "", ..."{root}/ {base}/ {base}/secret.txt / // ./ ../ file://{root}/ file: ~/".split(" ")],
  ...["C:\\", "\\\\?\\"],
];

function make(random: Random): Case {
  return { paths: Array.from({ length: 25 }, () => randomPath(random)) };
}

function randomPath(random: Random): string {
  if (random.chance(0.3)) return random.pick(FILES);
  const pieces = Array.from({ length: 1 + random.int(5) }, () => random.pick(PIECES));
  const path = random.pick(LEADS) + pieces.join(random.chance(0.9) ? "/" : "\\");
  if (random.chance(0.05)) return JSON.stringify(path);
  return random.chance(0.05) ? encodeURI(path) : path;
}

/** Plants a root, and next to it files that must not be visible. */
function plant(): { readonly root: string; readonly base: string } & Disposable {
  const files: Record<string, string> = { "secret.txt": SECRET, "outdir/secret.txt": SECRET, "root/deep/er/x": "" };
  for (const path of FILES) files[`root/${path}`] = utf8(INSIDE + path);
  const planted: Files = files, place = tempFiles(planted), base = place.root, root = `${base}/root`;
  Deno.symlinkSync(`${root}/a/b.txt`, `${root}/in`);
  Deno.symlinkSync("../secret.txt", `${root}/out`);
  Deno.symlinkSync(`${base}/outdir`, `${root}/outdir`);
  Deno.symlinkSync(base, `${root}/base`);
  return { root, base, [Symbol.dispose]: () => place[Symbol.dispose]() };
}

async function check({ paths }: Case): Promise<string | undefined> {
  using place = plant();
  using tools = await openTools("default", [place.root], { timeoutMs: 30_000 });
  for (const template of paths) {
    const path = template.replaceAll("{root}", place.root).replaceAll("{base}", place.base);
    const wrong = await wrongRead(tools, place.root, path) ?? await wrongElsewhere(tools, path);
    if (wrong !== undefined) return `${JSON.stringify(template)}: ${wrong}`;
  }
  return undefined;
}

async function wrongRead(tools: OpenTools, root: string, path: string): Promise<string | undefined> {
  const { structured, text } = await tools.call("read_file", { path, offset_bytes: 0 });
  const code = codeOf(structured);
  if (text.includes(SECRET) || JSON.stringify(structured).includes(SECRET)) return "what lies outside was read";
  if (code !== undefined && !CODES.has(code)) return `code ${code}`;
  const wanted = path === "" ? ["INVALID_ARGUMENT"] : isPlain(path) ? wantedOf(root, path) : [];
  const got = code ?? String(structured.content);
  if (wanted.length > 0 && !wanted.includes(got)) return `${got}, not ${wanted.join(" or ")}`;
  if (code !== undefined) return undefined;
  const again = await tools.ask("read_file", { path: structured.path, offset_bytes: 0 });
  return again.content === structured.content ? undefined : `its answer's path ${structured.path} is not accepted`;
}

/** Texts that are a path literally. */
function isPlain(path: string): boolean {
  // deno-lint-ignore no-control-regex
  return !/^(?:file:|")|[\0-\x1f]|\/$/.test(path) &&
    path.split("/").every((name) => new TextEncoder().encode(name).length < 256);
}

/** The file's content, or the code of the refusal. A `..` may be resolved in the text or on disk. */
function wantedOf(root: string, path: string): string[] {
  const place = path.startsWith("/") ? normalize(path) : normalize(join(root, path));
  if (place !== root && !place.startsWith(root + "/")) return ["PATH_OUTSIDE_ROOT"];
  return [place, path.startsWith("/") ? path : `${root}/${path}`].map((path) => found(root, path));
}

function found(root: string, path: string): string {
  const real = realPath(path);
  if (real === undefined) return leadsOut(root, path) ? "PATH_OUTSIDE_ROOT" : "NOT_FOUND";
  if (real !== root && !real.startsWith(root + "/")) return "PATH_OUTSIDE_ROOT";
  return Deno.statSync(real).isFile ? Deno.readTextFileSync(real) : "NOT_A_FILE";
}

function realPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch {
    return undefined;
  }
}

/** Whether the path leads through a directory outside. */
function leadsOut(root: string, place: string): boolean {
  for (let dir = place; dir.length > root.length; dir = dir.slice(0, dir.lastIndexOf("/"))) {
    const real = realPath(dir);
    if (real !== undefined) return real !== root && !real.startsWith(root + "/");
  }
  return false;
}

async function wrongElsewhere(tools: OpenTools, path: string): Promise<string | undefined> {
  const calls = [
    ["list_files", { roots: [path] }],
    ["search_content", { roots: [path], query: SECRET, case: "sensitive", count_only_matches: true }],
    ["glob_files", { root: path, pattern: "*" }],
    ["glob_files", { pattern: path, mode: "files" }],
  ] as const;
  for (const [tool, args] of calls) {
    const { structured } = await tools.call(tool, args), code = codeOf(structured);
    if (code !== undefined && !CODES.has(code)) return `${tool}: code ${code}`;
    if (tool === "search_content" && Number(structured.total ?? 0) > 0) return "what lies outside was searched";
    const shown = JSON.stringify(structured.entries ?? structured.files ?? structured.directories ?? "");
    if (/"(?:[^"]*\/)?secret\.txt"/.test(shown)) return `${tool}: what lies outside was listed`;
  }
  return undefined;
}
