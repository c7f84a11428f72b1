/**
 * `deno task bundle`: bundles fossick into one file, dist/fossick.js, which needs neither network nor npm cache to start,
 * and writes next to it the parsers (parser_pack.ts) and the shells' completions.
 *
 * An engine thread can't load its module from a file that the grant does not cover. So the bundle contains the thread's
 * code as text and starts the thread from that.
 * @module
 */
import { ensureDirSync } from "@std/fs";
import { basename, dirname, join, toFileUrl } from "@std/path";
import { BUNDLE_CONFIG } from "../src/cli/package.ts";
import { denoCommand } from "./deno_command.ts";
import { notices } from "./notices.ts";
import { PACK_FILE, type PackForm, packParserFiles, packReader } from "./parser_pack.ts";
import { CHECKOUT, DIST, IMPORTS, NAME, VERSION } from "./project.ts";
import { writeCompletions } from "./shell/completions.ts";

/** The bundle's path. */
export const BUNDLE = join(DIST, "fossick.js");

/** The deno.json that must lie next to the bundle, so that its threads can have their own permissions. */
export const BESIDE = { ...BUNDLE_CONFIG, version: VERSION } as const;

/** Builds the bundle and returns its path. */
export async function bundle(target = BUNDLE, single: SingleFile = WITH_CONFIG): Promise<string> {
  await besides(target, async (dir) => {
    const standIn = (worker: string) => embedded(Deno.readTextFileSync(worker), single);
    const { main, parsers } = await bundleIn(dir, standIn, "--output", single);
    // Atomic, since another process may be starting it.
    Deno.renameSync(parsers, join(dirname(target), single.parsers.name));
    Deno.renameSync(main, target);
  });
  return target;
}

/** A single file's ways to its parsers and to threads, and from npm. */
export interface SingleFile {
  /** The form of the parsers next to it. */
  readonly parsers: PackForm;
  /** JavaScript: the body of `whyNoThreads`. */
  readonly whyNoThreads: string;
  /** The package as npx takes it; absent: the published one. */
  readonly npxPackage?: string;
}

/**
 * A file in a directory. Permissions of a thread are an unstable feature: without its flag Deno ends the process on use,
 * and a program can't detect the flag. But fossick's own name resolves only with a deno.json that has it and sets the
 * flag: the checkout's, or the one next to the bundle (BESIDE).
 */
export const WITH_CONFIG: SingleFile = {
  parsers: PACK_FILE,
  whyNoThreads: `
    try {
      import.meta.resolve(${JSON.stringify(NAME)});
    } catch {
      return "no_deno_json";
    }
  `,
};

/** The parsers' file next to the bundle at `path`, which finds no definitions without it. */
export function parsersBeside(path: string): string {
  return join(dirname(path), PACK_FILE.name);
}

/** The program as files in one directory. */
export interface Bundled {
  /** The file to start; it loads the others when it needs them. */
  readonly main: string;
  /** The module of an engine thread. */
  readonly worker: string;
  /** The files that it parses source code with. */
  readonly parsers: string;
}

/**
 * Bundles the program for a binary. A binary may read its own files whatever its roots are, so a thread starts from a
 * file of it, which is 70 ms faster than from text. Modules that a start does not need, such as the engine without
 * threads, are separate files that it does not load, which saves another 25 ms.
 * @param target the files are next to it until `work` is done
 */
export async function writeBundle(target: string, work: (files: Bundled) => Promise<void>): Promise<void> {
  await besides(
    target,
    async (dir) => await work(await bundleIn(dir, (worker) => beside(basename(worker)), "--outdir")),
  );
}

/** Calls `work` with a temporary directory next to `target`. */
async function besides(target: string, work: (dir: string) => Promise<void>): Promise<void> {
  ensureDirSync(dirname(target));
  const dir = Deno.makeTempDirSync({ dir: dirname(target), prefix: "bundle-" });
  try {
    await work(dir);
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

/**
 * @param standIn makes the replacement of src/pool/worker_module.ts, from the place of the thread's code
 * @param into one file, or a directory of several
 */
async function bundleIn(
  dir: string,
  standIn: (worker: string) => string,
  into: Into,
  { parsers: form, npxPackage = NAME }: Pick<SingleFile, "parsers" | "npxPackage"> = { parsers: PACK_FILE },
): Promise<Bundled> {
  const worker = join(dir, "worker.js"), main = join(dir, "main.js"), parts = join(dir, "parts", "main.js");
  const parsers = join(dir, form.name), pack = await packParserFiles(dir);
  Deno.writeFileSync(parsers, form.encode(pack.bytes));
  Deno.writeTextFileSync(join(dir, PACK_READER), packReader(pack, form));
  Deno.writeTextFileSync(join(dir, PACKAGE), `export const NPX_PACKAGE = ${JSON.stringify(npxPackage)};`);
  await minified("src/worker/engine_main.ts", "--output", worker);
  Deno.writeTextFileSync(join(dir, STAND_IN), standIn(worker));
  const map = join(dir, "import_map.json");
  Deno.writeTextFileSync(map, JSON.stringify({ imports: { ...IMPORTS, ...standIns(dir) } }));
  // A package's imports of itself ignore the import map; outside the package they don't.
  const external = [SDK_SHIMS, `./${form.name}`].map((name) => `--external=${name}`);
  await minified("main.ts", `--import-map=${map}`, ...external, ...flagsFor("--outdir", parts));
  if (into === "--output") postpone(dir, map);
  await minified(parts, `--import-map=${map}`, external[1], ...flagsFor(into, main));
  const title = `// fossick ${VERSION}, MIT licence. Made by deno task bundle.\n`;
  Deno.writeTextFileSync(main, title + Deno.readTextFileSync(main) + await notices("main.ts"));
  return { main, worker, parsers };
}

/** One file, or a directory with modules that are loaded later as separate files. */
type Into = "--output" | "--outdir";

function flagsFor(into: Into, main: string): string[] {
  return into === "--output" ? [into, main] : ["--code-splitting", into, dirname(main)];
}

/** The file names of the replacements of modules of src/; and the SDK's platform modules. */
const STAND_IN = "worker_module.js", PACK_READER = "parser_files.js", PACKAGE = "npx_package.js";
const SDK_SHIMS = "@modelcontextprotocol/server/_shims";

/** Minification halves the bytes to parse, which saves 50 ms of every start. */
async function minified(source: string, ...flags: string[]): Promise<void> {
  await denoCommand(["bundle", "--quiet", "--minify", ...flags, source]);
}

/** The replacements of modules of the checkout and of the SDK. */
function standIns(dir: string): Record<string, string> {
  const url = (...parts: string[]) => toFileUrl(join(...parts)).href;
  return {
    [url(CHECKOUT, "src/pool/worker_module.ts")]: url(dir, STAND_IN),
    [url(CHECKOUT, "src/pool/parser_files.ts")]: url(dir, PACK_READER),
    [url(CHECKOUT, "src/cli/command_line/npx_package.ts")]: url(dir, PACKAGE),
    [SDK_SHIMS]: url(CHECKOUT, "packaging/sdk_shims.ts"),
  };
}

/** Node modules that only some commands need, with the exports that are used. */
const POSTPONED = {
  "node:buffer": ["Buffer", "isAscii", "isUtf8"],
  "node:crypto": ["createHash", "timingSafeEqual"],
  "node:fs": [],
  "node:http": ["createServer"],
  "node:process": [],
  "node:stream": ["Duplex"],
  "node:vm": [],
} as const;

/** Loads node modules on first use: the single file would load all of them first, which takes 17 ms. */
function postpone(dir: string, map: string): void {
  const imports = Object.entries(POSTPONED).map(([name, exports], i) => {
    const path = join(dir, `node_${i}.js`), load = `process.getBuiltinModule(${JSON.stringify(name)})`;
    Deno.writeTextFileSync(path, `const it = ${load}; export default it; export const { ${exports.join(", ")} } = it;`);
    return [name, toFileUrl(path).href] as const;
  });
  Deno.writeTextFileSync(map, JSON.stringify({ imports: { ...standIns(dir), ...Object.fromEntries(imports) } }));
}

/** Starts threads from a file next to the program's. */
function beside(worker: string): string {
  return `
    export const WORKER_MODULE = new URL(${JSON.stringify(`./${worker}`)}, import.meta.url);
    export function whyNoThreads() {}
    export const whyNoOwnPermissions = whyNoThreads;
  `;
}

/** Starts threads from the text `source`. */
function embedded(source: string, { whyNoThreads }: SingleFile): string {
  return `
    const SOURCE = ${JSON.stringify(source)};
    // A data: URL would take 50 ms longer to start.
    export const WORKER_MODULE = new URL(URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" })));
    export function whyNoThreads() {${whyNoThreads}}
    export const whyNoOwnPermissions = whyNoThreads;
  `;
}

if (import.meta.main) {
  console.log(await bundle());
  writeCompletions(DIST);
}
