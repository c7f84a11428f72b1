/**
 * A new machine: a fresh clone, an empty home, and a PATH without Deno.
 * @module
 */
import { join } from "@std/path";
import { runToEnd } from "../../tests/program.ts";

/** The clone, and the environment of every command. */
export interface Machine extends AsyncDisposable {
  readonly clone: string;
  readonly env: Readonly<Record<string, string>>;
  /** The environment of another user, who has downloaded nothing. @param npmrc that user's settings of npm */
  otherUser(npmrc?: string): Readonly<Record<string, string>>;
}

/** Variables for the caches of tools. */
const CACHES = ["DENO_DIR", "DENO_INSTALL", "DENO_INSTALL_ROOT", "DENORT_BIN", "XDG_CACHE_HOME", "npm_config_cache"];

/** Clones the commit of `checkout`. */
export async function newMachine(checkout: string): Promise<Machine> {
  const dir = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-newcomer-" }));
  const clone = join(dir, "fossick");
  const { code, stderr } = await runToEnd(["git", "clone", "--quiet", checkout, clone]);
  if (code !== 0) throw new Error(stderr);
  const kept = Object.entries(Deno.env.toObject()).filter(([name]) => !CACHES.includes(name));
  const otherUser = (npmrc = "") => {
    const home = Deno.makeTempDirSync({ dir, prefix: "home-" });
    Deno.writeTextFileSync(join(home, ".npmrc"), npmrc);
    return { ...Object.fromEntries(kept), HOME: home, PATH: pathWithout("deno"), NO_COLOR: "1" };
  };
  return { clone, env: otherUser(), otherUser, [Symbol.asyncDispose]: () => Deno.remove(dir, { recursive: true }) };
}

/** This process's `PATH` without the directories that hold `program`. */
function pathWithout(program: string): string {
  return (Deno.env.get("PATH") ?? "").split(":").filter((dir) => !exists(join(dir, program))).join(":");
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
