/**
 * Installs an .mcpb bundle as a desktop host does: by the format's own library.
 * @module
 */
import { fromFileUrl } from "@std/path";
import { type CommandLine, runToEnd } from "../../program.ts";

const CONFIG = fromFileUrl(new URL("../../../packaging/mcpb.json", import.meta.url));

/** Run with that library's own lock; prints the command of the server as JSON. */
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

/** Unpacks the bundle `path` to `place`; what its manifest says, and how it is started on `root`. */
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
