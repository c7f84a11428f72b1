/**
 * `deno task npm`: builds the npm package in dist/npm and packs it as dist/fossick.tgz. It holds the bundle with its
 * parsers and its deno.json, and a small program for Node that starts it in the Deno that npm installs with it.
 * @module
 */
import { quoteForShell } from "../src/cli/command_line/shell_quoting.ts";
import { toSlashes } from "../src/door/path_syntax.ts";
import { ensureDirSync } from "@std/fs";
import { dirname, join, toFileUrl } from "@std/path";
import { BESIDE, bundle, WITH_CONFIG } from "./bundle.ts";
import { denoCommand } from "./deno_command.ts";
import { PROFILE_WORDS } from "./npm/tool_words.ts";
import { AUTHOR, CHECKOUT, DENO, DIST, IMPORTS, KEYWORDS, NAME, SUMMARY, VERSION } from "./project.ts";
import { packedReadme } from "./registries/readme.ts";
import { isRepository, pageOf, registryName, type Repository } from "./registries/repository.ts";

/** The packed package. */
export const NPM_PACKAGE = join(DIST, "fossick.tgz");

/** The package's program. Node loads a CommonJS file 20 ms faster than a module. */
const PROGRAM = "bin.cjs";

/**
 * Builds and packs the package.
 * @param repository where the package is published from; absent: it is for this machine only, and names its own file in
 * the commands that it prints
 * @returns `target`
 */
export async function packNpm(target = NPM_PACKAGE, repository?: Repository): Promise<string> {
  const dir = join(dirname(target), "npm");
  ensureDirSync(dir);
  // npx takes a path as it is, not as a URL.
  const npxPackage = repository === undefined ? `file:${toSlashes(target)}` : NAME;
  await bundle(join(dir, "fossick.js"), { ...WITH_CONFIG, npxPackage });
  Deno.copyFileSync(join(CHECKOUT, "LICENSE"), join(dir, "LICENSE"));
  Deno.writeTextFileSync(join(dir, "README.md"), packedReadme(repository));
  writeJson(join(dir, "deno.json"), BESIDE);
  writeJson(join(dir, "package.json"), packageJson(repository));
  await bundleProgram(join(dir, PROGRAM));
  const packed = await npmPack(dir, dirname(target));
  Deno.renameSync(packed, target);
  return target;
}

/** The package's package.json. */
export function packageJson(repository?: Repository) {
  return {
    name: NAME,
    version: VERSION,
    description: SUMMARY,
    keywords: KEYWORDS,
    author: AUTHOR,
    license: "MIT",
    ...(repository !== undefined && {
      mcpName: registryName(repository),
      repository: { type: "git", url: `git+${pageOf(repository)}.git` },
    }),
    type: "module",
    bin: { fossick: PROGRAM },
    files: [PROGRAM, "deno.json", "fossick.js", "fossick.parsers"],
    engines: { node: ">=20" },
    dependencies: { deno: DENO },
    // Deno reads the files itself, so they must not stay in an archive, as they would in Yarn's.
    preferUnplugged: true,
  } as const;
}

/** Bundles the program for Node into one file, with the tools' names and flags as data. */
async function bundleProgram(target: string): Promise<void> {
  const data = join(dirname(target), "tool_words.js"), map = join(dirname(target), "import_map.json");
  const words = JSON.stringify([...PROFILE_WORDS]);
  Deno.writeTextFileSync(data, `export const PROFILE_WORDS = new Map(${words});`);
  const from = toFileUrl(join(CHECKOUT, "packaging/npm/tool_words.ts")).href;
  writeJson(map, { imports: { ...IMPORTS, [from]: toFileUrl(data).href } });
  await denoCommand([
    "bundle",
    "--quiet",
    "--minify",
    "--format=cjs",
    `--import-map=${map}`,
    "--output",
    target,
    "packaging/npm/bin.ts",
  ]);
  for (const path of [data, map]) Deno.removeSync(path);
}

/** Packs the package in `dir` and returns the path of the packed file in `into`. */
async function npmPack(dir: string, into: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.build.os === "windows" ? "npm.cmd" : "npm", {
    args: ["pack", "--silent", "--ignore-scripts", `--pack-destination=${into}`],
    cwd: dir,
  }).output();
  const text = new TextDecoder();
  if (!success) throw new Error(`npm pack: ${text.decode(stderr)}`);
  return join(into, text.decode(stdout).trim());
}

function writeJson(path: string, value: unknown): void {
  Deno.writeTextFileSync(path, JSON.stringify(value, null, 2) + "\n");
}

if (import.meta.main) {
  const [repository] = Deno.args;
  if (repository !== undefined && !isRepository(repository)) {
    console.error("The repository is OWNER/NAME, for example: deno task npm OWNER/fossick");
    Deno.exit(2);
  }
  ensureDirSync(DIST);
  const packed = await packNpm(NPM_PACKAGE, repository);
  console.log(`${packed}\nNext: npm install -g ${quoteForShell([packed])}; then, in a project: fossick config`);
}
