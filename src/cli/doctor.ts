/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be, and why not.
 * @module
 */
import type { Values } from "../model/fill.ts";
import type { Lang } from "../model/lang.ts";
import { LIMITS } from "../model/limits.ts";
import { heldPermissions } from "../door/held_permissions.ts";
import { faultWords } from "../format/errors.ts";
import { OwnCall } from "../format/own_call.ts";
import type { Service } from "../mcp/service.ts";
import type { Freshness } from "../pool/create_engine.ts";
import type { EngineStatus } from "../pool/engine.ts";
import type { NetworkThread } from "../pool/network_thread.ts";
import { MOST_WATCHED } from "../pool/watch_thread.ts";
import { WORKER_MODULE } from "../pool/worker_module.ts";
import { type DoctorKey, doctorSays } from "./doctor_sentences.ts";
import { checkDoor } from "./door_check.ts";
import { narrowLine, tooMuchGranted } from "./grants.ts";
import { KEY_VARIABLE } from "./permissions.ts";
import type { Settings } from "./settings.ts";
import { shellSpelling } from "./shell_spelling.ts";
import { start } from "./start.ts";
import { VERSION } from "./version.ts";
import { padded, widthOf } from "./width.ts";

/** As what it was started. */
type Form = "binary" | "bundle" | "source";

/** What the doctor found. */
export interface Diagnosis {
  readonly version: string;
  readonly form: Form;
  readonly roots: readonly string[];
  readonly engine: Omit<EngineStatus, "reason"> & { readonly reason?: string };
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
 * @param settings their language is that of the sentences in the diagnosis
 * @param needless permissions that were granted at the start
 */
export async function diagnose(settings: Settings, needless: readonly string[]): Promise<Diagnosis> {
  const form = formOf(), compiled = form === "binary", { lang } = settings;
  // Compiled in, grants are as wide as any user may need them; what counts then is what was kept.
  const grants = compiled ? [] : tooMuchGranted(settings, needless);
  const { service, roots, warnings, network } = await start({ ...settings, freshness: "stat" });
  const { status } = service.engine;
  const { read, problems: reading } = await checkDoor(service.engine, roots, lang);
  service.engine.close();
  network?.close();
  const hosts = network === undefined ? [] : [network.host];
  const main = heldPermissions(roots, { hosts, variables: settings.providerUrl === undefined ? [] : [KEY_VARIABLE] });
  const kept = keptTooMuch(main, status, network, { compiled, lang });
  const findings = { reading, warnings, grants: [...grants, ...kept] };
  return {
    version: VERSION,
    form,
    roots,
    engine: { ...status, reason: status.reason?.[lang] },
    main,
    ...(network && { network: { host: network.host, permissions: network.permissions } }),
    consult: consultText(service, network?.host),
    cacheMb: settings.cacheMb,
    freshness: settings.freshness ?? "watch",
    mostWatched: MOST_WATCHED,
    timeoutMs: settings.timeoutMs,
    tokenBudget: settings.tokenBudget,
    limits: LIMITS,
    ...(read !== undefined && { read }),
    problems: [...reading, ...findings.grants, ...warnings],
    next: nextStep(findings, narrowLine(settings, compiled), lang),
  };
}

/** What is wrong, by what has to be done about it. */
interface Findings {
  /** Reading a root fails. */
  readonly reading: readonly string[];
  /** The start was unwise, such as on a root that holds a home. */
  readonly warnings: readonly string[];
  /** More is granted or kept than the settings need. */
  readonly grants: readonly string[];
}

/** The one thing to do next. @param line starts the program with the grants that it needs */
function nextStep({ reading, warnings, grants }: Findings, line: string, lang: Lang): string {
  if (reading.length > 0) return doctorSays(lang, "let_read");
  if (warnings.length > 0) return doctorSays(lang, "narrow_root");
  return doctorSays(lang, grants.length > 0 ? "start_with" : "let_host_start", { line });
}

/** Only a bundle has the code of its threads in a blob. */
function formOf(): Form {
  if (Deno.build.standalone) return "binary";
  return WORKER_MODULE.protocol === "blob:" ? "bundle" : "source";
}

/** The diagnosis for people: rows of a label and a value. @param lang of the labels */
export function diagnosisText(diagnosis: Diagnosis, lang: Lang): string {
  const { version, form, roots, engine, main, cacheMb, problems, network, consult, read, next } = diagnosis;
  const says: Says = (key, values) => doctorSays(lang, key, values);
  const rows: readonly (readonly [label: DoctorKey, value: string])[] = [
    ["roots", roots.join(", ")],
    ["engine", engineText(engine, says)],
    ["holds", heldText(engine.permissions, says)],
    ["main", says("main_holds", { permissions: heldText(main, says) })],
    ...(network === undefined ? [] : [
      ["network", says("network_holds", { permissions: heldText(network.permissions, says) })] as const,
    ]),
    ["consult", consult],
    ["cache", cacheMb === 0 ? says("off") : says("megabytes", { n: cacheMb })],
    ["fresh", freshText(diagnosis, says)],
    ["limits", limitsText(diagnosis, says)],
    ...(read === undefined ? [] : [["read", read] as const]),
    ...(problems.length === 0
      ? [["sandbox", says("in_force")] as const]
      : problems.map((problem) => ["problem", problem] as const)),
    ["next", next],
  ];
  const labels = rows.map(([label]) => `${says(label)}: `), columns = Math.max(...labels.map(widthOf));
  return [
    `fossick ${version} (${says(form)})`,
    ...rows.map(([, value], i) => padded(labels[i], columns) + value),
  ].join("\n");
}

/** A sentence of the doctor's, in the language of the text. */
type Says = (key: DoctorKey, values?: Values) => string;

function engineText({ mode, threads: n, reason: why = "" }: Diagnosis["engine"], says: Says): string {
  if (mode === "in-process") return says("in_process", { n, why });
  return says(n === 1 ? "on_thread" : "on_threads", { n });
}

function freshText({ freshness, cacheMb, mostWatched }: Diagnosis, says: Says): string {
  return freshness === "stat" || cacheMb === 0 ? says("all_looked_at") : says("some_watched", { n: mostWatched });
}

function limitsText({ timeoutMs, tokenBudget: n }: Diagnosis, says: Says): string {
  const tokens = n === 0 ? says("no_token_limit") : says(n === 1 ? "token_limit_of_one" : "token_limit", { n });
  return says("time_limit", { ms: timeoutMs, cap: LIMITS.timeoutMs.cap, tokens });
}

function consultText({ consult: { unavailable }, tools, lang }: Service, host: string | undefined): string {
  if (host !== undefined) return doctorSays(lang, "asks", { host });
  if (unavailable === undefined) return doctorSays(lang, "no_provider");
  const tool = tools.find(({ openWorld }) => openWorld);
  if (tool === undefined) return faultWords(unavailable, lang).message;
  const own = new OwnCall(tool.name, tool.example, shellSpelling([tool]), lang);
  const { message, hint } = faultWords(unavailable, lang, { own });
  return `${message} ${hint}`;
}

function heldText(permissions: Readonly<Record<string, string>>, says: Says): string {
  const held = granted(permissions);
  return held.length === 0 ? says("no_permission") : held.join(", ");
}

/** What is still held where it should have been given up: main holds nothing, where it is not the engine itself. */
function keptTooMuch(
  main: Diagnosis["main"],
  engine: EngineStatus,
  network: NetworkThread | undefined,
  { compiled, lang }: { readonly compiled: boolean; readonly lang: Lang },
): string[] {
  const isEngine = engine.mode === "in-process";
  const wide = isEngine ? [] : granted(engine.permissions).filter((name) => !name.startsWith("read:"));
  const more = network === undefined
    ? []
    : granted(network.permissions).filter((name) => name !== `net:${network.host}`);
  const kept = granted(main).filter((name) => !isEngine || network !== undefined && /^(?:net|env)\b/.test(name));
  return [
    ...(isEngine && compiled ? [doctorSays(lang, "engine_has_all")] : []),
    ...wide.map((name) => doctorSays(lang, "engine_has", { name })),
    ...more.map((name) => doctorSays(lang, "network_has", { name })),
    ...kept.map((name) => doctorSays(lang, "main_has", { name })),
  ];
}

function granted(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}
