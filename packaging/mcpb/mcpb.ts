/**
 * `deno run -A packaging/mcpb/mcpb.ts`: packs bundles that desktop hosts install with a click.
 * dist/fossick.mcpb needs Deno and runs on any platform; a release also has one with a binary for each platform.
 *
 * The packer has its own lock file: its packages are no dependencies of fossick.
 * @module
 */
import { ensureDirSync } from "@std/fs";
import { basename, dirname, join } from "@std/path";
import { listedToolsOf } from "../../src/toolsets/profiles.ts";
import { BESIDE, bundle, parsersBeside } from "../bundle.ts";
import { denoCommand } from "../deno_command.ts";
import packer from "./mcpb.json" with { type: "json" };
import { MIN_DENO_VERSION } from "../../src/cli/runtime.ts";
import { AUTHOR, CHECKOUT, DIST, KEYWORDS, SUMMARY, VERSION } from "../project.ts";

/** The contents of a bundle, and how a host starts it. */
interface Contents {
  /** The program: its name in the bundle's directory `server`, and its path here. */
  readonly entry: string;
  readonly source: string;
  /** Files that must lie next to it. */
  readonly beside?: readonly string[];
  /** The deno.json next to it. */
  readonly config?: object;
  readonly command: string;
  /** Arguments before fossick's. */
  readonly args: readonly string[];
  /** Platform names of the manifest. */
  readonly platforms: readonly string[];
  readonly needs: string;
}

/** The directory that the user chooses at installation. */
const DIRECTORY = "${user_config.directory}";

/** Packs the bundle for any machine with Deno. */
export async function packMcpb(target = join(DIST, "fossick.mcpb")): Promise<string> {
  const script = "${__dirname}/server/fossick.js", source = await bundle();
  return await pack(target, {
    entry: "fossick.js",
    source,
    beside: [parsersBeside(source)],
    config: BESIDE,
    command: "deno",
    args: ["run", "--no-prompt", `--allow-read=${DIRECTORY}`, script],
    platforms: ["darwin", "win32", "linux"],
    needs: `Needs Deno ${MIN_DENO_VERSION} or later.`,
  });
}

/** Packs a bundle with the binary `path` for one platform. */
export async function packBinaryMcpb(path: string, platform: string, target: string): Promise<string> {
  const entry = path.endsWith(".exe") ? "fossick.exe" : "fossick";
  return await pack(target, {
    entry,
    source: path,
    command: "${__dirname}/server/" + entry,
    args: [],
    platforms: [platform],
    needs: "Needs nothing else.",
  });
}

/** @throws Error if the packer rejects the manifest */
async function pack(target: string, contents: Contents): Promise<string> {
  const dir = Deno.makeTempDirSync({ prefix: "fossick-mcpb-" });
  try {
    Deno.mkdirSync(join(dir, "server"));
    Deno.copyFileSync(contents.source, join(dir, "server", contents.entry));
    for (const path of contents.beside ?? []) Deno.copyFileSync(path, join(dir, "server", basename(path)));
    if (contents.config) Deno.writeTextFileSync(join(dir, "server", "deno.json"), JSON.stringify(contents.config));
    Deno.copyFileSync(join(CHECKOUT, "LICENSE"), join(dir, "LICENSE"));
    Deno.writeTextFileSync(join(dir, "manifest.json"), JSON.stringify(manifest(contents), null, 2));
    ensureDirSync(dirname(target));
    await mcpb("pack", dir, target);
    return target;
  } finally {
    Deno.removeSync(dir, { recursive: true });
  }
}

/** Runs the packer's command line. */
async function mcpb(...args: string[]): Promise<void> {
  const config = join(CHECKOUT, "packaging", "mcpb", "mcpb.json");
  await denoCommand(["run", "-A", "--quiet", `--config=${config}`, packer.imports["@anthropic-ai/mcpb"], ...args]);
}

function manifest({ entry, command, args, platforms, needs }: Contents) {
  return {
    manifest_version: "0.3",
    name: "fossick",
    display_name: "fossick",
    version: VERSION,
    description: SUMMARY,
    long_description: `${SUMMARY} Every answer says whether it is whole and costs as few tokens as it can. ${needs}`,
    author: { name: AUTHOR },
    license: "MIT",
    keywords: KEYWORDS,
    server: {
      type: "binary",
      entry_point: `server/${entry}`,
      mcp_config: { command, args: [...args, "--root", DIRECTORY] },
    },
    tools: listedToolsOf({ profile: "default" }).map(({ name, title }) => ({ name, description: title })),
    prompts_generated: true,
    compatibility: { platforms },
    user_config: {
      directory: {
        type: "directory",
        title: "Directory",
        description: "The directory whose files can be found, searched and read. Nothing outside it can be.",
        required: true,
      },
    },
  };
}

if (import.meta.main) console.log(await packMcpb());
