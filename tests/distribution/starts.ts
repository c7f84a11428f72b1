/**
 * Starts a packaged fossick as a host would, in an empty environment: no configuration, no cache, no home directory.
 * @module
 */
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { fromFileUrl, join } from "@std/path";
import { type CommandLine, runToEnd } from "../program.ts";

/** An environment with home and cache below the empty `dir`, in which nothing can be downloaded. */
export function bareEnvironment(dir: string): Record<string, string> {
  const nobody = "http://127.0.0.1:1/";
  return {
    PATH: Deno.env.get("PATH") ?? "",
    HOME: join(dir, "home"),
    DENO_DIR: join(dir, "deno"),
    NPM_CONFIG_REGISTRY: nobody,
    JSR_URL: nobody,
    NO_COLOR: "1",
  };
}

/** A server's answers to a client. */
export interface ServerIdentity {
  readonly server: string;
  readonly tools: readonly string[];
  /** The number of lines with `gold`. */
  readonly total: unknown;
}

/** Starts a server, initializes it, lists its tools, searches its root for `gold`, and ends it. */
export async function identify(
  [command, ...args]: CommandLine,
  env: Record<string, string>,
  cwd?: string,
): Promise<ServerIdentity> {
  const client = new Client({ name: "t", version: "1" });
  await client.connect(new StdioClientTransport({ command, args, env, stderr: "inherit", ...(cwd && { cwd }) }));
  try {
    const { tools } = await client.listTools();
    const search = { name: "search_content", arguments: { roots: ["."], query: "gold", total_only: true } };
    const { structuredContent } = await client.callTool(search);
    return {
      server: client.getServerVersion()?.name ?? "",
      tools: tools.map(({ name }) => name),
      total: Object(structuredContent).total,
    };
  } finally {
    await client.close();
  }
}

/** The tools that the default profile lists without a provider. */
export const TOOLS = [
  "glob_files",
  "list_files",
  "search_content",
  "find_and_grep",
  "read_file",
];

/** The granted permissions of a diagnosis. */
export function grantedPermissions(permissions: Record<string, string>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}

/** An installed .mcpb: the parts of its manifest used here, and how a host starts it. */
interface InstalledMcpb {
  readonly manifest: {
    readonly version: string;
    readonly tools: readonly { readonly name: string }[];
    readonly server: { readonly type: string };
    readonly compatibility: { readonly platforms: readonly string[] };
  };
  readonly line: CommandLine;
}

/** Unpacks the bundle `path` to `place` as a desktop host does, with the format's own library, for `root`. */
export async function installMcpb(path: string, place: string, root: string): Promise<InstalledMcpb> {
  const script = `${place}/install.mjs`, config = new URL("../../packaging/mcpb/mcpb.json", import.meta.url);
  Deno.writeTextFileSync(script, INSTALL);
  const flags = ["-A", "--quiet", "--no-prompt", `--config=${fromFileUrl(config)}`];
  const line = [Deno.execPath(), "run", ...flags, script, path, `${place}/out`, root] as const;
  const { code, stdout, stderr } = await runToEnd(line);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The installer, which runs with that library's own lock file. */
const INSTALL = `
  import { getMcpConfigForManifest, unpackExtension } from "@anthropic-ai/mcpb";
  const [mcpbPath, outputDir, directory] = Deno.args;
  if (!await unpackExtension({ mcpbPath, outputDir, silent: true })) throw new Error("not unpacked");
  const manifest = JSON.parse(Deno.readTextFileSync(outputDir + "/manifest.json"));
  const where = { extensionPath: outputDir, systemDirs: {}, userConfig: { directory }, pathSeparator: "/" };
  const { command, args } = await getMcpConfigForManifest({ manifest, ...where });
  console.log(JSON.stringify({ manifest, line: [command, ...args] }));
`;
