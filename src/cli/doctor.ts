/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be, and why not.
 * @module
 */
import { dirname, resolve } from "@std/path";
import { LIMITS } from "../model/limits.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import type { EngineStatus } from "../pool/engine.ts";
import { heldWhole, readable } from "./permissions.ts";
import type { Settings } from "./settings.ts";
import { start, VERSION } from "./start.ts";

/** What the doctor found. */
export interface Diagnosis {
  readonly version: string;
  readonly compiled: boolean;
  readonly roots: readonly string[];
  readonly engine: EngineStatus;
  /** What the main thread still holds, now that it has given up what it can. */
  readonly main: Readonly<Record<string, string>>;
  readonly cacheMb: number | "default";
  readonly limits: typeof LIMITS;
  /** In what the sandbox is wider than it needs to be; empty when it is in force. */
  readonly problems: readonly string[];
}

/**
 * Starts the engine as `serve` would, looks at everything, and stops it.
 * @param needless permissions that were granted at the start
 */
export async function diagnose(settings: Settings, needless: readonly string[]): Promise<Diagnosis> {
  const compiled = Deno.build.standalone;
  // Compiled in, grants are as wide as any user may need them; what counts then is what was kept.
  const grants = compiled ? [] : tooMuchGranted(settings, needless);
  const { service, roots, warnings } = await start(settings);
  const { status } = service.engine;
  service.engine.close();
  const main = heldPermissions(roots);
  const problems = [...grants, ...keptTooMuch(main, status, compiled), ...warnings];
  return {
    version: VERSION,
    compiled,
    roots,
    engine: status,
    main,
    cacheMb: settings.cacheMb ?? "default",
    limits: LIMITS,
    problems,
  };
}

/** The diagnosis for people. */
export function diagnosisText({ version, compiled, roots, engine, main, cacheMb, problems }: Diagnosis): string {
  return [
    `fossick ${version} (${compiled ? "compiled" : "from source"})`,
    `roots:   ${roots.join(", ")}`,
    `engine:  ${engine.mode}, ${engine.threads} threads${engine.reason === undefined ? "" : ` (${engine.reason})`}`,
    `  holds: ${heldText(engine.permissions)}`,
    `main:    holds ${heldText(main)}`,
    `cache:   ${typeof cacheMb === "string" ? cacheMb : cacheMb === 0 ? "off" : `${cacheMb} MB`}`,
    `limits:  ${LIMITS.timeoutMs.default} ms a call (at most ${LIMITS.timeoutMs.cap}), ${LIMITS.tokenBudget} tokens an answer`,
    ...(problems.length === 0 ? ["sandbox: in force"] : problems.map((problem) => `problem: ${problem}`)),
  ].join("\n");
}

function heldText(permissions: Readonly<Record<string, string>>): string {
  const held = granted(permissions);
  return held.length === 0 ? "no permission" : held.join(", ");
}

/** Grants that no setting asks for. */
function tooMuchGranted(settings: Settings, needless: readonly string[]): string[] {
  return [
    ...needless.map((name) => `--allow-${name} (or -A) was granted, and nothing needs it.`),
    ...tooMuchReadable(settings.roots.map((root) => resolve(root))),
  ];
}

/** Places whose being readable shows that the grant is wider than the roots. Not all can be asked for. */
const ELSEWHERE = ["/etc", "/proc", "/tmp", "/usr", "/var", "/home", "/root"];

function tooMuchReadable(roots: readonly string[]): string[] {
  const enough = `--allow-read=${roots.join(",")} is enough.`;
  if (heldWhole("read")) return [`--allow-read was granted without a path: ${enough}`];
  const inside = (path: string) =>
    roots.some((root) => path === root || path.startsWith(root.replace(/\/$/, "") + "/"));
  const wide = [...roots.flatMap(ancestors), ...ELSEWHERE].find((path) => !inside(path) && readable(path));
  return wide === undefined ? [] : [`--allow-read covers ${wide}, which is outside the roots: ${enough}`];
}

function ancestors(path: string): string[] {
  const parent = dirname(path);
  return parent === path ? [] : [...ancestors(parent), parent];
}

/** What is still held where it should have been given up. */
function keptTooMuch(main: Diagnosis["main"], engine: EngineStatus, compiled: boolean): string[] {
  if (engine.mode === "in-process") {
    return compiled ? ["the engine got no thread of its own, so it holds every permission compiled in."] : [];
  }
  const wide = granted(engine.permissions).filter((name) => !name.startsWith("read:"));
  return [
    ...wide.map((name) => `the engine's threads hold ${name}.`),
    ...granted(main).map((name) => `the main thread still holds ${name}.`),
  ];
}

function granted(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}
