/**
 * `deno task npm`: builds the npm package in dist/npm and packs it as dist/fossick.tgz: the bundle with its parsers and
 * its deno.json, and a small program for Node that starts it in the Deno that npm installs with it.
 * @module
 */
import { emptyDirSync, ensureDirSync } from "@std/fs";
import { basename, dirname, join, toFileUrl } from "@std/path";
import { BESIDE, bundle, parsersBeside } from "./bundle.ts";
import { denoCommand } from "./deno_command.ts";
import { notices } from "./notices.ts";
import { PROFILE_WORDS } from "./npm/tool_words.ts";
import { AUTHOR, CHECKOUT, DENO, DIST, IMPORTS, KEYWORDS, NAME, SUMMARY, VERSION } from "./project.ts";
import { isRepository, registryName, type Repository } from "./server_json.ts";

/** The packed package's path. */
export const NPM_PACKAGE = join(DIST, "fossick.tgz");

/** The package's directory, as `npm publish` takes it. */
const PACKAGE_DIR = join(DIST, "npm");

/** The program of the package. */
const PROGRAM = "bin.js";

/**
 * Builds and packs the package.
 * @param repository where it is published from; absent: it is not published
 * @returns the path of the packed package
 */
export async function packNpm(target = NPM_PACKAGE, repository?: Repository): Promise<string> {
  await buildNpm(PACKAGE_DIR, repository);
  ensureDirSync(dirname(target));
  const made = await npmPack(PACKAGE_DIR, dirname(target));
  Deno.renameSync(join(dirname(target), made), target);
  return target;
}

/** Builds the package in `dir`. */
export async function buildNpm(dir: string, repository?: Repository): Promise<void> {
  emptyDirSync(dir);
  const script = await bundle();
  for (const path of [script, parsersBeside(script)]) Deno.copyFileSync(path, join(dir, basename(path)));
  for (const name of ["README.md", "LICENSE"]) Deno.copyFileSync(join(CHECKOUT, name), join(dir, name));
  writeJson(join(dir, "deno.json"), BESIDE);
  writeJson(join(dir, "package.json"), packageJson(repository));
  await bundleProgram(join(dir, PROGRAM));
}
