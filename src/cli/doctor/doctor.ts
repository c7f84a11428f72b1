/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be and everything works; if not, why, and what to do.
 * @module
 */
import { heldPermissions } from "../../door/held_permissions.ts";
import { CurrentCall } from "../../format/current_call.ts";
import { faultWords } from "../../format/error_answer.ts";
import { LIMITS } from "../../model/limits.ts";
import type { Lang } from "../../model/messages/lang.ts";
import type { Service } from "../../mcp/service.ts";
import { type FreshnessMode, willWatch } from "../../pool/create_engine.ts";
import type { EngineStatus } from "../../pool/engine.ts";
import { ENGINE_NOTICES } from "../../pool/engine_notices.ts";
import type { NetworkThread } from "../../pool/network_thread.ts";
import { WORKER_MODULE } from "../../pool/worker_module.ts";
import type { Settings } from "../command_line/settings.ts";
import { settingsCommand } from "../command_line/settings_command.ts";
import { shellSpelling } from "../command_line/shell_spelling.ts";
import { isNpmPackage, type RunningProgram, runningProgram } from "../command_line/start_command.ts";
import type { Warning } from "../notices.ts";
import { KEY_VARIABLE, revokePermissions } from "../permissions.ts";
import { readToken } from "../serve/read_token.ts";
import { type StartedService, startService } from "../start/start_service.ts";
import { VERSION } from "../version.ts";
import { checkReading } from "./check_reading.ts";
import { checkWatching } from "./check_watching.ts";
import { doctorMessage } from "./doctor_messages.ts";
import { denoFindings, parserFindings, threadFindings } from "./find_limitations.ts";
import { type Finding, sentencesOf } from "./findings.ts";
import { grantFindings } from "./grants.ts";
import { nextStep } from "./next_step.ts";

/** The form in which the program was started. */
export type ProgramForm = "binary" | "package" | "bundle" | "source";

/** The doctor's findings. */
export interface Diagnosis {
  readonly version: string;
  readonly form: ProgramForm;
  /** The version of Deno that runs it. */
  readonly deno: string;
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
  /** Whether outlines and definitions can be found. */
  readonly parsers: boolean;
  /** The defaults of a call: milliseconds, and tokens of its answer. */
  readonly timeoutMs: number;
  readonly tokenBudget: number;
  readonly limits: typeof LIMITS;
  /** The files read through the engine; absent if reading failed. */
  readonly read?: string;
  /** Why reading fails, and where the sandbox is wider than it needs to be; empty if it is in force. */
  readonly problems: readonly string[];
  /** Sentences about things that do not work, or work less well than they could, though the sandbox is in force. */
  readonly limitations: readonly string[];
  /** The command that starts this copy with the permissions that it needs. */
  readonly start: string;
  /** The next thing to do. */
  readonly next: string;
}

/**
 * Starts the engine as `serve` does, examines it, and stops it.
 * @throws UserError for what `serve` refuses: a root, or an address without a token
 * @param settings their language is that of the diagnosis
 * @param needless permissions that were granted needlessly at the start
 */
export async function diagnose(settings: Settings, needless: readonly string[]): Promise<Diagnosis> {
  const program = runningProgram();
  readToken(settings);
  // A binary has all permissions that any user may need compiled in; only what it keeps counts.
  const granted = program.isBinary ? [] : grantFindings(settings, needless);
  const started = await startService(settings, { keep: ["read"], freshness: "stat" });
  const examined = await examine(started, settings, program);
  const findings = [...granted, ...examined.findings];
  const { service, roots, network } = started, { status } = service.engine;
  return {
    version: VERSION,
    form: programForm(program),
    deno: program.deno,
    roots,
    engine: { ...status, reason: status.reason?.[settings.lang] },
    main: examined.main,
    ...(network && { network: { host: network.host, permissions: network.permissions } }),
    consult: consultText(service, network?.host),
    cacheMb: settings.cacheMb,
    freshness: settings.freshness ?? "watch",
    mostWatched: examined.isWatched ? LIMITS.watchedDirs : 0,
    parsers: !findings.some(({ key }) => key === "no_parsers"),
    timeoutMs: settings.timeoutMs,
    tokenBudget: settings.tokenBudget,
    limits: LIMITS,
    ...(examined.read !== undefined && { read: examined.read }),
    problems: sentencesOf(findings, true),
    limitations: sentencesOf(findings, false),
    start: settingsCommand(settings),
    next: nextStep(findings, settings, program),
  };
}

/** The results of examining a running service. */
interface Examination {
  readonly findings: readonly Finding[];
  /** See `Diagnosis`. */
  readonly main: Diagnosis["main"];
  readonly read?: string;
  /** Whether directories are watched. */
  readonly isWatched: boolean;
}

/** Examines a service whose main thread still may read, takes that permission from it, and stops it. */
async function examine(
  { service, roots, warnings, network }: StartedService,
  settings: Settings,
  program: RunningProgram,
): Promise<Examination> {
  const { engine, engine: { status }, lang } = service;
  const isWatched = isWatching(status, settings);
  const { findings: unreadable, ...reading } = await checkReading(engine, roots, lang);
  const unwatched = isWatched ? await checkWatching(engine, roots, lang) : [];
  if (status.mode === "threads") revokePermissions("read");
  engine.close();
  network?.close();
  const main = mainPermissions(roots, settings, network);
  const findings = [
    ...unreadable,
    ...warnings.map(warningFinding),
    ...needlesslyHeld(main, status, network, { compiled: program.isBinary, lang }),
    ...threadFindings(status, program, lang),
    ...denoFindings(settings, program),
    ...await parserFindings(lang),
    ...unwatched,
  ];
  return { findings, main, ...reading, isWatched };
}

/** Whether an engine like this one watches directories when it serves. */
function isWatching({ reason }: EngineStatus, { cacheMb, freshness = "watch" }: Settings): boolean {
  return reason !== ENGINE_NOTICES.few_descriptors && willWatch({ cacheMb, freshness });
}

/** Only a bundle has the code of its threads in a blob. */
function programForm(program: RunningProgram): ProgramForm {
  if (program.isBinary) return "binary";
  if (isNpmPackage(program.mainModule)) return "package";
  return WORKER_MODULE.protocol === "blob:" ? "bundle" : "source";
}

function warningFinding({ key, text }: Warning): Finding {
  return { key: key.startsWith("root_") ? "wide_root" : "unencrypted", text };
}

function mainPermissions(
  roots: readonly string[],
  { providerUrl }: Settings,
  network?: NetworkThread,
): Diagnosis["main"] {
  return heldPermissions(roots, {
    hosts: network === undefined ? [] : [network.host],
    variables: providerUrl === undefined ? [] : [KEY_VARIABLE],
  });
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

/** Permissions still held that should have been given up. Main holds none unless it is the engine itself. */
function needlesslyHeld(
  main: Diagnosis["main"],
  engine: EngineStatus,
  network: NetworkThread | undefined,
  { compiled, lang }: { readonly compiled: boolean; readonly lang: Lang },
): Finding[] {
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
  ].map((text) => ({ key: "needless_grants", text }));
}

/** The names of the permissions that are granted. */
export function grantedNames(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}
