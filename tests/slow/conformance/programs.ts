/**
 * Other projects' programs that check the server. They have their own lock file: their dependencies are not fossick's,
 * not even for tests.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { type ProgramResult, runToEnd } from "../../program.ts";

const PROGRAMS = fromFileUrl(new URL("programs/", import.meta.url));

/** Each program: its package (deno.lock pins its dependencies) and its permissions. */
export const PROGRAMS_USED = {
  conformance: {
    from: "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
    grant: (dir: string) => [
      "--allow-read",
      `--allow-write=${dir}`,
      "--allow-env",
      "--allow-sys",
      "--allow-net=127.0.0.1,localhost",
    ],
  },
  // It reads /proc, which needs all permissions.
  inspector: { from: "npm:@modelcontextprotocol/inspector@2.12.0", grant: () => ["--allow-all"] },
} as const;

/**
 * Runs a program to its end, in Deno.
 * @param dir its working directory, where it may write files
 */
export async function runProgram(
  name: keyof typeof PROGRAMS_USED,
  args: readonly string[],
  dir: string,
): Promise<ProgramResult> {
  const { from, grant } = PROGRAMS_USED[name];
  const locked = ["--config", `${PROGRAMS}deno.json`, "--frozen", "--quiet", "--no-prompt"];
  const env = { MCP_CATALOG_PATH: `${dir}/catalog.json`, MCP_CLIENT_CONFIG_PATH: `${dir}/client.json` };
  return await runToEnd([Deno.execPath(), "run", ...locked, ...grant(dir), from, ...args], { env });
}
