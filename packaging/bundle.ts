/**
 * `deno task bundle`: all of fossick as one file, dist/fossick.js, which needs neither network nor npm
 * cache to start.
 *
 * An engine thread can't load its module from a file that the grant does not cover, so the file carries
 * the thread's code as text and starts it from that.
 * @module
 */
import { dirname, join, toFileUrl } from "@std/path";
import { denoCommand } from "./deno_command.ts";
import { notices } from "./notices.ts";
import { CHECKOUT, DIST, IMPORTS, NAME, UNSTABLE, VERSION } from "./project.ts";

/** Where the bundle is put. */
export const BUNDLE = join(DIST, "fossick.js");

/** What has to lie beside the bundle, as deno.json, for its threads to have permissions of their own. */
export const BESIDE = { name: NAME, version: VERSION, exports: "./fossick.js", unstable: UNSTABLE } as const;

/** Builds the bundle and returns its path. */
export async function bundle(target = BUNDLE): Promise<string> {
  Deno.mkdirSync(dirname(target), { recursive: true });
  const dir = Deno.makeTempDirSync({ dir: dirname(target), prefix: "bundle-" });
  try {
    const worker = join(dir, "worker.js"), main = join(dir, "main.js"), map = join(dir, "import_map.json");
    await into(worker, "src/worker/main.ts");
    Deno.writeTextFileSync(join(dir, "worker_module.js"), embedded(Deno.readTextFileSync(worker)));
    Deno.writeTextFileSync(map, JSON.stringify({ imports: replacing("src/pool/worker_module.ts", dir) }));
    await into(main, "main.ts", `--import-map=${map}`);
    const title = `// fossick ${VERSION}, MIT licence. Made by deno task bundle.\n`;
    Deno.writeTextFileSync(main, title + Deno.readTextFileSync(main) + await notices("main.ts"));
    Deno.renameSync(main, target); // whole or not at all: others may be starting it
    return target;
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

/** Minified: half the bytes to parse save 50 ms of every start. */
async function into(target: string, source: string, ...flags: string[]): Promise<void> {
  await denoCommand(["bundle", "--quiet", "--minify", ...flags, "--output", target, source]);
}

/** deno.json's imports, with one module of the checkout replaced by its namesake in `dir`. */
function replacing(module: string, dir: string): Record<string, string> {
  const substitute = join(dir, "worker_module.js");
  return { ...IMPORTS, [toFileUrl(join(CHECKOUT, module)).href]: toFileUrl(substitute).href };
}

/**
 * What stands in for src/pool/worker_module.ts. A thread's permissions are an unstable feature, and a Deno
 * that was not told to allow it ends the process when it is used; no program can ask beforehand. But
 * fossick's own name resolves only where a deno.json has it: the checkout's, or one that allows it (BESIDE).
 */
function embedded(source: string): string {
  return `
    const SOURCE = ${JSON.stringify(source)};
    // A compiled program knows no blob: URL. Elsewhere it saves 50 ms of the time to start.
    export const WORKER_MODULE = new URL(
      Deno.build.standalone
        ? "data:text/javascript," + encodeURIComponent(SOURCE)
        : URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" })),
    );
    export function whyNoThreads() {
      if (Deno.build.standalone) return undefined;
      try {
        import.meta.resolve(${JSON.stringify(NAME)});
        return undefined;
      } catch {
        return "no deno.json that allows threads their own permissions lies beside this file: docs/distribution.md has it";
      }
    }
    export const whyNoOwnPermissions = whyNoThreads;
  `;
}

if (import.meta.main) console.log(await bundle());
