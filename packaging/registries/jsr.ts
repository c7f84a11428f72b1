/**
 * `deno run -A packaging/registries/jsr.ts`: the package for JSR, dist/jsr: the bundle with its parsers, two
 * modules that start it, the README and the licence. JSR takes no imports of bytes, so the parsers are a module with text.
 *
 * No deno.json of ours is in force when Deno runs a package, so a thread's own permissions need a flag of the command
 * line, which a program can't detect. The user chooses instead: the package itself needs no flag and has no threads,
 * `/threads` needs `--unstable-worker-options`.
 * @module
 */
import { emptyDirSync } from "@std/fs";
import { join } from "@std/path";
import { bundle, type SingleFile } from "../bundle.ts";
import { PACK_MODULE } from "../parser_pack.ts";
import { CHECKOUT, DIST, NAME, SUMMARY, VERSION } from "../project.ts";
import { packedReadme } from "./readme.ts";
import type { Repository } from "./repository.ts";

/** The package's directory. */
export const JSR = join(DIST, "jsr");

/** The modules of the package that users name, by their paths in it. */
const ENTRIES = { ".": "./mod.ts", "./threads": "./threads.ts" } as const;

/** The package's deno.json. */
const CONFIG = { name: NAME, version: VERSION, license: "MIT", exports: ENTRIES } as const;

/** The module that is started is known by the user's name for it, `jsr:…/threads`, or by its address, `…/threads.ts`. */
const BY_ENTRY: SingleFile = {
  parsers: PACK_MODULE,
  whyNoThreads: `if (!/\\/threads(?:\\.ts)?$/.test(Deno.mainModule)) return "no_threads_entry";`,
};

/** Makes the package and returns its directory. @param repository of a release */
export async function packJsr(dir = JSR, repository?: Repository): Promise<string> {
  emptyDirSync(dir);
  await bundle(join(dir, "fossick.js"), BY_ENTRY);
  Deno.writeTextFileSync(join(dir, "deno.json"), JSON.stringify(CONFIG, null, 2) + "\n");
  Deno.writeTextFileSync(join(dir, ENTRIES["."]), entry(`--no-prompt --allow-read=. jsr:${NAME}`, "on one thread"));
  const flags = `--no-prompt --unstable-worker-options --allow-read=. jsr:${NAME}/threads`;
  Deno.writeTextFileSync(join(dir, ENTRIES["./threads"]), entry(flags, "with threads"));
  Deno.writeTextFileSync(join(dir, "README.md"), packedReadme(repository));
  Deno.copyFileSync(join(CHECKOUT, "LICENSE"), join(dir, "LICENSE"));
  return dir;
}

/** A module that starts the bundle. */
function entry(command: string, how: string): string {
  return `/**
 * ${SUMMARY} This module starts the server ${how}: \`deno run ${command}\`.
 * @module
 */
import { start } from "./fossick.js";

if (import.meta.main) await start();
`;
}

if (import.meta.main) console.log(await packJsr());
