/**
 * `deno task compile`: compiles one binary, dist/fossick, and writes the shells' completions next to
 * it. With `--all`: one binary for each of Deno's targets, in dist/release, with checksums.
 *
 * It compiles the bundle instead of the sources, which saves two fifths of the size and half of the time to start: npm
 * packages would be included whole, file by file.
 * @module
 */
import { basename, join } from "@std/path";
import { type Bundled, writeBundle } from "./bundle.ts";
import { checksums, sumsText } from "./checksums.ts";
import { denoCommand } from "./deno_command.ts";
import { SMALL_HEAP } from "./npm/deno_start.ts";
import { DIST, UNSTABLE } from "./project.ts";
import { writeCompletions } from "./shell/completions.ts";

/** The targets of `deno compile`, and the first bytes of their binaries in hexadecimal, which identify the format. */
export const TARGETS = [
  { name: "x86_64-unknown-linux-gnu", head: /^7f454c46.{28}3e00/ },
  { name: "aarch64-unknown-linux-gnu", head: /^7f454c46.{28}b700/ },
  { name: "x86_64-apple-darwin", head: /^cffaedfe07000001/ },
  { name: "aarch64-apple-darwin", head: /^cffaedfe0c000001/ },
  { name: "x86_64-pc-windows-msvc", head: /^4d5a/ },
] as const;

/** A target. */
export type Target = typeof TARGETS[number];

/** A target's name. */
export type TargetName = Target["name"];

/** The directory of a release's binaries. */
export const RELEASE = join(DIST, "release");

/** The permissions that any command needs; a start immediately gives up those that it does not need. */
const GRANTS = ["--allow-read", "--allow-net", "--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY,HOME,USERPROFILE"];

/**
 * Disables the code cache. A compiled program would keep V8's code in the temporary directory, under a predictable name,
 * and run it at the next start: another user who can write that file could run code with the binary's permissions.
 */
const NO_CACHE = "--no-code-cache";

/** Compiles the bundled program for this machine, or for `target`. */
export async function compile({ main, worker, parsers }: Bundled, output: string, target?: Target): Promise<void> {
  const unstable = UNSTABLE.map((feature) => `--unstable-${feature}`);
  const how = [
    "--quiet",
    "--no-prompt",
    NO_CACHE,
    SMALL_HEAP,
    ...unstable,
    ...GRANTS,
  ];
  const args = ["compile", ...how, "--include", worker, "--include", parsers, "--output", output];
  if (target === undefined || target.name === Deno.build.target) await denoCommand([...args, main]);
  // A base runtime named by hand is for this machine; Deno would use it for every target.
  else await denoCommand([...args, "--target", target.name, main], { without: "DENORT_BIN" });
  if (target !== undefined) checkKind(output, target);
}

/** The name of a target's binary in a release. */
export function binaryName(name: TargetName): string {
  return `fossick-${name}${name.includes("windows") ? ".exe" : ""}`;
}

/** The result of compiling for all targets. */
export interface Compiled {
  readonly made: readonly string[];
  /** The errors of the others, by target. */
  readonly failed: ReadonlyMap<string, string>;
}

/** Compiles for every target, also if one fails. */
export async function compileAll(dir = RELEASE): Promise<Compiled> {
  const made: string[] = [], failed = new Map<string, string>();
  await writeBundle(join(dir, "fossick"), async (files) => {
    for (const target of TARGETS) {
      const output = join(dir, binaryName(target.name));
      try {
        await compile(files, output, target);
        made.push(output);
      } catch (error) {
        failed.set(target.name, whyNotCompiled(error, target));
      }
    }
  });
  Deno.writeTextFileSync(join(dir, "SHA256SUMS"), sumsText(await checksums(made)));
  return { made, failed };
}

/** The message for a failure; for a base runtime that can't be downloaded, with what to do. */
export function whyNotCompiled(error: unknown, target?: Target): string {
  const said = error instanceof Error ? error.message : String(error);
  const [, url] = /Setting up base binary[^]*?\((https?:[^)]+)\)/.exec(said) ?? [];
  if (url === undefined) return said;
  const missing = `Deno's base runtime can't be downloaded from ${url}`;
  if (target !== undefined && target.name !== Deno.build.target) return `${missing}.`;
  return `${missing}: name one that is on this machine by DENORT_BIN=/path/to/denort.`;
}

function checkKind(path: string, { name, head }: Target): void {
  using file = Deno.openSync(path);
  const start = new Uint8Array(20);
  file.readSync(start);
  if (head.test(start.toHex())) return;
  Deno.removeSync(path);
  throw new Error(`${basename(path)} is not a program for ${name}.`);
}

if (import.meta.main) {
  if (Deno.args.includes("--all")) {
    const { made, failed } = await compileAll();
    for (const path of made) console.error(path);
    for (const [target, why] of failed) console.error(`${target}: ${why}`);
    Deno.exit(failed.size === 0 ? 0 : 1);
  }
  try {
    const output = join(DIST, Deno.build.os === "windows" ? "fossick.exe" : "fossick");
    await writeBundle(output, (files) => compile(files, output));
    writeCompletions(DIST);
  } catch (error) {
    console.error(whyNotCompiled(error));
    Deno.exit(1);
  }
}
