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
import { CHECKS, finalAdvice, grantedNames } from "./checks.ts";
import { examine } from "./examine.ts";

/** The settings to examine, and how to print the result. */
interface DoctorCommand {
  readonly settings: Settings;
  readonly output: OutputFormat;
}

/**
 * Prints the diagnosis, or why there is none, and in any case what to do next.
 * @param needless permissions that were granted needlessly, and are given up already
 * @returns the exit code: 0 if the sandbox is in force, 1 if not, 2 if it can't be started
 */
export async function runDoctor({ settings, output }: DoctorCommand, needless: readonly string[]): Promise<number> {
  // JSON is the same in every language, since programs may look for its sentences.
  const isJson = wantsJson(output), lang = isJson ? "en" : settings.lang;
  try {
    const diagnosis = await diagnose({ ...settings, lang }, needless);
    printLine(isJson ? JSON.stringify(diagnosis) : diagnosisText(diagnosis, { ...settings, lang }));
    return diagnosis.problems.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Arguments may come from file names, and must not control the terminal.
    printErrorLine(textContent(`fossick: ${say(settings.lang, error.sentence.key, error.sentence.params)}`));
    if (error instanceof UsageError) return 2;
    const line = settingsCommand(settings, { roots: ["DIR"] });
    printErrorLine(textContent(`next: ${say(settings.lang, "doctor.narrow_root", { line })}`));
    return 2;
  }
}

type Diagnosis = Awaited<ReturnType<typeof diagnose>>;

/**
 * Starts the engine as `serve` does, examines it, and stops it.
 * @throws UserError for what `serve` refuses: a root, or an address without a token
 */
async function diagnose(settings: Settings, needless: readonly string[]) {
  if (settings.http !== undefined) (await import("../serve/serve_http.ts")).readToken(settings);
  const examined = await examine(settings, needless), { started, program, read, main, watched } = examined;
  const { service: { engine: { status } }, roots, network } = started;
  const found = CHECKS.map(({ name, isProblem, find }) => ({ name, isProblem, finding: find(examined) }));
  const wrong = found.flatMap(({ isProblem, finding }) => finding === undefined ? [] : [{ isProblem, ...finding }]);
  return {
    version: VERSION,
    form: programForm(program),
    deno: program.deno,
    roots,
    engine: { ...status, reason: status.reason && say(settings.lang, status.reason.key, status.reason.params) },
    main,
    ...(network && { network: { host: network.host, permissions: network.permissions } }),
    cacheMb: settings.cacheMb,
    freshness: watched === 0 ? "stat" : "watch",
    timeoutMs: settings.timeoutMs,
    tokenBudget: settings.tokenBudget,
    limits: LIMITS,
    ...(read !== undefined && { read }),
    passed: found.filter(({ finding }) => finding === undefined).map(({ name }) => name),
    problems: wrong.filter(({ isProblem }) => isProblem).map(({ text }) => text),
    limitations: wrong.filter(({ isProblem }) => !isProblem).map(({ text }) => text),
    start: settingsCommand(settings),
    next: wrong[0]?.next ?? finalAdvice(examined),
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
  const { version, form, deno, roots, engine, main, network, read, passed, problems, limitations } = diagnosis;
  const held = (permissions: Readonly<Record<string, string>>) => grantedNames(permissions).join(", ") || "-";
  const verdict = problems.length === 0 ? "doctor.in_force" : "doctor.not_in_force";
  const rows: readonly (readonly [label: string, value: string | undefined])[] = [
    ["roots", roots.join(", ")],
    ["read", read],
    ["engine", `${engine.mode === "threads" ? `threads ${engine.threads}` : engine.mode}; ${held(engine.permissions)}`],
    ["main", engine.mode === "threads" ? held(main) : undefined],
    ["network", network && held(network.permissions)],
    ["cache", `${diagnosis.cacheMb} MB; ${diagnosis.freshness}`],
    ["limits", `${diagnosis.timeoutMs} ms; ${diagnosis.tokenBudget || "-"} tokens`],
    ["start", diagnosis.start],
    ["passed", passed.join(", ")],
    ...limitations.map((text) => ["note", text] as const),
    ...problems.map((text) => ["problem", text] as const),
    ["sandbox", say(lang, verdict)],
    ["next", diagnosis.next],
  ];
  const lines = rows.flatMap(([label, value]) => value === undefined ? [] : [`${`${label}:`.padEnd(9)}${value}`]);
  return [`fossick ${version} (${form}), Deno ${deno}`, ...lines].join("\n");
}
