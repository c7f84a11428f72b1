/**
 * The npm package, installed as users install it, and a copy of it with a stand-in for Deno.
 * @module
 */
import { ensureDirSync } from "@std/fs";
import { dirname, join } from "@std/path";
import { packNpm } from "../../../packaging/npm.ts";
import { type CommandLine, runToEnd, tempDir } from "../../program.ts";

const IS_WINDOWS = Deno.build.os === "windows";

/** The names by which Node's programs are started. */
export const NPX = IS_WINDOWS ? "npx.cmd" : "npx";

/** An installed package. */
export interface InstalledPackage extends Disposable {
  /** Starts it as hosts do. */
  readonly npx: CommandLine;
  /** Starts its program, without npx. */
  readonly program: CommandLine;
  /** The directory of its files. */
  readonly dir: string;
  /** An environment with an empty home, in which it was installed. */
  readonly env: Readonly<Record<string, string>>;
}

/** Packs the package and installs it by `npx` in an empty home. */
export async function installPackage(): Promise<InstalledPackage> {
  const home = tempDir("fossick-npm-");
  const env = { PATH: Deno.env.get("PATH") ?? "", HOME: home, USERPROFILE: home, npm_config_cache: join(home, "npm") };
  // npx takes an absolute path for a program, and a URL for a package.
  const npx: CommandLine = [NPX, "-y", `file:${await packNpm()}`];
  const { code, stderr } = await runToEnd([...npx, "--version"], { clearEnv: true, env });
  if (code !== 0) throw new Error(stderr);
  const [installation] = [...Deno.readDirSync(join(home, "npm", "_npx"))];
  const dir = join(home, "npm", "_npx", installation.name, "node_modules", "@fossick", "fossick");
  const program: CommandLine = ["node", join(dir, "bin.cjs")];
  return { npx, program, dir, env, [Symbol.dispose]: () => Deno.removeSync(home, { recursive: true }) };
}

/** The package of Deno for this platform. */
const DENO_PACKAGE = `@deno/${IS_WINDOWS ? "win32" : Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}${
  Deno.build.os === "linux" ? "-glibc" : ""
}`;

/** The package's program with a stand-in for Deno. */
export interface StandIn extends Disposable {
  readonly program: CommandLine;
  /** The name of the package of Deno for this platform. */
  readonly deno: string;
}

/**
 * Copies the package's program, and puts a shell script in the place of Deno.
 * @param dir the package's files
 * @param script absent: there is no Deno for this platform
 */
export function withStandIn(dir: string, script?: string): StandIn {
  const modules = join(tempDir("fossick-npm-"), "node_modules"), copy = join(modules, "@fossick", "fossick");
  ensureDirSync(copy);
  for (const name of ["bin.cjs", "package.json"]) Deno.copyFileSync(join(dir, name), join(copy, name));
  addPackage(modules, "deno");
  if (script !== undefined) {
    const path = join(addPackage(modules, DENO_PACKAGE), "deno");
    Deno.writeTextFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  return {
    program: ["node", join(copy, "bin.cjs")],
    deno: DENO_PACKAGE,
    [Symbol.dispose]: () => Deno.removeSync(dirname(modules), { recursive: true }),
  };
}

function addPackage(modules: string, name: string): string {
  const dir = join(modules, name);
  ensureDirSync(dir);
  Deno.writeTextFileSync(join(dir, "package.json"), JSON.stringify({ name, version: "0.0.0" }));
  return dir;
}
