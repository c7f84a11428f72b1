/**
 * Finds the executable of Deno in the npm package `deno`.
 *
 * That package has a program in Node that starts the executable. It is not used: a second Node takes 40 ms and 45 MB.
 * @module
 */
import { accessSync, constants, existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The machine, as Node names it. */
export interface Platform {
  readonly os: string;
  readonly arch: string;
}

/** The executable's path, or why there is none that can be started. */
export type FoundDeno = { readonly path: string } | NoDeno;

/** The key of a message, and what it is about: a package or a path. */
export interface NoDeno {
  readonly missing: "not_installed" | "no_glibc" | "not_executable";
  readonly name: string;
}

/**
 * The loader that Linux needs to start the executable. It is missing where the C library is not glibc (Alpine), or has
 * a place of its own (NixOS).
 */
const LOADERS: Readonly<Record<string, string>> = {
  x64: "/lib64/ld-linux-x86-64.so.2",
  arm64: "/lib/ld-linux-aarch64.so.1",
};

/**
 * Finds it where npm installs it: in a package for this platform, which the package `deno` has as an optional
 * dependency. Install scripts don't have to have run, and nothing is written.
 *
 * A Deno on the PATH is not used. npx puts `node_modules/.bin` of the working directory first on the PATH, so a project
 * could name the program that is trusted to confine fossick.
 * @param from the file whose dependency it is
 */
export function findDeno(from: string, { os, arch }: Platform): FoundDeno {
  const name = `@deno/${os}-${arch}${os === "linux" ? "-glibc" : ""}`;
  const manifest = resolveFrom(resolveFrom(from, "deno/package.json"), `${name}/package.json`);
  if (manifest === undefined) return { missing: "not_installed", name };
  const path = join(dirname(manifest), os === "win32" ? "deno.exe" : "deno");
  if (!isExecutable(path)) return { missing: "not_executable", name: path };
  const loader = os === "linux" ? LOADERS[arch] : undefined;
  return loader === undefined || existsSync(loader) ? { path } : { missing: "no_glibc", name: path };
}

/** The path of a module as `from` would require it. */
function resolveFrom(from: string | undefined, module: string): string | undefined {
  if (from === undefined) return undefined;
  try {
    return createRequire(from).resolve(module);
  } catch {
    return undefined;
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
