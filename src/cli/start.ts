/**
 * From settings to a running service: roots checked, engine started, permissions given up.
 * @module
 */
import { resolve } from "@std/path";
import { findRoots, type RootDir } from "../door/roots.ts";
import { slashed } from "../door/slashes.ts";
import type { ServedRoot, Service } from "../mcp/service.ts";
import { createEngine } from "../pool/create_engine.ts";
import { toolsOf } from "../toolsets/profiles.ts";
import type { NetworkThread } from "../pool/network_thread.ts";
import { environment, giveUp, readable } from "./permissions.ts";
import { startProvider } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { UsageError } from "./usage_error.ts";
import { VERSION } from "./version.ts";
import { tooWide } from "./wide_root.ts";

/** A service, and the real paths of its roots. */
export interface Started {
  readonly service: Service;
  readonly roots: readonly string[];
  /** What is unwise about the way it was started, in sentences. */
  readonly warnings: readonly string[];
  /** The thread that reaches the model, where one was named and may be reached. */
  readonly network?: NetworkThread;
}

/**
 * Starts what `settings` ask for. Afterwards this thread holds no permission but those it keeps.
 * @param keep permissions that are needed a while longer
 * @throws UsageError, StartError for roots that can't be served
 */
export async function start(settings: Settings, ...keep: ("net" | "read")[]): Promise<Started> {
  const cwd = workingDirectory();
  for (const root of settings.roots) checkGrant(root, resolve(cwd, root));
  const found = findRoots(settings.roots, cwd), roots = found.map(({ path }) => path);
  const home = slashed(environment("HOME") ?? environment("USERPROFILE") ?? "") || undefined;
  // Before the engine: by the time a file is read, this thread has no network.
  const { setup, network, ...provider } = await startProvider(settings);
  giveUp("env", ...(keep.includes("net") ? [] : ["net" as const]));
  const engine = await createEngine({
    roots: settings.roots,
    cwd,
    cacheMb: settings.cacheMb,
    freshness: settings.freshness ?? "watch",
  });
  if (engine.status.mode === "threads" && !keep.includes("read")) giveUp("read");
  const { lang, tokenBudget, timeoutMs } = settings;
  const about = { name: settings.profile === "fs" ? "fs" : "fossick", version: VERSION, projectRoot: roots[0] ?? cwd };
  const tools = toolsOf(settings.profile, settings.tools);
  const scope = { roots: found.map(served), ...(settings.clientRoots && { clientRoots: settings.clientRoots }) };
  const service = { ...about, profile: settings.profile, tools, engine, lang, tokenBudget, timeoutMs, consult: setup };
  return {
    service: { ...service, ...scope },
    roots,
    warnings: [...warnings(roots, home), ...provider.warnings],
    ...(network && { network }),
  };
}

/** A root by all its names: a client may know it by the one it was given by. */
function served({ path, aliases }: RootDir, i: number): ServedRoot {
  const others = aliases.filter(({ leadsTo }) => leadsTo === "").map((alias) => alias.path);
  return { shown: i === 0 ? "." : path, names: [path, ...others] };
}

function warnings(roots: readonly string[], home: string | undefined): string[] {
  return roots.flatMap((root) => {
    const width = tooWide(root, home);
    return width === undefined
      ? []
      : [`the root ${root} holds ${width}: everything in it can be read. Give a narrower --root.`];
  });
}

/** "/" when the directory we were started in is gone: only absolute roots can be served then. */
function workingDirectory(): string {
  try {
    return Deno.cwd();
  } catch {
    return "/";
  }
}

/** Asked beforehand, because trying would make Deno put the question to whoever sits at the terminal. */
function checkGrant(given: string, root: string): void {
  if (readable(root)) return;
  const flag = `--allow-read=${root}`;
  if (root.includes(",")) {
    throw new UsageError(
      `fossick may not read its root ${given}: Deno takes the comma in ${flag} for the end of a path. Start it in that ` +
        "directory, with --allow-read=. (a dot).",
      `cd '${root}' && deno run --no-prompt --allow-read=. main.ts`,
    );
  }
  throw new UsageError(
    `fossick may not read its root ${given}: start it with ${flag}.`,
    `deno run --no-prompt ${flag} main.ts --root ${root}`,
  );
}
