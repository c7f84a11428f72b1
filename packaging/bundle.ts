/**
 * `deno task bundle`: all of fossick as one file, dist/fossick.js, which needs neither network nor npm
 * cache to start; and beside it the manual page and the shells' completions.
 *
 * An engine thread can't load its module from a file that the grant does not cover, so the file carries
 * the thread's code as text and starts it from that.
 * @module
 */
import { ensureDirSync } from "@std/fs";
import { basename, dirname, join, toFileUrl } from "@std/path";
import { denoCommand } from "./deno_command.ts";
import { notices } from "./notices.ts";
import { CHECKOUT, DIST, IMPORTS, NAME, UNSTABLE, VERSION } from "./project.ts";
import { writeShellFiles } from "./shell/files.ts";

/** Where the bundle is put. */
export const BUNDLE = join(DIST, "fossick.js");

/** What has to lie beside the bundle, as deno.json, for its threads to have permissions of their own. */
export const BESIDE = { name: NAME, version: VERSION, exports: "./fossick.js", unstable: UNSTABLE } as const;

/** Builds the bundle and returns its path. */
export async function bundle(target = BUNDLE): Promise<string> {
  await besides(target, async (dir) => {
    const { main } = await bundleIn(dir, (worker) => embedded(Deno.readTextFileSync(worker)), "--output");
    Deno.renameSync(main, target); // whole or not at all: others may be starting it
  });
  return target;
}

/** The program as files that lie side by side. */
export interface Bundled {
  /** What is started, and loads others when it needs them. */
  readonly main: string;
  /** What an engine thread runs. */
  readonly worker: string;
}

/**
 * Bundles the program for a binary: that may read its own files whatever its roots are, so threads start from a file of
 * it, which takes 70 ms less of a start than from a text that it carries; and what a start does not need, such as an
 * engine without threads, lies in files that it does not load, which takes 25 ms off the rest.
 * @param target beside which the files are, until `work` is done
 */
export async function writeBundle(target: string, work: (files: Bundled) => Promise<void>): Promise<void> {
  await besides(
    target,
    async (dir) => await work(await bundleIn(dir, (worker) => beside(basename(worker)), "--outdir")),
  );
}

/** Has `work` use a directory beside `target` that is gone afterwards. */
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
 * @param standIn the module that stands in for src/pool/worker_module.ts, by where the thread's code lies
 * @param into one file, or a directory of several
 */
async function bundleIn(dir: string, standIn: (worker: string) => string, into: Into): Promise<Bundled> {
  const worker = join(dir, "worker.js"), main = join(dir, "main.js"), parts = join(dir, "parts", "main.js");
  await minified("src/worker/engine_main.ts", "--output", worker);
  Deno.writeTextFileSync(join(dir, STAND_IN), standIn(worker));
  const map = join(dir, "import_map.json");
  Deno.writeTextFileSync(map, JSON.stringify({ imports: { ...IMPORTS, ...standIns(dir) } }));
  // What a package imports of itself heeds no import map; once it is out of the package it does.
  await minified("main.ts", `--import-map=${map}`, `--external=${SDK_SHIMS}`, ...flagsFor("--outdir", parts));
  if (into === "--output") postpone(dir, map);
  await minified(parts, `--import-map=${map}`, ...flagsFor(into, main));
  const title = `// fossick ${VERSION}, MIT licence. Made by deno task bundle.\n`;
  Deno.writeTextFileSync(main, title + Deno.readTextFileSync(main) + await notices("main.ts"));
  return { main, worker };
}

/** One file, or what is loaded later in files of its own. */
type Into = "--output" | "--outdir";

function flagsFor(into: Into, main: string): string[] {
  return into === "--output" ? [into, main] : ["--code-splitting", into, dirname(main)];
}

/** The name of what stands in for src/pool/worker_module.ts; and what the SDK chooses by platform. */
const STAND_IN = "worker_module.js", SDK_SHIMS = "@modelcontextprotocol/server/_shims";

/** Half the bytes to parse save 50 ms of every start. */
async function minified(source: string, ...flags: string[]): Promise<void> {
  await denoCommand(["bundle", "--quiet", "--minify", ...flags, source]);
}

/** Of modules of the checkout and of the SDK, what stands in for them. */
function standIns(dir: string): Record<string, string> {
  return {
    [toFileUrl(join(CHECKOUT, "src/pool/worker_module.ts")).href]: toFileUrl(join(dir, STAND_IN)).href,
    [SDK_SHIMS]: toFileUrl(join(CHECKOUT, "packaging/sdk_shims.ts")).href,
  };
}

/** Of node's modules that only some ways of starting need, the exports that are used. */
const POSTPONED = {
  "node:buffer": ["Buffer", "isAscii", "isUtf8"],
  "node:crypto": ["createHash", "timingSafeEqual"],
  "node:fs": [],
  "node:http": ["createServer"],
  "node:process": [],
  "node:stream": ["Duplex"],
  "node:vm": [],
} as const;

/** Has node's modules loaded by who needs them: one file would load all of them before anything else, for 17 ms. */
function postpone(dir: string, map: string): void {
  const imports = Object.entries(POSTPONED).map(([name, exports], i) => {
    const path = join(dir, `node_${i}.js`), load = `process.getBuiltinModule(${JSON.stringify(name)})`;
    Deno.writeTextFileSync(path, `const it = ${load}; export default it; export const { ${exports.join(", ")} } = it;`);
    return [name, toFileUrl(path).href] as const;
  });
  Deno.writeTextFileSync(map, JSON.stringify({ imports: { ...standIns(dir), ...Object.fromEntries(imports) } }));
}

/** Starts threads from a file beside the program's own. */
function beside(worker: string): string {
  return `
    export const WORKER_MODULE = new URL(${JSON.stringify(`./${worker}`)}, import.meta.url);
    export function whyNoThreads() {}
    export const whyNoOwnPermissions = whyNoThreads;
  `;
}

/**
 * Starts threads from the text `source`. A thread's permissions are an unstable feature, and a Deno
 * that was not told to allow it ends the process when it is used; no program can ask beforehand. But
 * fossick's own name resolves only where a deno.json has it: the checkout's, or one that allows it (BESIDE).
 */
function embedded(source: string): string {
  return `
    const SOURCE = ${JSON.stringify(source)};
    // A data: URL would take 50 ms more of the time to start.
    export const WORKER_MODULE = new URL(URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" })));
    export function whyNoThreads() {
      try {
        import.meta.resolve(${JSON.stringify(NAME)});
        return undefined;
      } catch {
        return "no_deno_json";
      }
    }
    export const whyNoOwnPermissions = whyNoThreads;
  `;
}

if (import.meta.main) {
  console.log(await bundle());
  writeShellFiles(DIST);
}
