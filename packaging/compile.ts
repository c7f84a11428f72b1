/**
 * `deno task compile`: one binary, dist/fossick, and beside it the manual page and the shells' completions. With
 * `--all`: one binary for each of Deno's targets, in dist/release, with their checksums.
 *
 * It is compiled from a bundle, which takes two fifths off its size and half off the time to start: the
 * npm packages themselves would go in whole, and file by file.
 * @module
 */
import { basename, join } from "@std/path";
import { type Bundled, writeBundle } from "./bundle.ts";
import { checksums } from "./checksums.ts";
import { denoCommand } from "./deno_command.ts";
import { DIST, UNSTABLE } from "./project.ts";
import { writeShellFiles } from "./shell/files.ts";

/** What `deno compile` makes binaries for, and how such a file begins (hexadecimal), as far as it tells them apart. */
export const TARGETS = [
  { name: "x86_64-unknown-linux-gnu", head: /^7f454c46.{28}3e00/ },
  { name: "aarch64-unknown-linux-gnu", head: /^7f454c46.{28}b700/ },
  { name: "x86_64-apple-darwin", head: /^cffaedfe07000001/ },
  { name: "aarch64-apple-darwin", head: /^cffaedfe0c000001/ },
  { name: "x86_64-pc-windows-msvc", head: /^4d5a/ },
] as const;

/** A platform. */
export type Target = typeof TARGETS[number];

/** Where the binaries of a release are put. */
export const RELEASE = join(DIST, "release");

/** As wide as any way of starting it needs; what a start does not need it gives up at once. */
const GRANTS = ["--allow-read", "--allow-net", "--allow-env=FOSSICK_TOKEN,FOSSICK_API_KEY,HOME,USERPROFILE"];

/**
 * A compiled program would keep V8's code for the next start in the temporary directory, under a name that anybody knows,
 * and run what it finds there: whoever can write that file would have his code run with the binary's grants.
 */
const NO_CACHE = "--no-code-cache";

/**
 * Megabytes of each thread's young generation, of which V8 would take up to 32: the most that is held over a day of
 * answers is a seventh less, and none of them takes longer (docs/performance.md).
 */
const YOUNG_MB = 4;

/** Compiles the bundled program for this machine, or for `target`. */
export async function compile({ main, worker }: Bundled, output: string, target?: Target): Promise<void> {
  const unstable = UNSTABLE.map((feature) => `--unstable-${feature}`);
  const how = [
    "--quiet",
    "--no-prompt",
    NO_CACHE,
    `--v8-flags=--max-semi-space-size=${YOUNG_MB}`,
    ...unstable,
    ...GRANTS,
  ];
  const args = ["compile", ...how, "--include", worker, "--output", output];
  if (target === undefined || target.name === Deno.build.target) await denoCommand([...args, main]);
  // A base runtime that was named by hand is for this machine; Deno would take it for any.
  else await denoCommand([...args, "--target", target.name, main], { without: "DENORT_BIN" });
  if (target !== undefined) checkKind(output, target);
}

/** The name of a target's binary in a release. */
function binaryName({ name }: Target): string {
  return `fossick-${name}${name.includes("windows") ? ".exe" : ""}`;
}

/** What became of a release's binaries. */
export interface Compiled {
  readonly made: readonly string[];
  /** Why the others could not be made, by target. */
  readonly failed: ReadonlyMap<string, string>;
}

/** Compiles for every target; one that fails does not keep the others from being made. */
export async function compileAll(dir = RELEASE): Promise<Compiled> {
  const made: string[] = [], failed = new Map<string, string>();
  await writeBundle(join(dir, "fossick"), async (files) => {
    for (const target of TARGETS) {
      const output = join(dir, binaryName(target));
      try {
        await compile(files, output, target);
        made.push(output);
      } catch (error) {
        failed.set(target.name, whyNotCompiled(error, target));
      }
    }
  });
  Deno.writeTextFileSync(join(dir, "SHA256SUMS"), await checksums(made));
  return { made, failed };
}

/** A failure in words: of a base runtime that can't be had, what to do about it. */
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
  throw new Error(`${basename(path)} does not begin as a program for ${name} does.`);
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
    writeShellFiles(DIST);
  } catch (error) {
    console.error(whyNotCompiled(error));
    Deno.exit(1);
  }
}
