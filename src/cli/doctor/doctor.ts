/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be and everything works; if not, why, and what to do.
 * @module
 */
import { dirname, fromFileUrl, join } from "@std/path";
import { textContent } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import { say, UserError } from "../../model/messages/messages.ts";
import type { Settings } from "../command_line/settings.ts";
import { quoteForShell } from "../command_line/shell_quoting.ts";
import * as start from "../command_line/start_command.ts";
import { BUNDLE_CONFIG, VERSION } from "../package.ts";
import { isOlder } from "../runtime.ts";
import { type OutputFormat, printErrorLine, printLine, wantsJson } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import { examine, type Examined } from "./examine.ts";

/** The settings to examine, and how to print the result. */
interface DoctorCommand {
  readonly settings: Settings;
  readonly output: OutputFormat;
}

/**
 * Prints the diagnosis, or why there is none, and in any case what to do next.
 * @param revoked permissions that were granted needlessly, and are given up already
 * @returns the exit code: 0 if the sandbox is in force, 1 if not, 2 if it can't be started
 */
export async function runDoctor({ settings, output }: DoctorCommand, revoked: readonly string[]): Promise<number> {
  // JSON is the same in every language, since programs may look for its sentences.
  const isJson = wantsJson(output), told = isJson ? { ...settings, lang: "en" } as const : settings;
  try {
    const diagnosis = await diagnose(told, revoked);
    printLine(isJson ? JSON.stringify(diagnosis) : diagnosisText(diagnosis, told));
    return diagnosis.problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const { sentence: { key, params } } = error;
    const next = error instanceof UsageError ? [] : [`next: ${narrowRoot(settings)}`];
    // Arguments may come from file names, and must not control the terminal.
    printErrorLine(textContent([`fossick: ${say(settings.lang, key, params)}`, ...next].join("\n")));
    return 2;
  }
}

type Diagnosis = Awaited<ReturnType<typeof diagnose>>;

/**
 * Starts the engine as `serve` does, examines it, and stops it.
 * @throws UserError for what `serve` refuses: a root, or an address without a token
 */
async function diagnose(settings: Settings, revoked: readonly string[]) {
  if (settings.http !== undefined) (await import("../serve/serve_http.ts")).readToken(settings);
  const examined = await examine(settings, revoked),
    { program, roots, read, main, isUnwatched, status, network } = examined;
  const { cacheMb, timeoutMs, tokenBudget } = settings;
  const found = CHECKS.map(([name, kind, find]) => ({ name, kind, finding: find(examined) }));
  const told = (wanted: "problem" | "limitation") =>
    found.flatMap(({ kind, finding }) => finding && kind === wanted ? [finding.text] : []);
  return {
    version: VERSION,
    deno: program.deno,
    roots,
    engine: { ...status, reason: status.reason && say(settings.lang, status.reason.key, status.reason.params) },
    main,
    ...(network && { network: { host: network.host, permissions: network.permissions } }),
    cacheMb,
    freshness: isUnwatched ? "stat" : "watch",
    timeoutMs,
    tokenBudget,
    limits: LIMITS,
    read,
    passed: found.flatMap(({ name, finding }) => finding === undefined ? [name] : []),
    problems: told("problem"),
    limitations: told("limitation"),
    start: start.settingsCommand(settings),
    next: found.find(({ finding }) => finding)?.finding?.next ?? finalAdvice(examined),
  };
}

/** Facts by their names in the JSON, then what was found, the verdict, and last what to do next. */
function diagnosisText(diagnosis: Diagnosis, { lang }: Settings): string {
  const { version, deno, engine, main, network, problems, limitations } = diagnosis;
  const held = (permissions: Readonly<Record<string, string>>) => grantedNames(permissions).join(", ") || "-";
  const isThread = engine.mode === "threads";
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ["roots", diagnosis.roots.join(", ")],
    ["read", diagnosis.read],
    ["engine", `${isThread ? `threads ${engine.threads}` : engine.mode}; ${held(engine.permissions)}`],
    ["main", isThread ? held(main) : undefined],
    ["network", network && held(network.permissions)],
    ["cache", `${diagnosis.cacheMb} MB; ${diagnosis.freshness}`],
    ["limits", `${diagnosis.timeoutMs} ms; ${diagnosis.tokenBudget || "-"} tokens`],
    ["start", diagnosis.start],
    ["passed", diagnosis.passed.join(", ")],
    ...limitations.map((text) => ["note", text] as const),
    ...problems.map((text) => ["problem", text] as const),
    ["sandbox", say(lang, problems.length === 0 ? "doctor.in_force" : "doctor.not_in_force")],
    ["next", diagnosis.next],
  ];
  const lines = rows.flatMap(([label, value]) => value === undefined ? [] : [`${`${label}:`.padEnd(9)}${value}`]);
  return [`fossick ${version}, Deno ${deno}`, ...lines].join("\n");
}

/** Why a check failed, and what to do about it, in sentences. */
interface Finding {
  readonly text: string;
  readonly next: string;
}

/**
 * The checks, in order of importance: the first finding's advice is the next thing to do. A problem makes the sandbox
 * wider than it needs to be, or a root unreadable; without one the rest are limitations.
 */
const CHECKS: readonly (readonly [
  name: string,
  kind: "problem" | "limitation",
  find: (examined: Examined) => Finding | undefined,
])[] = [
  ["reading", "problem", findUnreadable],
  ["settings", "problem", findWarning],
  ["grants", "problem", findNeedless],
  ["hosts", "limitation", findUngranted],
  ["threads", "limitation", findNoThread],
  ["parsers", "limitation", findNoParsers],
  ["watching", "limitation", findUnwatched],
];

/** The advice where nothing was found: a host starts a server, unless it reaches it over HTTP. */
function finalAdvice({ settings, program }: Pick<Examined, "settings" | "program">): string {
  if (settings.http !== undefined) return startWith(settings);
  const roots = settings.roots.join() === "." ? [] : start.absoluteRoots(settings);
  const words = ["config", "HOST", ...start.carriedOptions(settings, roots, "color", "lang")];
  const line = quoteForShell(start.startCommand({ read: [], net: [], env: [] }, words, program));
  return say(settings.lang, "doctor.let_host_start", { line });
}

/** The names of the permissions that are granted. */
function grantedNames(permissions: Readonly<Record<string, string>>): string[] {
  return Object.entries(permissions).filter(([, state]) => state === "granted").map(([name]) => name);
}

/** The advice to start fossick with the fewest grants. */
function startWith(settings: Settings, line = start.settingsCommand(settings)): string {
  return say(settings.lang, "doctor.start_with", { line });
}

/** The advice to open a narrower root. */
function narrowRoot(settings: Settings): string {
  return say(settings.lang, "doctor.narrow_root", { line: start.settingsCommand(settings, ["DIR"]) });
}

function runFirst({ lang }: Settings, line: string): string {
  return say(lang, "doctor.run_first", { line });
}

function findUnreadable({ unreadable, settings: { lang } }: Examined): Finding | undefined {
  return unreadable && { text: say(lang, "doctor.unreadable", unreadable), next: say(lang, "doctor.let_read") };
}

/** A root that is too wide, or a connection in the clear. */
function findWarning({ warnings: [warning], settings }: Examined): Finding | undefined {
  if (warning === undefined) return undefined;
  const { text } = warning, url = (settings.providerUrl ?? "").replace(/^http:/i, "https:");
  if (warning.key === "notices.wide_root") return { text, next: narrowRoot(settings) };
  const given = new Map([...settings.given, ["provider-url", [url]]]);
  return { text, next: startWith({ ...settings, given, providerUrl: url }) };
}

/** Flags that nothing needs, and permissions still held that should have been given up. */
function findNeedless({ needless, main, status, network, program, settings }: Examined): Finding | undefined {
  const isMain = status.mode === "in-process";
  const held = (thread: string, permissions: Readonly<Record<string, string>>, isNeeded: (name: string) => boolean) =>
    grantedNames(permissions).filter((name) => !isNeeded(name)).map((name) => `${thread} ${name}`);
  const names = [
    ...needless,
    // In a binary without a thread for it, the engine holds every permission that is compiled in.
    ...held("engine", status.permissions, (name) => isMain ? !program.isBinary : name.startsWith("read:")),
    ...held("network", network?.permissions ?? {}, (name) => name === `net:${network?.host}`),
    ...held("main", main, (name) => isMain && (network === undefined || !/^(?:net|env)\b/.test(name))),
  ];
  const text = say(settings.lang, "doctor.needless", { names: names.join(", ") });
  return names.length === 0 ? undefined : { text, next: startWith(settings) };
}

function findUngranted({ ungranted, settings }: Examined): Finding | undefined {
  if (ungranted.length === 0) return undefined;
  const text = say(settings.lang, "doctor.not_granted", { hosts: ungranted.join(", ") });
  return { text, next: startWith(settings) };
}

function findNoThread(examined: Examined): Finding | undefined {
  const { settings: { lang }, status: { mode, reason } } = examined;
  if (mode === "threads" || reason === undefined) return undefined;
  const why = say(lang, reason.key, reason.params);
  return { text: say(lang, "doctor.no_thread", { why }), next: threadAdvice(examined) };
}

/** How this copy gets a thread of its own, by why it has none: a module from a registry gets one as the npm package. */
function threadAdvice({ settings, program, status: { reason } }: Examined): string {
  const { mainModule } = program, roots = start.absoluteRoots(settings), dir = directoryOf(mainModule);
  const options = start.carriedOptions(settings, roots, "color", "lang");
  if (reason?.key === "engine.few_descriptors") return runFirst(settings, "ulimit -n 1024");
  if (start.isNpmPackage(mainModule) || !mainModule.startsWith("file:")) {
    return startWith(settings, quoteForShell([...start.NPX_START, ...options]));
  }
  if (reason?.key === "engine.no_deno_json") {
    return say(settings.lang, "doctor.save", { file: join(dir, "deno.json"), text: JSON.stringify(BUNDLE_CONFIG) });
  }
  if (reason?.key !== "engine.narrow_grant") return startWith(settings);
  const bundle = { ...program, mainModule: new URL("dist/fossick.js", mainModule).href };
  const build = quoteForShell([...start.denoWords(program), "task", "--cwd", dir, "bundle"]);
  return startWith(settings, `${build} && ${start.settingsCommand(settings, roots, bundle)}`);
}

function findNoParsers({ hasParsers, program, settings: { lang } }: Examined): Finding | undefined {
  if (hasParsers) return undefined;
  const next = say(lang, "doctor.copy_parsers", { dir: directoryOf(program.mainModule) });
  return { text: say(lang, "doctor.no_parsers"), next };
}

function directoryOf(mainModule: string): string {
  return mainModule.startsWith("file:") ? dirname(fromFileUrl(mainModule)) : mainModule;
}

/** From this version on Deno lists all names, watches in one queue, and fossick handles connections itself. */
const FULL_DENO_VERSION = "2.9.0";

function findUnwatched({ watchLimit, isUnwatched, directories: n, program, settings }: Examined): Finding | undefined {
  const { deno, isBinary } = program, { lang } = settings;
  if (!isBinary && isOlder(deno, FULL_DENO_VERSION)) {
    return { text: say(lang, "doctor.old_deno", { deno }), next: runFirst(settings, "deno upgrade") };
  }
  if (watchLimit === undefined) return undefined;
  const [limit, value] = watchLimit === "few_watches" ? ["max_user_watches", 524_288] : ["max_user_instances", 1024];
  const file = `/etc/sysctl.d/60-${limit}.conf`;
  const line = `echo fs.inotify.${limit}=${value} | sudo tee ${file} && sudo sysctl --system`;
  const text = say(lang, isUnwatched ? "doctor.no_watches" : "doctor.few_watches", { n, limit });
  return { text, next: runFirst(settings, line) };
}
