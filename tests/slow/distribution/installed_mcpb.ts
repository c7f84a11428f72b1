/**
 * Installs an .mcpb bundle as a desktop host does, with the format's own library.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { type CommandLine, runToEnd } from "../../program.ts";

const CONFIG = fromFileUrl(new URL("../../../packaging/mcpb/mcpb.json", import.meta.url));

/** The installer, which runs with that library's own lock file; prints the server's command as JSON. */
const INSTALL = `
  import { getMcpConfigForManifest, unpackExtension } from "@anthropic-ai/mcpb";
  const [mcpbPath, outputDir, directory] = Deno.args;
  if (!await unpackExtension({ mcpbPath, outputDir, silent: true })) throw new Error("not unpacked");
  const manifest = JSON.parse(Deno.readTextFileSync(outputDir + "/manifest.json"));
  const { command, args } = await getMcpConfigForManifest({
    manifest,
    extensionPath: outputDir,
    systemDirs: {},
    userConfig: { directory },
    pathSeparator: "/",
  });
  console.log(JSON.stringify({ manifest, line: [command, ...args] }));
`;

/** Unpacks the bundle `path` to `place`; returns its manifest, and the command line for `root`. */
export async function installMcpb(
  path: string,
  place: string,
  root: string,
): Promise<{ manifest: unknown; line: CommandLine }> {
  const script = `${place}/install.mjs`;
  Deno.writeTextFileSync(script, INSTALL);
  const flags = ["-A", "--quiet", "--no-prompt", `--config=${CONFIG}`];
  const { code, stdout, stderr } = await runToEnd([
    Deno.execPath(),
    "run",
    ...flags,
    script,
    path,
    `${place}/out`,
    root,
  ]);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
