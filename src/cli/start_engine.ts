/**
 * From settings to a running engine: roots checked, threads started, permissions given up.
 * @module
 */
import { findRoots, type RootDir, rootPath } from "../door/roots.ts";
import { slashed } from "../door/slashes.ts";
import type { Lang } from "../model/lang.ts";
import { createEngine } from "../pool/create_engine.ts";
import type { Engine } from "../pool/engine.ts";
import { notice } from "./notices.ts";
import { environment, giveUp, isGranted } from "./permissions.ts";
import { program } from "./program.ts";
import { type StartedProvider, startProvider } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { shellWords } from "./shell_words.ts";
import { unexpanded } from "./unexpanded.ts";
import { UsageError } from "./usage_error.ts";
import { tooWide } from "./wide_root.ts";

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
export interface Starting {
  /** Permissions that are needed a while longer. */
  readonly keep?: readonly ("net" | "read")[];
  /** Its threads take the project in as soon as they run. */
  readonly warm?: boolean;
}

/**
 * Starts what `settings` ask for. Afterwards this thread holds no permission but those it keeps.
 * @throws UsageError, StartError for roots that can't be served
 */
export async function startEngine(settings: Settings, { keep = [], warm }: Starting = {}): Promise<StartedEngine> {
  const { cacheMb, freshness, lang } = settings, cwd = workingDirectory();
  const roots = servedRoots(settings.roots, cwd);
  const home = slashed(environment("HOME") ?? environment("USERPROFILE") ?? "") || undefined;
  // Before the engine: by the time a file is read, this thread has no network.
  const { warnings, ...provider } = await startProvider(settings);
  giveUp("env", ...(keep.includes("net") ? [] : ["net" as const]));
  const engine = await createEngine({ roots, cacheMb, freshness: freshness ?? "watch", warm, lang });
  if (engine.status.mode === "threads" && !keep.includes("read")) giveUp("read");
  return {
    engine,
    roots,
    provider,
    warnings: [...rootWarnings(roots.map(({ path }) => path), home, lang), ...warnings],
  };
}

/** @throws UsageError, StartError; of a root that can't be served and was never expanded, that is said */
function servedRoots(given: readonly string[], cwd: string): RootDir[] {
  try {
    for (const root of given) checkGrant(root, rootPath(root, cwd));
    return findRoots(given, cwd);
  } catch (error) {
    const root = given.find(unexpanded), part = root && unexpanded(root);
    if (root === undefined || part === undefined) throw error;
    throw new UsageError(
      "unexpanded",
      { root, part },
      "deno run --no-prompt --allow-read=/home/me/project fossick.js --root /home/me/project",
    );
  }
}

function rootWarnings(roots: readonly string[], home: string | undefined, lang: Lang): string[] {
  return roots.flatMap((root) => {
    const warning = tooWide(root, home);
    return warning === undefined ? [] : [notice(lang, warning, { root })];
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
  if (isGranted({ name: "read", path: root })) return;
  const flag = `--allow-read=${root}`;
  if (root.includes(",")) {
    throw new UsageError(
      "not_granted_comma",
      { root: given, flag },
      `${shellWords(["cd", root])} && ${shellWords(["deno", "run", "--no-prompt", "--allow-read=.", program()])}`,
    );
  }
  throw new UsageError(
    "not_granted",
    { root: given, flag },
    shellWords(["deno", "run", "--no-prompt", flag, program(), "--root", root]),
  );
}
