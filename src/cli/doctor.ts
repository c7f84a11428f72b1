/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be, and why not.
 * @module
 */
import { LIMITS } from "../model/limits.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import { faultWords } from "../format/errors.ts";
import type { ConsultSetup } from "../mcp/service.ts";
import type { Freshness } from "../pool/create_engine.ts";
import type { EngineStatus } from "../pool/engine.ts";
import type { NetworkThread } from "../pool/network_thread.ts";
import { MOST_WATCHED } from "../pool/watch_thread.ts";
import { WORKER_MODULE } from "../pool/worker_module.ts";
import { checkDoor } from "./door_check.ts";
import { narrowLine, tooMuchGranted } from "./grants.ts";
import { nextStep } from "./next_step.ts";
import { KEY_VARIABLE } from "./provider.ts";
import type { Settings } from "./settings.ts";
import { start } from "./start.ts";
import { VERSION } from "./version.ts";

/** As what it was started. */
type Form = "binary" | "bundle" | "source";

/** What the doctor found. */
export interface Diagnosis {
  readonly version: string;
  readonly form: Form;
  readonly roots: readonly string[];
  readonly engine: EngineStatus;
  /** What the main thread still holds, now that it has given up what it can. */
  readonly main: Readonly<Record<string, string>>;
  /** The thread that reaches the model of `--provider-url`, and what it may do; or why there is none. */
  readonly network?: { readonly host: string; readonly permissions: Readonly<Record<string, string>> };
  readonly consult: string;
  readonly cacheMb: number;
  readonly freshness: Freshness;
  /** Directories that are watched at most, whatever the tree has; the rest is looked at in every call. */
  readonly mostWatched: number;
  /** Milliseconds and tokens of a call that names no other. */
  readonly timeoutMs: number;
  readonly tokenBudget: number;
  readonly limits: typeof LIMITS;
  /** What was read through the door; absent where reading failed. */
  readonly read?: string;
  /** Why reading fails, and in what the sandbox is wider than it needs to be; empty when it is in force. */
  readonly problems: readonly string[];
  /** The one thing to do next. */
  readonly next: string;
}

/**
 * Starts the engine as `serve` would, looks at everything, and stops it.
 * @param needless permissions that were granted at the start
 */
export async function diagnose(settings: Settings, needless: readonly string[]): Promise<Diagnosis> {
  const form = formOf(), compiled = form === "binary";
  // Compiled in, grants are as wide as any user may need them; what counts then is what was kept.
  const grants = compiled ? [] : tooMuchGranted(settings, needless);
  const { service, roots, warnings, network } = await start({ ...settings, freshness: "stat" });
  const { status } = service.engine;
  const { read, problems: reading } = await checkDoor(service.engine, roots);
  service.engine.close();
  network?.close();
  const hosts = network === undefined ? [] : [network.host];
  const main = heldPermissions(roots, { hosts, variables: settings.providerUrl === undefined ? [] : [KEY_VARIABLE] });
  const kept = [
    ...keptTooMuch(main, status, compiled),
    ...(network === undefined ? [] : networkTooMuch(main, network)),
  ];
  const findings = { reading, warnings, grants: [...grants, ...kept] };
  return {
    version: VERSION,
    form,
    roots,
    engine: status,
    main,
    ...(network && { network: { host: network.host, permissions: network.permissions } }),
    consult: consultText(service.consult, network?.host),
    cacheMb: settings.cacheMb,
    freshness: settings.freshness ?? "watch",
    mostWatched: MOST_WATCHED,
    timeoutMs: settings.timeoutMs,
    tokenBudget: settings.tokenBudget,
    limits: LIMITS,
    ...(read !== undefined && { read }),
    problems: [...reading, ...findings.grants, ...warnings],
    next: nextStep(findings, narrowLine(settings, compiled)),
  };
}

/** Only a bundle has the code of its threads in a blob. */
function formOf(): Form {
  if (Deno.build.standalone) return "binary";
  return WORKER_MODULE.protocol === "blob:" ? "bundle" : "source";
}

/** The diagnosis for people. */
export function diagnosisText(diagnosis: Diagnosis): string {
  const { version, form, roots, engine, main, cacheMb, timeoutMs, tokenBudget, problems, network, consult } = diagnosis;
  const { read, next } = diagnosis;
  return [
    `fossick ${version} (${form})`,
    `roots:   ${roots.join(", ")}`,
    `engine:  ${engine.mode}, ${engine.threads} thread${engine.threads === 1 ? "" : "s"}${
      engine.reason === undefined ? "" : ` (${engine.reason})`
    }`,
    `  holds: ${heldText(engine.permissions)}`,
    `main:    holds ${heldText(main)}`,
    ...(network === undefined ? [] : [`network: a thread of its own holds ${heldText(network.permissions)}`]),
    `consult: ${consult}`,
    `cache:   ${cacheMb === 0 ? "off" : `${cacheMb} MB`}`,
    `fresh:   ${freshText(diagnosis)}`,
    `limits:  ${timeoutMs} ms a call (at most ${LIMITS.timeoutMs.cap}), ` +
    (tokenBudget === 0 ? "no limit of tokens" : `${tokenBudget} token${tokenBudget === 1 ? "" : "s"} an answer`),
    ...(read === undefined ? [] : [`read:    ${read}`]),
    ...(problems.length === 0 ? ["sandbox: in force"] : problems.map((problem) => `problem: ${problem}`)),
    `next:    ${next}`,
  ].join("\n");
}

function freshText({ freshness, cacheMb, mostWatched }: Diagnosis): string {
  if (freshness === "stat" || cacheMb === 0) return "everything is looked at in every call";
  return `at most ${mostWatched} directories are watched, the rest is looked at in every call`;
}

function consultText({ unavailable }: ConsultSetup, host: string | undefined): string {
  if (host !== undefined) return `asks ${host}`;
  if (unavailable === undefined) return "no --provider-url: consult_files shows what it would send, and sends nothing";
  const { message, hint } = faultWords(unavailable, "en");
  return `${message} ${hint}`;
}

/** Whoever may use the network may do nothing else, and nobody else may use it. */
function networkTooMuch(main: Diagnosis["main"], { host, permissions }: NetworkThread): string[] {
  const more = granted(permissions).filter((name) => name !== `net:${host}`);
  const kept = granted(main).filter((name) => /^(?:net|env)\b/.test(name));
  return [
    ...more.map((name) => `the network thread holds ${name}.`),
    ...kept.map((name) => `the main thread still holds ${name}.`),
  ];
}

function heldText(permissions: Readonly<Record<string, string>>): string {
  const held = granted(permissions);
  return held.length === 0 ? "no permission" : held.join(", ");
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
