/**
 * Starts the engine: checks the roots, starts the threads, gives up permissions.
 * @module
 */
import type { RootDir } from "../../door/roots.ts";
import { createEngine } from "../../pool/create_engine.ts";
import { withIdleGc } from "../../pool/engine_decorators.ts";
import type { Engine } from "../../pool/engine.ts";
import { revokePermissions } from "../permissions.ts";
import { type StartedProvider, startProvider } from "./start_provider.ts";
import { rootWarnings, servedRoots } from "./served_roots.ts";
import type { Settings } from "../command_line/settings.ts";

/** A running engine and its roots. */
export interface StartedEngine {
  readonly engine: Engine;
  /** The first is the project root. */
  readonly roots: readonly RootDir[];
  /** What `consult_files` sends files to. */
  readonly provider: Omit<StartedProvider, "warnings">;
  /** Warnings about the settings, as sentences. */
  readonly warnings: readonly string[];
}

/** Options of a start. */
export interface StartOptions {
  /** Permissions to keep for now. */
  readonly keep?: readonly ("net" | "read")[];
  /** Whether the engine loads the files of the roots as soon as it runs. */
  readonly warm?: boolean;
}

/**
 * Starts the engine for `settings`. Afterwards this thread holds only the permissions in `keep`.
 * @throws UsageError, StartError for roots that can't be served
 */
export async function startEngine(settings: Settings, { keep = [], warm }: StartOptions = {}): Promise<StartedEngine> {
  const { cacheMb, freshness, lang } = settings, roots = servedRoots(settings.roots);
  const wide = rootWarnings(roots, lang);
  // Before the engine, so that this thread has no network when the first file is read.
  const { warnings, ...provider } = await startProvider(settings);
  revokePermissions("env", ...(keep.includes("net") ? [] : ["net" as const]));
  const engine = withIdleGc(await createEngine({ roots, cacheMb, freshness: freshness ?? "watch", warm, lang }));
  if (engine.status.mode === "threads" && !keep.includes("read")) revokePermissions("read");
  return { engine, roots, provider, warnings: [...wide, ...warnings] };
}
