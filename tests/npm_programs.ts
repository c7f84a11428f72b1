/**
 * Programs from the npm registry, installed once for all tests.
 * @module
 */
import { join } from "@std/path";

/** The directory in which they stay. */
export function cacheDir(): string {
  const cache = join(Deno.env.get("TMPDIR") ?? "/tmp", "fossick-npm-programs");
  Deno.mkdirSync(cache, { recursive: true });
  return cache;
}

/** Installs a package such as `deno@2.6.8`, unless it is there. @returns the path of its `node_modules` */
export async function fromRegistry(spec: string): Promise<string> {
  const place = join(cacheDir(), spec.replaceAll(/[@/]/g, "-"));
  if (!exists(place)) {
    await fillBeside(place, (dir) => npm(dir, "install", "--no-audit", "--no-fund", "--prefix", dir, spec));
  }
  return join(place, "node_modules");
}

/** Fills a directory beside `target` and moves it (or `part` of it) there, so that `target` is never incomplete. */
export async function fillBeside(target: string, fill: (dir: string) => Promise<void>, part = "."): Promise<void> {
  const dir = Deno.makeTempDirSync({ dir: join(target, ".."), prefix: "part-" });
  await fill(dir);
  try {
    Deno.renameSync(join(dir, part), target);
  } catch (error) {
    if (!exists(target)) throw error; // Otherwise another run was faster.
  }
  if (exists(dir)) Deno.removeSync(dir, { recursive: true });
}

/** Runs `npm`. @throws Error with the end of its stderr */
export async function npm(cwd: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["--silent", ...args],
    cwd,
    stdin: "null",
    stdout: "null",
  }).output();
  if (!success) throw new Error(`npm ${args[0]}: ${new TextDecoder().decode(stderr).slice(-300)}`);
}

/** Whether a path exists. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}
