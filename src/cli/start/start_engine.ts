/**
 * From settings to a running engine: roots checked, threads started, permissions given up.
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

/** An engine that can be asked, and what it was started on. */
export interface StartedEngine {
  readonly engine: Engine;
  /** The first is the project root. */
  readonly roots: readonly RootDir[];
  /** What `consult_files` has to ask. */
  readonly provider: Omit<StartedProvider, "warnings">;
  /** What is unwise about the way it was started, in sentences. */
  readonly warnings: readonly string[];
}

/** How an engine is started. */
export interface StartOptions {
  /** Permissions that are needed a while longer. */
  readonly keep?: readonly ("net" | "read")[];
  /** Its threads take the project in as soon as they run. */
  readonly warm?: boolean;
}

/**
 * Starts what `settings` ask for. Afterwards this thread holds no permission but those it keeps.
 * @throws UsageError, StartError for roots that can't be served
 */
export async function startEngine(settings: Settings, { keep = [], warm }: StartOptions = {}): Promise<StartedEngine> {
  const { cacheMb, freshness, lang } = settings, roots = servedRoots(settings.roots);
  const wide = rootWarnings(roots, lang);
  // Before the engine: by the time a file is read, this thread has no network.
  const { warnings, ...provider } = await startProvider(settings);
  revokePermissions("env", ...(keep.includes("net") ? [] : ["net" as const]));
  const engine = withIdleGc(await createEngine({ roots, cacheMb, freshness: freshness ?? "watch", warm, lang }));
  if (engine.status.mode === "threads" && !keep.includes("read")) revokePermissions("read");
  return { engine, roots, provider, warnings: [...wide, ...warnings] };
}
