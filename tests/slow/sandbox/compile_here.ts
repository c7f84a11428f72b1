/**
 * fossick as one program, compiled as users compile it.
 * @module
 */
import { dirname, fromFileUrl, join } from "@std/path";
import { baseRuntime } from "../../base_runtime.ts";
import { runToEnd } from "../../program.ts";

const CHECKOUT = fromFileUrl(new URL("../../../", import.meta.url));

/** Compiles the program; returns its path, or why it can't be compiled here. */
export async function compileHere(): Promise<{ readonly path: string } | { readonly missing: string }> {
  const base = await baseRuntime();
  if ("missing" in base) return base;
  const env = { ...base.env, PATH: `${dirname(base.deno)}:${Deno.env.get("PATH") ?? ""}` };
  const { code, stderr } = await runToEnd([base.deno, "task", "compile"], { cwd: CHECKOUT, env });
  return code === 0 ? { path: join(CHECKOUT, "dist", "fossick") } : { missing: stderr };
}
