/**
 * Makes trees of extreme size or depth.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { succeeds } from "../../../sandbox/setups.ts";

/** A temporary directory that is removed with all its content, also with paths that are too long. */
export function hostileDir(): { readonly path: string } & Disposable {
  const path = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "fossick-hostile-" }));
  return { path, [Symbol.dispose]: () => void succeeds("rm", ["-rf", path]) };
}

/** Makes nested directories below `path`. */
export function makeNestedDirs(path: string, levels: number): void {
  const script = fromFileUrl(new URL("make_nested_dirs.ts", import.meta.url));
  const args = ["run", "-A", "--no-prompt", script, String(levels)];
  const { success } = new Deno.Command(Deno.execPath(), { args, cwd: path, stderr: "inherit" }).outputSync();
  if (!success) throw new Error(`no ${levels} levels could be made`);
}
