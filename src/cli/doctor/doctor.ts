/**
 * `fossick doctor`: whether the sandbox is as narrow as it can be and everything works; if not, why, and what to do.
 * @module
 */
import { textContent } from "../../format/safe_text.ts";
import { LIMITS } from "../../model/limits.ts";
import { say, UserError } from "../../model/messages/messages.ts";
import { WORKER_MODULE } from "../../pool/worker_module.ts";
import type { Settings } from "../command_line/settings.ts";
import { isNpmPackage, type RunningProgram, settingsCommand } from "../command_line/start_command.ts";
import { type OutputFormat, printErrorLine, printLine, wantsJson } from "../terminal/output.ts";
import { UsageError } from "../usage_error.ts";
import { VERSION } from "../package.ts";
import { CHECKS, finalAdvice, grantedNames, narrowRoot } from "./checks.ts";
import { examine } from "./examine.ts";

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
    { program, roots, read, main, watched, status, network } = examined;
  const { cacheMb, timeoutMs, tokenBudget } = settings;
  const found = CHECKS.map(({ name, isProblem, find }) => ({ name, isProblem, finding: find(examined) }));
  const told = (problems: boolean) =>
    found.flatMap(({ isProblem, finding }) => finding && isProblem === problems ? [finding.text] : []);
  return {
    version: VERSION,
    form: programForm(program),
    deno: program.deno,
    roots,
    engine: { ...status, reason: status.reason && say(settings.lang, status.reason.key, status.reason.params) },
    main,
    ...(network && { network: { host: network.host, permissions: network.permissions } }),
    cacheMb,
    freshness: watched === 0 ? "stat" : "watch",
    timeoutMs,
    tokenBudget,
    limits: LIMITS,
    read,
    passed: found.flatMap(({ name, finding }) => finding === undefined ? [name] : []),
    problems: told(true),
    limitations: told(false),
    start: settingsCommand(settings),
    next: found.find(({ finding }) => finding)?.finding?.next ?? finalAdvice(examined),
  };
}

/** How the program was started. Only a bundle has the code of its threads in a blob. */
function programForm({ isBinary, mainModule }: RunningProgram): "binary" | "package" | "bundle" | "source" {
  if (isBinary) return "binary";
  if (isNpmPackage(mainModule)) return "package";
  return WORKER_MODULE.protocol === "blob:" ? "bundle" : "source";
}

/** Facts by their names in the JSON, then what was found, the verdict, and last what to do next. */
function diagnosisText(diagnosis: Diagnosis, { lang }: Settings): string {
  const { version, form, deno, engine, main, network, problems, limitations } = diagnosis;
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
  return [`fossick ${version} (${form}), Deno ${deno}`, ...lines].join("\n");
}
