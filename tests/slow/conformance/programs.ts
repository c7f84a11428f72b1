/**
 * The programs of others that the server is held against. They have a lock file of their own: what they
 * depend on is no dependency of fossick's, not even of its tests.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { type ProgramResult, runToEnd } from "../../program.ts";

const PROGRAMS = fromFileUrl(new URL("programs/", import.meta.url));

/** Each program: where it comes from (deno.lock pins what it brings along), and what it may do. */
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
  // It looks at /proc, which nothing less than everything allows.
  inspector: { from: "npm:@modelcontextprotocol/inspector@2.12.0", grant: () => ["--allow-all"] },
} as const;

/**
 * Runs one to its end, in Deno.
 * @param dir where it may leave files
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
