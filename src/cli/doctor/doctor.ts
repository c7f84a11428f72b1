/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be, and if not, why.
 * @module
 */
import type { TemplateValues } from "../../model/messages/bilingual.ts";
import type { Lang } from "../../model/messages/lang.ts";
import { LIMITS } from "../../model/limits.ts";
import { heldPermissions } from "../../door/held_permissions.ts";
import { faultWords } from "../../format/error_answer.ts";
import { CurrentCall } from "../../format/current_call.ts";
import type { Service } from "../../mcp/service.ts";
import type { FreshnessMode } from "../../pool/create_engine.ts";
import type { EngineStatus } from "../../pool/engine.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { WORKER_MODULE } from "../../pool/worker_module.ts";
import { type DoctorKey, doctorMessage } from "./doctor_messages.ts";
import { checkReading } from "./check_reading.ts";
import { minimalCommand, needlessGrants } from "./grants.ts";
import { KEY_VARIABLE } from "../permissions.ts";
import type { Settings } from "../command_line/settings.ts";
import { shellSpelling } from "../command_line/shell_spelling.ts";
import { startService } from "../start/start_service.ts";
import { VERSION } from "../version.ts";
import { columnWidth, padColumns } from "../terminal/column_width.ts";

/** The form in which the program was started. */
type ProgramForm = "binary" | "bundle" | "source";

/** The doctor's findings. */
export interface Diagnosis {
  readonly version: string;
  readonly form: ProgramForm;
  readonly roots: readonly string[];
  readonly engine: Omit<EngineStatus, "reason"> & { readonly reason?: string };
  /** Permissions of the main thread after it gave up what it can. */
  readonly main: Readonly<Record<string, string>>;
  /** The thread that reaches the model of `--provider-url`, and its permissions. */
  readonly network?: { readonly host: string; readonly permissions: Readonly<Record<string, string>> };
  readonly consult: string;
  readonly cacheMb: number;
  readonly freshness: FreshnessMode;
  /** The most directories that are watched; every call checks the rest. */
  readonly mostWatched: number;
  /** The defaults of a call: milliseconds, and tokens of its answer. */
  readonly timeoutMs: number;
  readonly tokenBudget: number;
  readonly limits: typeof LIMITS;
  /** The files read through the engine; absent if reading failed. */
  readonly read?: string;
  /** Why reading fails, and where the sandbox is wider than it needs to be; empty if it is in force. */
  readonly problems: readonly string[];
  /** The next thing to do. */
  readonly next: string;
}

/**
 * Starts the engine as `serve` does, examines it, and stops it.
 * @param settings their language is that of the diagnosis
 * @param needless permissions that were granted needlessly at the start
 */
export async function diagnose(settings: Settings, needless: readonly string[]): Promise<Diagnosis> {
  const form = programForm(), compiled = form === "binary", { lang } = settings;
  // A binary has all permissions that any user may need compiled in; only what it keeps counts.
  const grants = compiled ? [] : needlessGrants(settings, needless);
  const { service, roots, warnings, network } = await startService({ ...settings, freshness: "stat" });
  const { status } = service.engine;
  const { read, problems: reading } = await checkReading(service.engine, roots, lang);
  service.engine.close();
  network?.close();
  const hosts = network === undefined ? [] : [network.host];
  const main = heldPermissions(roots, { hosts, variables: settings.providerUrl === undefined ? [] : [KEY_VARIABLE] });
  const kept = needlesslyHeld(main, status, network, { compiled, lang });
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
    mostWatched: LIMITS.watchedDirs,
    timeoutMs: settings.timeoutMs,
    tokenBudget: settings.tokenBudget,
    limits: LIMITS,
    ...(read !== undefined && { read }),
    problems: [...reading, ...findings.grants, ...warnings],
    next: nextStep(findings, minimalCommand(settings), lang),
  };
}

/** Problems, by what to do about them. */
interface Findings {
  /** A root can't be read. */
  readonly reading: readonly string[];
  /** The settings are unwise, such as a root that contains a home directory. */
  readonly warnings: readonly string[];
  /** More is granted or kept than the settings need. */
  readonly grants: readonly string[];
}

/** The next thing to do. @param line starts the program with the grants that it needs */
function nextStep({ reading, warnings, grants }: Findings, line: string, lang: Lang): string {
  if (reading.length > 0) return doctorMessage(lang, "let_read");
  if (warnings.length > 0) return doctorMessage(lang, "narrow_root");
  return doctorMessage(lang, grants.length > 0 ? "start_with" : "let_host_start", { line });
}

/** Only a bundle has the code of its threads in a blob. */
function programForm(): ProgramForm {
  if (Deno.build.standalone) return "binary";
  return WORKER_MODULE.protocol === "blob:" ? "bundle" : "source";
}

/** The diagnosis as text: rows of a label and a value. @param lang of the labels */
export function diagnosisText(diagnosis: Diagnosis, lang: Lang): string {
  const { version, form, roots, engine, main, cacheMb, problems, network, consult, read, next } = diagnosis;
  const says: Says = (key, values) => doctorMessage(lang, key, values);
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
    ["fresh", freshnessText(diagnosis, says)],
    ["limits", limitsText(diagnosis, says)],
    ...(read === undefined ? [] : [["read", read] as const]),
    ...(problems.length === 0
      ? [["sandbox", says("in_force")] as const]
      : problems.map((problem) => ["problem", problem] as const)),
    ["next", next],
  ];
  const labels = rows.map(([label]) => `${says(label)}: `), columns = Math.max(...labels.map(columnWidth));
  return [
    `fossick ${version} (${says(form)})`,
    ...rows.map(([, value], i) => padColumns(labels[i], columns) + value),
  ].join("\n");
}

/** A message of the doctor, in the language of the text. */
type Says = (key: DoctorKey, values?: TemplateValues) => string;

function engineText({ mode, threads: n, reason: why = "" }: Diagnosis["engine"], says: Says): string {
  if (mode === "in-process") return says("in_process", { n, why });
  return says(n === 1 ? "on_thread" : "on_threads", { n });
}

function freshnessText({ freshness, cacheMb, mostWatched }: Diagnosis, says: Says): string {
  return freshness === "stat" || cacheMb === 0 ? says("all_looked_at") : says("some_watched", { n: mostWatched });
}

function limitsText({ timeoutMs, tokenBudget: n }: Diagnosis, says: Says): string {
  const tokens = n === 0 ? says("no_token_limit") : says(n === 1 ? "token_limit_of_one" : "token_limit", { n });
  return says("time_limit", { ms: timeoutMs, cap: LIMITS.timeoutMs.cap, tokens });
}

function consultText({ consult: { unavailable }, tools, lang }: Service, host: string | undefined): string {
  if (host !== undefined) return doctorMessage(lang, "asks", { host });
  if (unavailable === undefined) return doctorMessage(lang, "no_provider");
  const tool = tools.find(({ openWorld }) => openWorld);
  if (tool === undefined) return faultWords(unavailable, lang).message;
  const currentCall = new CurrentCall(tool.name, tool.example, shellSpelling([tool]), lang);
  const { message, hint } = faultWords(unavailable, lang, { currentCall });
  return `${message} ${hint}`;
}

function heldText(permissions: Readonly<Record<string, string>>, says: Says): string {
  const held = grantedNames(permissions);
  return held.length === 0 ? says("no_permission") : held.join(", ");
}

/** Permissions still held that should have been given up. Main holds none unless it is the engine itself. */
function needlesslyHeld(
  main: Diagnosis["main"],
  engine: EngineStatus,
  network: NetworkThread | undefined,
  { compiled, lang }: { readonly compiled: boolean; readonly lang: Lang },
): string[] {
  const isEngine = engine.mode === "in-process";
  const wide = isEngine ? [] : grantedNames(engine.permissions).filter((name) => !name.startsWith("read:"));
  const more = network === undefined
    ? []
    : grantedNames(network.permissions).filter((name) => name !== `net:${network.host}`);
  const kept = grantedNames(main).filter((name) => !isEngine || network !== undefined && /^(?:net|env)\b/.test(name));
  return [
    ...(isEngine && compiled ? [doctorMessage(lang, "engine_has_all")] : []),
    ...wide.map((name) => doctorMessage(lang, "engine_has", { name })),
    ...more.map((name) => doctorMessage(lang, "network_has", { name })),
    ...kept.map((name) => doctorMessage(lang, "main_has", { name })),
  ];
}

function grantedNames(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}
